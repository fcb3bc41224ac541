/**
 * The rules of ARCHITECTURE.md, «Rooms», over all imports of src: who may import whom, no rings, who writes the
 * ledgers, how long a file may be.
 */
import { dirname, posix } from 'node:path'

/** path from the project's root → text */
export type Sources = Map<string, string>

export interface Import {
  from: string
  /** a path in src, or the name of a package */
  to: string
  /** erased before anything runs */
  typeOnly: boolean
}

const WEB_SIDE = ['shared', 'contract']
/**
 * Room → the rooms it may import from, beside itself: 'slice' is a file of core or of a feature. A test may import from
 * all.
 */
const MAY_IMPORT: Record<string, string[]> = {
  shared: [],
  contract: ['shared'],
  server: ['shared'],
  'slice server': ['shared', 'contract', 'server'],
  'app server': ['shared', 'contract', 'server', 'slice server'],
  'main server': ['shared', 'contract', 'server', 'slice server', 'app server'],
  web: ['shared'],
  'slice web': [...WEB_SIDE, 'web'],
  'app web': [...WEB_SIDE, 'web', 'slice web'],
  'main web': [...WEB_SIDE, 'web', 'slice web', 'app web'],
  testing: ['shared', 'contract', 'server', 'slice server', 'app server'],
}

/** The room of a file of src; null for one that stands in none. */
function roomOf(path: string): string | null {
  if (/\.test\.tsx?$/.test(path)) return 'test'
  const kind = /^src\/(?:(app|main)|(?:core|features)\/.+)\.(contract|server|web)\.tsx?$/.exec(path)
  if (kind) return kind[2] === 'contract' ? (kind[1] ? null : 'contract') : `${kind[1] ?? 'slice'} ${kind[2]}`
  if (path.startsWith('src/testing/')) return 'testing'
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

export function importsOf(sources: Sources): Import[] {
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
    .map(
      (path) => `${path} stands in no room: a file of core or of a feature ends in .contract, .server, .web or .test`,
    )
}

function wrongDirections(imports: Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (!room || room === 'test' || !other || room === other || MAY_IMPORT[room]!.includes(other)) return []
    return [`${from} (${room}) imports ${to} (${other}); it may import ${[room, ...MAY_IMPORT[room]!].join(', ')}`]
  })
}

const FLOORS = [
  'shared',
  'kits',
  'lists',
  'goods',
  'cages',
  'feeding',
  'documents',
  'reports',
  'features',
  'app',
  'main',
]
const AREA = /^src\/core\/([^/]+)\//
const FEATURE = /^src\/features\/([^/]+)\//

/** How high a file stands: its place in FLOORS. */
function floorOf(path: string): number {
  const room = roomOf(path)
  const area = AREA.exec(path)?.[1]
  if (area) return FLOORS.indexOf(area)
  if (FEATURE.test(path)) return FLOORS.indexOf('features')
  const [name] = room?.split(' ') ?? []
  return name === 'server' || name === 'web' ? FLOORS.indexOf('kits') : FLOORS.indexOf(name ?? '')
}

const isOrdinary = ({ from, to }: Import) =>
  [from, to].every((path) => roomOf(path) !== null && !['test', 'testing'].includes(roomOf(path)!))

const climbs = (imports: Import[]) =>
  imports
    .filter((one) => isOrdinary(one) && floorOf(one.to) > floorOf(one.from))
    .map(({ from, to }) => `${from} (${FLOORS[floorOf(from)]}) reaches up to ${to} (${FLOORS[floorOf(to)]})`)

const featuresThatKnowOthers = (imports: Import[]) =>
  imports
    .filter((one) => isOrdinary(one) && FEATURE.test(one.from) && FEATURE.test(one.to))
    .filter(({ from, to }) => FEATURE.exec(from)![1] !== FEATURE.exec(to)![1])
    .map(({ from, to }) => `${from} imports ${to}: what two features need stands in core, or is handed over by app`)

const KITS = /^src\/(web\/(ui|pages)|server\/db\/ledger)\//

