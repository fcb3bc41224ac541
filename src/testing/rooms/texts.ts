/** Rules about the text of a file, its name or its folder: who writes the ledgers, how long a file or a line may be. */
import { dirname } from 'node:path'
import { PAGES } from '../../shared/pages'
import { ROOMS, TEST } from './imports'

/** path from the project's root → text */
export type Sources = Map<string, string>

const matches = (path: string, rooms: string[]) => rooms.some((room) => new RegExp(room).test(path))

const STYLES = '\\.css$'

function strangers(sources: Sources): string[] {
  return [...sources.keys()]
    .filter((path) => !matches(path, [TEST, STYLES, ...Object.values(ROOMS)]))
    .map(
      (path) => `${path} stands in no room: a file of core or of a feature ends in .contract, .server, .web or .test`,
    )
}

const PATHLESS = /^src\/(web\/(?!layout\/)|server\/db\/ledger\/)/
/** Of the application itself: its API, its files. */
const OWN_PATHS = /^\/(api|assets|sw\.js)\b/
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** A path would be knowledge of a feature that no import shows. */
const kitsThatKnowPaths = (sources: Sources) =>
  [...sources].flatMap(([path, text]) => {
    if (!PATHLESS.test(path) || matches(path, [TEST])) return []
    const code = text.replace(COMMENT, '').replace(/^import .*$/gm, '')
    const known = [...code.matchAll(/['"`](\/[a-z][\w/.-]*)|\b(hrefOf\('\w+')/g)].map(
      ([, found, page]) => found ?? page!,
    )
    return known
      .filter((found) => !OWN_PATHS.test(found))
      .map((found) => `${path} is a kit and knows the path ${found}: a contract or an argument says it`)
  })

const THE_PAGES = 'src/shared/pages.ts'
/** '/journals/$path' → what an address of it looks like; a value put in by a template is a part of it. */
const LOOKS = Object.values(PAGES).map(
  ({ path }) => new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}$`),
)
const ADDRESS = /(.{0,12})(?:['"`]|\$\{[^{}]*\})(\/(?:\$\{[^}]*\}|[\w/-])*)(?=[?#'"`])/g
const IN_A_LINK = /\b((to|href)(=\{?|: )|(navigate|assign)\()$/

/** An address in the text of a file goes on leading there when the page has moved. The path of a call is none. */
const writtenAddresses = (sources: Sources) =>
  [...sources].flatMap(([path, text]) => {
    if (path === THE_PAGES || matches(path, [TEST, ROOMS.testing])) return []
    return [...text.replace(COMMENT, '').matchAll(ADDRESS)]
      .filter(([, before, found]) => (found === '/' ? IN_A_LINK.test(before!) : !before!.endsWith('path: ')))
      .filter(([, , found]) => LOOKS.some((look) => look.test(found!)))
      .map(([, , found]) => `${path} writes the address ${found}; hrefOf(page, values) does`)
  })

const LEDGER = /^src\/server\/db\/ledger\/[^/]+\.ts$/
const LEDGER_TABLES = '(fish_entries|fish_groups|stock_entries|stock_days|stock_amounts)'
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

const SERVER = [ROOMS.server, ROOMS['slice server'], ROOMS['app server'], ROOMS['main server']]
const LIMITS = /\bownLimits\b|\buser\.(location|stock)_ids\b|\b(location|stock)_ids\b[^}]*\} = (\w+\.)?user\b/
/** The last one gives a new person the limits of whoever invites. */
const MAY_READ_LIMITS = ['src/server/scope.ts', 'src/server/session.ts', 'src/features/people/person/given.server.ts']

const foreignLimits = (sources: Sources) =>
  [...sources]
    .filter(
      ([path, text]) =>
        matches(path, SERVER) && !matches(path, [TEST]) && LIMITS.test(text) && !MAY_READ_LIMITS.includes(path),
    )
    .map(([path]) => `${path} reads what a user is limited to; scope(user) puts it into a statement`)

const KITS = /^src\/(core\/documents\/(engine|form|fields|journal|open|reading|change-log|why|lots)|web|server)\//
const KIND_NAMED = /\bkind\)?\s*[!=]==\s*['"`](\w+)|['"`](\w+)['"`]\s*[!=]==\s*(?:\w+\.)*kind\b/g

/** A kit that asks for one kind by its name is changed for each new kind; a rule of `KindRules` says the difference. */
const kitsThatKnowKinds = (sources: Sources) => {
  const kinds = new Set(
    [...sources].flatMap(([path, text]) =>
      path.startsWith('src/core/documents/kinds/')
        ? [...text.matchAll(/^ +kind: '(\w+)'/gm)].map(([, kind]) => kind!)
        : [],
    ),
  )
  return [...sources].flatMap(([path, text]) => {
    if (!KITS.test(path) || matches(path, [TEST])) return []
    return [...text.replace(COMMENT, '').matchAll(KIND_NAMED)]
      .map(([, right, left]) => right ?? left!)
      .filter((name) => kinds.has(name))
      .map((name) => `${path} is a kit and asks for the kind ${name}: a rule of the kind says what differs`)
  })
}

const MAX_LINES = 300
const GENERATED = 'src/server/db/tables.ts'

const longFiles = (sources: Sources) =>
  [...sources]
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ path, lines }) => lines > MAX_LINES && path !== GENERATED)
    .map(({ path, lines }) => `${path} has ${lines} lines, at most ${MAX_LINES} are read at once`)

/** Prettier wraps neither comments nor SQL. ESLint finds long comments in code, but sees no SQL and no stylesheet. */
const MAX_COLUMNS = 120
const SQL_LINE =
  /^\s*[`'"]?(select|with|from|where|(left |cross )?join|insert|update|delete|values|union|order by|group by|and|or|on|case|when|exists)\b/

const longLines = (sources: Sources) =>
  [...sources].flatMap(([path, text]) => {
    if (matches(path, [TEST])) return []
    const lines = matches(path, [STYLES]) ? /^.*$/ : SQL_LINE
    return text.split('\n').flatMap((line, at) => {
      if (line.length <= MAX_COLUMNS || !lines.test(line)) return []
      return [`${path}:${at + 1} has ${line.length} columns: SQL and stylesheets wrap at ${MAX_COLUMNS}`]
    })
  })

const MAX_FILES = 18
const isSource = (path: string) => !matches(path, [TEST, STYLES])

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

export const TEXT_RULES: Record<string, (sources: Sources) => string[]> = {
  'every file stands in a room': strangers,
  'kits and ledger hold no path': kitsThatKnowPaths,
  'addresses of pages are written by hrefOf': writtenAddresses,
  'kits of documents name no kind': kitsThatKnowKinds,
  'only the ledger writes its tables': foreignWriters,
  'only scope(user) reads what a user is limited to': foreignLimits,
  'a file has at most 300 lines': longFiles,
  'SQL and stylesheets wrap at 120 columns': longLines,
  'a folder has at most 18 files': crowdedFolders,
  'there is no barrel': barrels,
}
