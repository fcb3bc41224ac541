/**
 * Reads every import of src and holds the rules of ARCHITECTURE.md, «Rooms». What is found is a sentence with the
 * file's name in it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsOf, MAY_EMPTY, rules, type Sources } from './testing/rooms'

const check = (rule: string, sources: Sources) => rules[rule]!(sources, importsOf(sources))

/** They hold the examples of what is forbidden. */
const OWN = ['src/rooms.test.ts', 'src/testing/rooms.ts']

function readSources(): Sources {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  return new Map(
    readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((name) => `src/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !OWN.includes(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

describe('the rooms', () => {
  const sources = readSources()
  test('are read at all', () => {
    expect(sources.size).toBeGreaterThan(100)
    const ways = importsOf(sources).filter(({ to }) => to.startsWith('src/'))
    const lost = ways.filter(({ to }) => !sources.has(to) && !/\.(json|mjs|css)$/.test(to))
    expect(lost).toEqual([])
  })
  test.each(Object.keys(rules))('%s', (rule) => {
    expect(check(rule, sources)).toEqual([])
  })
})

/** Rule → files that break it; each must be found. */
const broken: Record<string, Record<string, string>> = {
  'every file stands in a room': { 'src/features/cages/helpers.ts': '' },
  'contracts, server and web keep to their sides': {
    'src/shared/dates.ts': `import { call } from '../web/api'`,
    'src/web/api.ts': `import { cageCalls } from '../features/cages/cage.contract'`,
    'src/features/cages/cage.contract.ts': `import type { Tx } from '../../server/db/client'`,
    'src/features/cages/cages.server.ts': `import { routes } from '../../app.server'`,
    'src/features/cages/map.web.tsx': `const it = lazy(() => import('./cages.server'))`,
    'src/server/db/client.ts': `export { x } from '../../testing/farm/farm'`,
    'src/testing/farm/farm.ts': '',
    'src/app.server.ts': '',
  },
  'shared ← server, web ← core ← features ← app ← main': {
    'src/core/lists/library.contract.ts': `import type { Good } from '../goods/good.contract'`,
    'src/core/goods/good.contract.ts': '',
    'src/core/cages/cages.server.ts': `import { listJournal } from '../documents/journal.server'`,
    'src/core/documents/journal.server.ts': '',
    'src/core/documents/form.web.ts': `import { round } from '../../features/round/round.web'`,
    'src/features/round/round.web.ts': `import { router } from '../../app.web'`,
    'src/app.web.ts': '',
  },
  'a feature imports no feature': {
    'src/features/round/round.web.ts': `import { scene } from '../main-page/map/scene.web'`,
    'src/features/main-page/map/scene.web.ts': '',
  },
  'kits and ledger know no feature': {
    'src/web/ui/table.tsx': `import {\n  type Kind,\n  kinds,\n} from '../../features/operations/kinds.contract'`,
    'src/server/db/ledger/fold.ts': `import '../../../features/operations/kinds.contract'`,
    'src/features/operations/kinds.contract.ts': '',
  },
  'kits and ledger hold no path': {
    'src/web/offline/kept.ts': `const NOT_KEPT = ['/cages-on-date', '/api/events']\n// '/said'`,
    'src/web/layout/menu/menu.tsx': `<Link to="/profile" />`,
  },
  'a web file never reaches the server': {
    'src/features/cages/map.web.tsx': `import { cage } from './cage.contract'`,
    'src/features/cages/cage.contract.ts': `import { db } from './cages.server'`,
    'src/features/cages/cages.server.ts': '',
  },
  'what runs in a browser imports nothing of Node': { 'src/shared/dates.ts': `import { join } from 'node:path'` },
  'imports make no ring': {
    'src/shared/a.ts': `import { b } from './b'`,
    'src/shared/b.ts': `import { c } from './c'`,
    'src/shared/c.ts': `import { type A, a } from './a'`,
  },
  'folders make no ring': {
    'src/core/documents/form/form.web.ts': `import type { Why } from '../why/why.web'`,
    'src/core/documents/why/why.web.ts': `import { line } from '../journal/line.web'`,
    'src/core/documents/journal/line.web.ts': `import { field } from '../form/field.web'`,
    'src/core/documents/form/field.web.ts': '',
  },
  'only the ledger writes its tables': {
    'src/features/demo/demo.server.ts': 'sql`INSERT INTO fish_entries (company_id) select 1`',
    'src/features/cages/cages.server.ts': `db.deleteFrom('fish_groups')`,
    'src/server/crud.ts': 'sql`update stock_days\n set closing = 0`',
    [MAY_EMPTY]: 'sql`delete from fish_entries`; sql`insert into fish_entries values (1)`',
  },
  'only server/db opens a connection': { 'src/features/cages/cages.server.ts': `import pg from 'pg'` },
  'only scope(user) reads what a user is limited to': {
    'src/core/cages/cages.server.ts': 'const open = context.user.location_ids',
    'src/features/water/water.server.ts': 'const { location_ids, name } = user',
  },
  'a file has at most 300 lines': { 'src/shared/long.ts': '\n'.repeat(301) },
  'a folder has at most 18 files': Object.fromEntries(
    Array.from({ length: 19 }, (_, index) => [`src/shared/file-${index}.ts`, '']),
  ),
  'there is no barrel': { 'src/shared/index.ts': '', 'src/shared/all.ts': `export * from './dates'` },
}
const findings: Record<string, number> = {
  'contracts, server and web keep to their sides': 6,
  'shared ← server, web ← core ← features ← app ← main': 4,
  'kits and ledger know no feature': 2,
  'only the ledger writes its tables': 4,
  'only scope(user) reads what a user is limited to': 2,
  'there is no barrel': 2,
}

describe('a broken rule is told', () => {
  test.each(Object.keys(rules))('%s', (rule) => {
    const found = check(rule, new Map(Object.entries(broken[rule]!)))
    expect(found).toHaveLength(findings[rule] ?? 1)
    expect(found.join('\n')).toContain('src/')
  })

  test('and what is allowed is not', () => {
    const sources = new Map([
      ['src/server/events.ts', `import type pg from 'pg'\nimport { type Topic } from './topic'`],
      ['src/server/topic.ts', `import type { Events } from './events'`],
      ['src/features/cages/cage.contract.ts', `import { text } from '../../shared/fields'`],
      ['src/features/cages/cages.server.ts', `sql\`select from fish_entries for update\``],
      ['src/features/cages/cage.test.ts', `import { openFarm } from '../../testing/farm/farm'`],
      ['src/shared/fields.ts', ''],
      ['src/testing/farm/farm.ts', ''],
    ])
    expect(Object.keys(rules).flatMap((rule) => check(rule, sources))).toEqual([])
  })
})