const kitsThatKnowFeatures = (imports: Import[]) =>
  imports
    .filter(({ from, to }) => KITS.test(from) && roomOf(from) !== 'test' && /^src\/(core|features)\//.test(to))
    .map(({ from, to }) => `${from} is a kit and knows no feature, but imports ${to}`)

const PATHLESS = /^src\/(web\/(?!layout\/)|server\/db\/ledger\/)/
/** Of the application itself: its API, its files. */
const OWN_PATHS = /^\/(api|assets|sw\.js)\b/
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** A path would be knowledge of a feature that no import shows. */
const kitsThatKnowPaths = (sources: Sources) =>
  [...sources].flatMap(([path, text]) => {
    if (!PATHLESS.test(path) || roomOf(path) === 'test') return []
    const code = text.replace(COMMENT, '').replace(/^import .*$/gm, '')
    const known = [...code.matchAll(/['"`](\/[a-z][\w/.-]*)/g)].map(([, found]) => found!)
    return known
      .filter((found) => !OWN_PATHS.test(found))
      .map((found) => `${path} is a kit and knows the path ${found}: a contract or an argument says it`)
  })

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

/**
 * A .web file and the server's code, with the way between them. Types count: what they name would be bundled with one
 * careless edit.
 */
function wayToServer(imports: Import[]): string[] {
  const graph = graphOf(imports)
  const isWeb = (path: string) => /^(slice |app |main )?web$/.test(roomOf(path) ?? '')
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

/** The rings of a graph, each as the way round it. */
function ringsOf(graph: Map<string, string[]>): string[] {
  const finished = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: string[]): void => {
    const start = way.indexOf(path)
    if (start >= 0) {
      found.push([...way.slice(start), path].join(' → '))
      return
    }
    if (finished.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...way, path])
    finished.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return [...new Set(found)]
}

/** Those of types alone are erased and make none. */
const cycles = (imports: Import[]) =>
  ringsOf(graphOf(imports.filter(({ typeOnly }) => !typeOnly))).map((way) => `Imports run in a ring: ${way}`)

/** Folder by folder, types too: whoever knows a folder need not know what stands on it. */
function folderRings(imports: Import[]): string[] {
  const between = imports
    .filter(isOrdinary)
    .map(({ from, to, typeOnly }) => ({ from: dirname(from), to: dirname(to), typeOnly }))
    .filter(({ from, to }) => from !== to)
  return ringsOf(graphOf(between)).map((way) => `Folders need each other: ${way}`)
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
export const MAY_EMPTY = 'src/testing/ledger/ledger-lab.ts'

const foreignWriters = (sources: Sources) =>
  [...sources].flatMap(([path, text]) => {
    if (LEDGER.test(path)) return []
    const known = path === MAY_EMPTY ? text.replaceAll(/delete from (fish_entries|fish_groups)`/g, '') : text
    const table = WRITES.map((pattern) => pattern.exec(known)?.[1]).find(Boolean)
    return table ? [`${path} writes ${table}; only src/server/db/ledger does`] : []
  })

const foreignConnections = (imports: Import[]) =>
  imports
    // pg-boss works on the connections that it is given
    .filter(({ to, typeOnly }) => /^pg(-(?!boss$)|\/|$)|^postgres$/.test(to) && !typeOnly)
    .filter(({ from }) => !/^src\/(server\/db|testing)\//.test(from))
    .map(({ from, to }) => `${from} imports ${to}; only src/server/db (and the tests' own server) opens a connection`)

const LIMITS = /\buser\.(location|stock)_ids\b|\b(location|stock)_ids\b[^}]*\} = (\w+\.)?user\b/
const MAY_READ_LIMITS = ['src/server/scope.ts', 'src/server/session.ts']

const foreignLimits = (sources: Sources) =>
  [...sources]
    .filter(
      ([path, text]) => /server$/.test(roomOf(path) ?? '') && LIMITS.test(text) && !MAY_READ_LIMITS.includes(path),
    )
    .map(([path]) => `${path} reads what a user is limited to; scope(user) puts it into a statement`)

const MAX_LINES = 300
const GENERATED = 'src/server/db/tables.ts'

const longFiles = (sources: Sources) =>
  [...sources]
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ path, lines }) => lines > MAX_LINES && path !== GENERATED)
    .map(({ path, lines }) => `${path} has ${lines} lines, at most ${MAX_LINES} are read at once`)

const MAX_FILES = 18
const isSource = (path: string) => roomOf(path) !== 'test'

function crowdedFolders(sources: Sources): string[] {
  const counts = new Map<string, number>()
  for (const folder of [...sources.keys()].filter(isSource).map((path) => dirname(path)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}/ holds ${count} files, at most ${MAX_FILES} are seen at once`)
}

const barrels = (sources: Sources) =>
  [...sources]
    .filter(([path, text]) => /\/index\.tsx?$/.test(path) || /^export \* from /m.test(text))
    .map(([path]) => `${path} is a barrel: import from the file that says it`)

export const rules: Record<string, (sources: Sources, imports: Import[]) => string[]> = {
  'every file stands in a room': strangers,
  'contracts, server and web keep to their sides': (_, imports) => wrongDirections(imports),
  'shared ← server, web ← core ← features ← app ← main': (_, imports) => climbs(imports),
  'a feature imports no feature': (_, imports) => featuresThatKnowOthers(imports),
  'kits and ledger know no feature': (_, imports) => kitsThatKnowFeatures(imports),
  'kits and ledger hold no path': kitsThatKnowPaths,
  'a web file never reaches the server': (_, imports) => wayToServer(imports),
  'what runs in a browser imports nothing of Node': (_, imports) => nodeInBrowser(imports),
  'imports make no ring': (_, imports) => cycles(imports),
  'folders make no ring': (_, imports) => folderRings(imports),
  'only the ledger writes its tables': foreignWriters,
  'only server/db opens a connection': (_, imports) => foreignConnections(imports),
  'only scope(user) reads what a user is limited to': foreignLimits,
  'a file has at most 300 lines': longFiles,
  'a folder has at most 18 files': crowdedFolders,
  'there is no barrel': barrels,
}
