/**
 * npm run db:types: migrates the database of DATABASE_URL, or the embedded one of DATA_DIR, and writes
 * src/server/db/tables.ts from it.
 */
import { spawnSync } from 'node:child_process'
import { migrate } from '../src/server/db/migrate'
import { onDatabase } from './on-database'

const write = (databaseUrl: string) =>
  spawnSync(
    'npx',
    [
      'kysely-codegen',
      '--dialect',
      'postgres',
      '--url',
      databaseUrl,
      '--out-file',
      'src/server/db/tables.ts',
      '--exclude-pattern',
      '{public.schema_migrations,public.job_runs,pgboss.*}',
      '--overrides',
      JSON.stringify({ columns: {} }),
      '--type-mapping',
      JSON.stringify({ int8: 'number', timestamp: 'string', date: 'string', numeric: 'string' }),
    ],
    { stdio: 'inherit' },
  )

await onDatabase(async (databaseUrl) => {
  await migrate(databaseUrl, console.log)
  process.exitCode = write(databaseUrl).status ?? 1
})
