/**
 * Reads all files of src and their imports and holds the rules of ARCHITECTURE.md, «Rooms». What is found names the
 * file.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import { brokenRules, readImports } from './testing/rooms/imports'
import { MAY_EMPTY, TEXT_RULES, type Sources } from './testing/rooms/texts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** It holds the examples of what is forbidden. */
const OWN = 'src/rooms.test.ts'

function readSources(): Sources {
  return new Map(
    readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((name) => `src/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.(tsx?|css)$/.test(path) && path !== OWN)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

const brokenTexts = (sources: Sources) =>
  Object.fromEntries(Object.entries(TEXT_RULES).map(([rule, find]) => [rule, find(sources)]))

/** What each rule finds in files of another project. */
async function findIn(sources: Sources): Promise<Record<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'sadok-rooms-'))
  for (const [path, text] of sources) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const imports = await readImports(folder)
  rmSync(folder, { recursive: true })
  return { ...brokenTexts(sources), ...brokenRules(imports) }
}

describe('the rooms', () => {
  const sources = readSources()
  test('keep every rule of imports', async () => {
    const imports = await readImports(root)
    expect(imports.modules.length).toBeGreaterThan(sources.size)
    for (const [rule, found] of Object.entries(brokenRules(imports))) expect(found, rule).toEqual([])
  })
  test.each(Object.entries(TEXT_RULES))('%s', (_, find) => {
    expect(find(sources)).toEqual([])
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
    'src/web/pages/list.tsx': `<Link to={hrefOf('goods')} />`,
  },
  'addresses of pages are written by hrefOf': {
    'src/features/round/round.web.tsx': `<Link to="/" />`,
    'src/features/trace/trace.web.tsx': 'const journal = `/print/${kind}/${id}`',
    'src/core/lists/link.server.ts': 'return `${origin}/audit?person=1`',
    'src/core/goods/good.contract.ts': `endpoint({ path: '/users' })\nconst page = '/users'`,
    'src/web/layout/menu/menu.tsx': `navigate('/profile')\ntext.split('/')`,
  },
  'what runs in a browser imports nothing of Node': { 'src/shared/dates.ts': `import { join } from 'node:path'` },
  'what runs needs no package of development': {
    'package.json': JSON.stringify({ dependencies: { zod: '1' }, devDependencies: { 'fast-check': '1' } }),
    'src/shared/dates.ts': `import { z } from 'zod'\nimport fc from 'fast-check'`,
    'src/shared/dates.test.ts': `import fc from 'fast-check'`,
  },
  'every import is found': { 'src/shared/dates.ts': `import { add } from './numbers'` },
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
  'kits of documents name no kind': {
    'src/core/documents/kinds/retreat/retreat.contract.ts': `  kind: 'retreat',`,
    'src/core/documents/form/form.web.ts': `const lost = kind === 'retreat'`,
    'src/web/list.tsx': `const others = rows.filter((row) => 'retreat' !== row.kind)`,
  },
  'only server/db opens a connection': { 'src/features/cages/cages.server.ts': `import pg from 'pg'` },
  'only scope(user) reads what a user is limited to': {
    'src/core/cages/cages.server.ts': 'const open = context.user.location_ids',
    'src/features/water/water.server.ts': 'const { location_ids, name } = user',
    'src/features/water/list.server.ts': 'const own = scope(user).ownLimits',
  },
  'a file has at most 300 lines': { 'src/shared/long.ts': '\n'.repeat(301), 'src/web/ui/long.css': '\n'.repeat(301) },
  'SQL and stylesheets wrap at 120 columns': {
    'src/web/ui/table.css': `/* ${'a row '.repeat(20)} */`,
    'src/server/crud.ts': `const rows = sql\`\n  select ${'a, '.repeat(40)} from goods\``,
  },
  'a folder has at most 18 files': Object.fromEntries(
    Array.from({ length: 19 }, (_, index) => [`src/shared/file-${index}.ts`, '']),
  ),
  'there is no barrel': { 'src/shared/index.ts': '', 'src/shared/all.ts': `export * from './dates'` },
}
const findings: Record<string, number> = {
  'a file has at most 300 lines': 2,
  'SQL and stylesheets wrap at 120 columns': 2,
  'contracts, server and web keep to their sides': 6,
  'shared ← server, web ← core ← features ← app ← main': 4,
  'kits and ledger know no feature': 2,
  'kits and ledger hold no path': 2,
  'addresses of pages are written by hrefOf': 5,
  'only the ledger writes its tables': 4,
  'only scope(user) reads what a user is limited to': 3,
  'kits of documents name no kind': 2,
  'there is no barrel': 2,
}

describe('a broken rule is told', () => {
  test.each(Object.entries(broken))('%s', async (rule, files) => {
    const found = (await findIn(new Map(Object.entries(files))))[rule]!
    expect(found).toHaveLength(findings[rule] ?? 1)
    expect(found.join('\n')).toContain('src/')
  })

  test('and every rule has an example', async () => {
    expect(Object.keys(broken).sort()).toEqual(Object.keys(await findIn(new Map([['src/shared/a.ts', '']]))).sort())
  })

  test.each([
    ['a comment among the names', `import { /* the map */ scene } from '../map/scene.web'`],
    ['a comment in front of the path', `export const it = () => import(/* later */ '../map/scene.web')`],
    ['a template', 'export const it = () => import(`../map/scene.web`)'],
    ['a type in place', `export type It = import('../map/scene.web').Scene`],
    ['a require', `export const it = require('../map/scene.web')`],
  ])('when it is broken by %s', async (_, text) => {
    const files = { 'src/features/round/round.web.ts': text, 'src/features/map/scene.web.ts': '' }
    expect((await findIn(new Map(Object.entries(files))))['a feature imports no feature']).toHaveLength(1)
  })

  test.each([
    [`export const pages = import.meta.glob('../features/**')`],
    [`new Worker(new URL('../features/map/scene.web.ts', import.meta.url))`],
    [`export const it = (name: string) => import(name)`],
  ])('and what no rule could follow is a lint error: %s', async (text) => {
    const [result] = await new ESLint({ cwd: root }).lintText(text, { filePath: 'src/web/ui/map.ts' })
    expect(result!.messages.map(({ ruleId }) => ruleId)).toContain('no-restricted-syntax')
  })

  test('and what is allowed is not', async () => {
    const sources = new Map([
      ['src/server/events.ts', `import type pg from 'pg'\nimport { type Topic } from './topic'`],
      ['src/server/topic.ts', `import type { Events } from './events'`],
      ['src/features/cages/cage.contract.ts', `import { text } from '../../shared/fields'`],
      ['src/features/cages/cages.server.ts', `sql\`select from fish_entries for update\``],
      ['src/features/cages/cage.test.ts', `import { openFarm } from '../../testing/farm/farm'`],
      ['src/shared/fields.ts', ''],
      ['src/testing/farm/farm.ts', ''],
    ])
    expect(Object.values(await findIn(sources)).flat()).toEqual([])
  })
})
