/**
 * Reads every import of src and holds the rules of ARCHITECTURE.md, «Rooms»: who may import whom, no cycles, who writes the
 * ledgers, who opens connections, how long a file may be. What is found is a sentence with the file's name in it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** path from the project's root → text */
type Sources = Map<string, string>

interface Import {
  from: string
  /** a path in src, or the name of a package */
  to: string
  /** erased before anything runs */
  typeOnly: boolean
}

const WEB_SIDE = ['shared', 'contract']
/** Room → the rooms it may import from, beside itself. A test may import from all. */
const MAY_IMPORT: Record<string, string[]> = {
  shared: [],
  contract: ['shared'],
  server: ['shared'],
  'feature server': ['shared', 'contract', 'server'],
  'app server': ['shared', 'contract', 'server', 'feature server'],
  'main server': ['shared', 'contract', 'server', 'feature server', 'app server'],
  web: ['shared'],
  'feature web': [...WEB_SIDE, 'web'],
  'app web': [...WEB_SIDE, 'web', 'feature web'],
  'main web': [...WEB_SIDE, 'web', 'feature web', 'app web'],
  testing: ['shared', 'contract', 'server', 'feature server', 'app server'],
}

/** The room of a file of src; null for one that stands in none. */
function roomOf(path: string): string | null {
  if (/\.test\.tsx?$/.test(path)) return 'test'
  const kind = /^src\/(?:(app|main)|features\/.+)\.(contract|server|web)\.tsx?$/.exec(path)
  if (kind) return kind[2] === 'contract' ? (kind[1] ? null : 'contract') : `${kind[1] ?? 'feature'} ${kind[2]}`
  if (path.startsWith('src/server/testing/')) return 'testing'
  return /^src\/(shared|server|web)\//.exec(path)?.[1] ?? null
}

const CLAUSE = /\b(?:import|export)\s+(type\s+)?([\w*{}\s,$]+?)\s+from\s+['"]([^'"]+)['"]/g
const BARE = /^\s*import\s+['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const namesTypesOnly = (names: string) =>
  /^\{[\s\S]*\}$/.test(names) &&
  names
    .slice(1, -1)
    .split(',')
    .every((name) => name.trim() === '' || name.trim().startsWith('type '))

/** './fold' as seen from a file → 'src/server/db/ledger/fold.ts'; a package keeps its name. */
function resolve(sources: Sources, from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  return ['', '.ts', '.tsx'].map((end) => path + end).find((one) => sources.has(one)) ?? path
}

function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) => {
    const found = (specifier: string, typeOnly: boolean) => ({
      from,
      to: resolve(sources, from, specifier),
      typeOnly,
    })
    return [
      ...[...text.matchAll(CLAUSE)].map(([, type, names, to]) => found(to!, Boolean(type) || namesTypesOnly(names!))),
      ...[...text.matchAll(BARE), ...text.matchAll(DYNAMIC)].map(([, to]) => found(to!, false)),
    ]
  })
}

function strangers(sources: Sources): string[] {
  return [...sources.keys()]
    .filter((path) => roomOf(path) === null)
    .map((path) => `${path} stands in no room: a file of a feature ends in .contract, .server, .web or .test`)
}

function wrongDirections(imports: Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (!room || room === 'test' || !other || room === other || MAY_IMPORT[room]!.includes(other)) return []
    return [`${from} (${room}) imports ${to} (${other}); it may import ${[room, ...MAY_IMPORT[room]!].join(', ')}`]
  })
}

const KITS = /^src\/(web\/(ui|pages)|server\/db\/ledger)\//

const kitsThatKnowFeatures = (imports: Import[]) =>
  imports
    .filter(({ from, to }) => KITS.test(from) && roomOf(from) !== 'test' && to.startsWith('src/features/'))
    .map(({ from, to }) => `${from} is a kit and knows no feature, but imports ${to}`)

const runsInBrowser = (room: string | null) => room !== null && /^(shared|contract|.*web)$/.test(room)

const nodeInBrowser = (imports: Import[]) =>
  imports
    .filter(({ from, to }) => runsInBrowser(roomOf(from)) && to.startsWith('node:'))
    .map(({ from, to }) => `${from} runs in a browser, which has no ${to}`)

function graphOf(imports: Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to])
  return graph
}

/** A .web file and the server's code, with the way between them. Types count: what they name would be bundled with one careless edit. */
function wayToServer(imports: Import[]): string[] {
  const graph = graphOf(imports)
  const isWeb = (path: string) => /^(feature |app |main )?web$/.test(roomOf(path) ?? '')
  return [...graph.keys()].filter(isWeb).flatMap((start) => {
    const seen = new Map<string, string[]>([[start, [start]]])
    for (const [path, way] of seen) {
      if (/server$/.test(roomOf(path) ?? '')) return [`${start} reaches the server: ${way.join(' → ')}`]
      // another web file is told of by itself
      const onward = (graph.get(path) ?? []).filter((next) => !seen.has(next) && !isWeb(next))
      for (const next of onward) seen.set(next, [...way, next])
    }
    return []
  })
}

/** Imports that run in a ring; those of types alone are erased and make none. */
function cycles(imports: Import[]): string[] {
  const graph = graphOf(imports.filter(({ typeOnly }) => !typeOnly))
  const finished = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: string[]): void => {
    const start = way.indexOf(path)
    if (start >= 0) {
      found.push(`Imports run in a ring: ${[...way.slice(start), path].join(' → ')}`)
      return
    }
    if (finished.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...way, path])
    finished.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

