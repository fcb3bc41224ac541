/**
 * Who may import whom (ARCHITECTURE.md, «Rooms»): rules of dependency-cruiser, and the rings of folders, which it
 * reckons otherwise.
 */
import { dirname } from 'node:path'
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType, type IModule } from 'dependency-cruiser'

export const TEST = '\\.test\\.tsx?$'
const CODE = '\\.(tsx?|mjs)$'
const SLICE = '^src/(core|features)/.+'

/** Room → its files. */
export const ROOMS = {
  shared: '^src/shared/',
  contract: `${SLICE}\\.contract\\.tsx?$`,
  server: '^src/server/',
  'slice server': `${SLICE}\\.server\\.tsx?$`,
  'app server': '^src/app\\.((alarms|notices)\\.)?server\\.tsx?$',
  'main server': '^src/main\\.server\\.tsx?$',
  web: '^src/web/',
  'slice web': `${SLICE}\\.web\\.tsx?$`,
  'app web': '^src/app\\.web\\.tsx?$',
  'main web': '^src/main\\.web\\.tsx?$',
  testing: '^src/testing/',
}
type Room = keyof typeof ROOMS
type Rule = IRegularForbiddenRuleType

/**
 * Room → the rooms it may import from, beside itself: 'slice' is a file of core or of a feature. A test may import from
 * all.
 */
const MAY_IMPORT: Record<Room, Room[]> = {
  shared: [],
  contract: ['shared'],
  server: ['shared'],
  'slice server': ['shared', 'contract', 'server'],
  'app server': ['shared', 'contract', 'server', 'slice server'],
  'main server': ['shared', 'contract', 'server', 'slice server', 'app server'],
  web: ['shared'],
  'slice web': ['shared', 'contract', 'web'],
  'app web': ['shared', 'contract', 'web', 'slice web'],
  'main web': ['shared', 'contract', 'web', 'slice web', 'app web'],
  testing: ['shared', 'contract', 'server', 'slice server', 'app server'],
}

const forbid = (name: string, from: Rule['from'], to: Rule['to']): Rule => ({
  name,
  severity: 'error',
  from: { pathNot: TEST, ...from },
  to,
})

/** A web file reaches no server code through others either, for what it may import may import none. */
const sides = (Object.keys(MAY_IMPORT) as Room[]).map((room) =>
  forbid(
    'contracts, server and web keep to their sides',
    { path: ROOMS[room] },
    { path: `^src/.*${CODE}`, pathNot: [room, ...MAY_IMPORT[room]].map((one) => ROOMS[one]) },
  ),
)

/** From below: none knows what stands above it. */
const FLOORS = [
  '^src/shared/',
  '^src/(server|web)/',
  ...['lists', 'goods', 'cages', 'feeding', 'documents', 'reports', 'export'].map((area) => `^src/core/${area}/`),
  '^src/features/',
  '^src/app\\.',
  '^src/main\\.',
]
const floors = FLOORS.slice(0, -1).map((path, floor) =>
  forbid('shared ← server, web ← core ← features ← app ← main', { path }, { path: FLOORS.slice(floor + 1) }),
)

// pg-boss works on the connections that it is given
const CONNECTING = ['(^|/)(pg|postgres)(/|$)', '(^|/)pg-(?!boss)']

const ALL_FILES = '^src/'

const IMPORT_RULES: Rule[] = [
  ...sides,
  ...floors,
  forbid(
    'a feature imports no feature',
    { path: '^src/features/([^/]+)/' },
    { path: '^src/features/', pathNot: '^src/features/$1/' },
  ),
  forbid(
    'kits and ledger know no feature',
    { path: '^src/(web/(ui|pages)|server/db/ledger)/' },
    { path: '^src/(core|features)/' },
  ),
  forbid(
    'what runs in a browser imports nothing of Node',
    { path: [ROOMS.shared, ROOMS.contract, ROOMS.web, ROOMS['slice web'], ROOMS['app web'], ROOMS['main web']] },
    { dependencyTypes: ['core'] },
  ),
  // those of types alone are erased and make none
  forbid(
    'imports make no ring',
    { path: ALL_FILES },
    { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  ),
  forbid(
    'only server/db opens a connection',
    { path: ALL_FILES, pathNot: '^src/(server/db|testing)/' },
    { path: CONNECTING, dependencyTypesNot: ['type-only'] },
  ),
  // types are erased before anything runs; of an installation `npm start` made only dependencies are there
  forbid(
    'what runs needs no package of development',
    { path: ALL_FILES, pathNot: [TEST, ROOMS.testing] },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid('every import is found', { path: ALL_FILES, pathNot: '^$' }, { path: '^\\.', couldNotResolve: true }),
]

/** The imports of src below a folder, types too. */
export async function readImports(baseDir: string): Promise<ICruiseResult> {
  const options = { baseDir, validate: true, tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } }
  const { output } = await cruise(['src'], { ...options, ruleSet: { forbidden: IMPORT_RULES } })
  return output as ICruiseResult
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

const isOrdinary = (path: string) => /^src\/(?!testing\/).*(?<!\.test)\.(tsx?|mjs)$/.test(path)

/** Folder by folder, types too: whoever knows a folder need not know what stands on it. */
function folderRings(modules: IModule[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { source, dependencies } of modules.filter((one) => isOrdinary(one.source))) {
    const folder = dirname(source)
    const others = dependencies
      .map(({ resolved }) => resolved)
      .filter(isOrdinary)
      .map((path) => dirname(path))
    graph.set(folder, [...(graph.get(folder) ?? []), ...others.filter((other) => other !== folder)])
  }
  return ringsOf(graph).map((way) => `Folders need each other: ${way}`)
}

/** Rule → what breaks it. */
export const brokenRules = ({ modules, summary }: ICruiseResult): Record<string, string[]> => {
  const rules = Object.fromEntries(IMPORT_RULES.map(({ name }) => [name!, [] as string[]]))
  for (const { rule, from, to, cycle } of summary.violations)
    rules[rule.name]!.push([from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → '))
  return { ...rules, 'folders make no ring': folderRings(modules) }
}
