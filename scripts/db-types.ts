/** Writes src/server/db/tables.ts from a migrated database: `DATABASE_URL=… npm run db:types`. */
import { spawnSync } from 'node:child_process'

const result = spawnSync(
  'npx',
  [
    'kysely-codegen',
    '--dialect',
    'postgres',
    '--url',
    process.env.DATABASE_URL ?? '',
    '--out-file',
    'src/server/db/tables.ts',
    '--exclude-pattern',
    'schema_migrations',
    '--overrides',
    JSON.stringify({ columns: {} }),
    '--type-mapping',
    JSON.stringify({ int8: 'number', timestamp: 'string', date: 'string', numeric: 'string' }),
  ],
  { stdio: 'inherit' },
)
process.exit(result.status ?? 1)