const LEDGER = /^src\/server\/db\/ledger\/[^/]+\.ts$/
const LEDGER_TABLES = '(fish_entries|fish_groups|stock_entries|stock_days)'
const WRITES = [
  new RegExp(
    `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|copy)\\s+(?:only\\s+)?"?${LEDGER_TABLES}\\b`,
    'i',
  ),
  new RegExp(`\\b(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`]${LEDGER_TABLES}\\b`),
]
/** Empties its own scratch company between two random histories; it enters nothing. */
const MAY_EMPTY = 'src/server/testing/ledger-lab.ts'

const foreignWriters = (sources: Sources) =>
  [...sources].flatMap(([path, text]) => {
    if (LEDGER.test(path)) return []
    const known = path === MAY_EMPTY ? text.replaceAll(/delete from (fish_entries|fish_groups)`/g, '') : text
    const table = WRITES.map((pattern) => pattern.exec(known)?.[1]).find(Boolean)
    return table ? [`${path} writes ${table}; only src/server/db/ledger does`] : []
  })

const foreignConnections = (imports: Import[]) =>
  imports
    .filter(({ to, typeOnly }) => /^pg(-|\/|$)|^postgres$/.test(to) && !typeOnly)
    .filter(({ from }) => !/^src\/server\/(db|testing)\//.test(from))
    .map(({ from, to }) => `${from} imports ${to}; only src/server/db (and the tests' own server) opens a connection`)

const MOST_LINES = 300
const GENERATED = 'src/server/db/tables.ts'

const longFiles = (sources: Sources) =>
  [...sources]
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ path, lines }) => lines > MOST_LINES && path !== GENERATED)
    .map(({ path, lines }) => `${path} has ${lines} lines, at most ${MOST_LINES} are read at once`)

const barrels = (sources: Sources) =>
  [...sources]
    .filter(([path, text]) => /\/index\.tsx?$/.test(path) || /^export \* from /m.test(text))
    .map(([path]) => `${path} is a barrel: import from the file that says it`)

const rules: Record<string, (sources: Sources, imports: Import[]) => string[]> = {
  'every file stands in a room': strangers,
  'shared ← server, web ← features ← app ← main': (_, imports) => wrongDirections(imports),
  'kits and ledger know no feature': (_, imports) => kitsThatKnowFeatures(imports),
  'a web file never reaches the server': (_, imports) => wayToServer(imports),
  'what runs in a browser imports nothing of Node': (_, imports) => nodeInBrowser(imports),
  'imports make no ring': (_, imports) => cycles(imports),
  'only the ledger writes its tables': foreignWriters,
  'only server/db opens a connection': (_, imports) => foreignConnections(imports),
  'a file has at most 300 lines': longFiles,
  'there is no barrel': barrels,
}
const check = (rule: string, sources: Sources) => rules[rule]!(sources, importsOf(sources))

const OWN = 'src/rooms.test.ts'

function readSources(): Sources {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  return new Map(
    readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((name) => `src/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && path !== OWN)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

describe('the rooms', () => {
  const sources = readSources()
  test('are read at all', () => {
    expect(sources.size).toBeGreaterThan(100)
    const ways = importsOf(sources).filter(({ to }) => to.startsWith('src/'))
    const lost = ways.filter(({ to }) => !sources.has(to) && !/\.(json|css)$/.test(to))
    expect(lost).toEqual([])
  })
  test.each(Object.keys(rules))('%s', (rule) => {
    expect(check(rule, sources)).toEqual([])
  })
})

/** Rule → files that break it; each must be found. */
const broken: Record<string, Record<string, string>> = {
  'every file stands in a room': { 'src/features/cages/helpers.ts': '' },
  'shared ← server, web ← features ← app ← main': {
    'src/shared/dates.ts': `import { call } from '../web/api'`,
    'src/web/api.ts': `import { cageCalls } from '../features/cages/cage.contract'`,
    'src/features/cages/cage.contract.ts': `import type { Tx } from '../../server/db/client'`,
    'src/features/cages/cages.server.ts': `import { routes } from '../../app.server'`,
    'src/features/cages/map.web.tsx': `const it = lazy(() => import('./cages.server'))`,
    'src/server/db/client.ts': `export { x } from '../testing/farm'`,
    'src/server/testing/farm.ts': '',
    'src/app.server.ts': '',
  },
  'kits and ledger know no feature': {
    'src/web/ui/table.tsx': `import {\n  type Kind,\n  kinds,\n} from '../../features/operations/kinds.contract'`,
    'src/server/db/ledger/fold.ts': `import '../../../features/operations/kinds.contract'`,
    'src/features/operations/kinds.contract.ts': '',
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
  'only the ledger writes its tables': {
    'src/features/demo/demo.server.ts': 'sql`INSERT INTO fish_entries (company_id) select 1`',
    'src/features/cages/cages.server.ts': `db.deleteFrom('fish_groups')`,
    'src/server/crud.ts': 'sql`update stock_days\n set closing = 0`',
    [MAY_EMPTY]: 'sql`delete from fish_entries`; sql`insert into fish_entries values (1)`',
  },
  'only server/db opens a connection': { 'src/features/cages/cages.server.ts': `import pg from 'pg'` },
  'a file has at most 300 lines': { 'src/shared/long.ts': '\n'.repeat(301) },
  'there is no barrel': { 'src/shared/index.ts': '', 'src/shared/all.ts': `export * from './dates'` },
}
const findings: Record<string, number> = {
  'shared ← server, web ← features ← app ← main': 6,
  'kits and ledger know no feature': 2,
  'only the ledger writes its tables': 4,
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
      ['src/features/cages/cage.test.ts', `import { openFarm } from '../../server/testing/farm'`],
      ['src/shared/fields.ts', ''],
      ['src/server/testing/farm.ts', ''],
    ])
    expect(Object.keys(rules).flatMap((rule) => check(rule, sources))).toEqual([])
  })
})
