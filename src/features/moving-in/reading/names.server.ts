/** Names in a file are matched with the farm's lists, or asked about once each: which one it is, a new one, or none. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { plain } from '../../../server/sheets/cells'
import { cageNumber, nameKey } from './cells.server'
import type { Choice, Question } from '../calls/past.contract'
import type { NamedList } from '../calls/past-words.contract'

export interface NamedRow {
  /** null for a list of codes */
  id: number | null
  code: string | null
  name: string
  /** of a cage */
  module: number | null
  /** of a category, milligrams */
  from: number | null
  to: number | null
}
export type KnownNames = Record<NamedList, NamedRow[]>

const TABLES: Record<NamedList, string> = {
  module: `select id, null as code, name, null::int as module, null::bigint as "from", null::bigint as "to" from locations`,
  cage: `select id, null, number, location_id, null, null from cages`,
  species: `select id, null, name, null, null, null from species`,
  generation: `select id, null, name, null, null, null from generations`,
  category: `select id, null, name, null, avg_weight_from, avg_weight_to from age_categories`,
  good: `select id, null, name, null, null, null from goods`,
  stock: `select id, null, name, null, null, null from stocks`,
  reason: `select null::int, code, name, null, null, null from withdrawal_reasons`,
}
const MORE: Partial<Record<NamedList, string>> = { good: `and kind = 'good'` }

export async function readNames(tx: Tx, company: number): Promise<KnownNames> {
  const lists = Object.keys(TABLES) as NamedList[]
  const rows = await Promise.all(
    lists.map((list) =>
      tx.rows<NamedRow>(sql`select * from (${sql.raw(TABLES[list])} where company_id = ${company}
        ${sql.raw(MORE[list] ?? '')}) l (id, code, name, module, "from", "to") order by 1, 3`),
    ),
  )
  return Object.fromEntries(lists.map((list, index) => [list, rows[index]!])) as KnownNames
}

interface KnownGood {
  id: number
  type: string
  measure: string
}

export const readGoods = (tx: Tx, company: number) =>
  tx.rows<KnownGood>(sql`select id, type, measure from goods where company_id = ${company} and kind = 'good'`)

/** Ids from here on stand for rows that will be created: no list is so long. */
const FIRST_NEW = 2_000_000_000
export const isNew = (id: number): boolean => id >= FIRST_NEW

/** A row of a list that the import creates. */
export interface NewName {
  list: NamedList
  id: number
  name: string
  /** of a cage, perhaps new as well */
  module: number | null
  /** of a generation */
  species: number | null
  /** the first day that names it */
  day: string
}

/** What a name stands for; null while nobody has said. */
export type Found = { id: number } | { code: string } | 'skip' | null

/** What else a row says of a name. */
export interface Said {
  day: string
  module?: number | null
  species?: number | null
  /** milligrams of a fish, by which a category is known */
  average?: number | null
  /** the good is given to fish */
  feed?: boolean
}

export type Choices = Record<string, Choice>

/** «Модуль 1 / 7»: a cage whose row names its module. */
const QUALIFIED = ' / '
export const choiceKey = (list: NamedList, name: string): string => {
  const [own = '', ...before] = name.split(QUALIFIED).reverse()
  const module = list === 'cage' && before.length > 0 ? nameKey('module', before.reverse().join(QUALIFIED)) : ''
  return list === 'cage' ? `${list}:${module}|${nameKey(list, own)}` : `${list}:${nameKey(list, name)}`
}

const CREATABLE: Record<NamedList, string | null> = {
  module: 'Модуль 1',
  cage: '',
  species: 'Рыба',
  generation: 'Генерация {{year}}',
  category: 'Без категории',
  good: 'Корм',
  stock: 'Склад',
  reason: null,
}

/** How alike two names are: the share of pairs of letters that both have. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => new Set([...text].map((letter, index) => letter + (text[index + 1] ?? '')))
  const [a, b] = [pairs(plain(one)), pairs(plain(other))]
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size || 1)
}

const MAX_OPTIONS = 50
const foundOf = ({ id, code }: Pick<NamedRow, 'id' | 'code'>): Found => (id === null ? { code: code! } : { id })

interface Asked {
  list: NamedList
  name: string
  rows: number
  create: string | null
  feed: boolean
}

export interface Names {
  find(list: NamedList, name: string, said: Said): Found
  questions(): Question[]
  created(): NewName[]
  /** of a row that is there or will be */
  nameOf(list: NamedList, id: number): string
  measureOf(this: void, good: number): string | undefined
}

/** The lists of a farm, what was chosen, and what came up while a book was read. */
interface Matching {
  known: KnownNames
  goods: ReadonlyMap<number, KnownGood>
  choices: Choices
  byKey: Map<string, NamedRow[]>
  /** the name of each row by list and id, of new ones too */
  byId: Map<string, string>
  asked: Map<string, Asked>
  made: Map<string, NewName>
}

function openMatching(known: KnownNames, goods: readonly KnownGood[], choices: Choices): Matching {
  const [byKey, byId] = [new Map<string, NamedRow[]>(), new Map<string, string>()]
  for (const [list, rows] of Object.entries(known) as [NamedList, NamedRow[]][])
    for (const row of rows) {
      const key = `${list}:${nameKey(list, row.name)}`
      byKey.set(key, [...(byKey.get(key) ?? []), row])
      byId.set(`${list}:${row.id}`, row.name)
    }
  const goodsById = new Map(goods.map((good) => [good.id, good]))
  return { known, goods: goodsById, choices, byKey, byId, asked: new Map(), made: new Map() }
}

/** Fish are given feed alone; a new good is one. */
const fits = ({ goods }: Matching, list: NamedList, id: number | null, { feed }: Pick<Said, 'feed'>): boolean =>
  list !== 'good' || !feed || id === null || isNew(id) || goods.get(id)?.type === 'feed'

/** What a new row of a list stands on is asked about at once. */
const STANDS_ON: Partial<Record<NamedList, 'module' | 'species'>> = { cage: 'module', generation: 'species' }

/** A name for a new row; null where there can be none. */
function newName(list: NamedList, name: string, day: string): string | null {
  const usual = CREATABLE[list]
  if (usual === null) return null
  const own = list === 'cage' ? cageNumber(name.split(QUALIFIED).at(-1)!) : name
  return own || usual.replace('{{year}}', day.slice(0, 4))
}

function ask(matching: Matching, list: NamedList, name: string, said: Said): null {
  const { asked } = matching
  const key = choiceKey(list, name)
  const before = asked.get(key)
  const create = newName(list, name, said.day)
  const ground = STANDS_ON[list]
  if (ground) needed(matching, ground, said[ground], said)
  if (before) before.rows++
  else asked.set(key, { list, name, rows: 1, create, feed: said.feed ?? false })
  return null
}

/** Where rows say nothing: the only row there is, or the category of that average. */
function unnamed(matching: Matching, list: NamedList, said: Said): Found {
  const rows = matching.known[list].filter(({ id }) => fits(matching, list, id, said))
  const { average } = said
  if (list === 'category' && average) {
    const holds = ({ from, to }: NamedRow) =>
      (from !== null || to !== null) && (from ?? 0) <= average && average < (to ?? Infinity)
    const fitting = rows.filter(holds)
    if (fitting.length === 1) return foundOf(fitting[0]!)
  }
  return rows.length === 1 && list !== 'generation' ? foundOf(rows[0]!) : null
}

/** A list that a new row stands on: what the row of the file says, or what there is; null while nobody knows. */
function needed(matching: Matching, list: NamedList, given: number | null | undefined, said: Said): number | null {
  if (given) return given
  const found = find(matching, list, '', said)
  return found !== null && found !== 'skip' && 'id' in found ? found.id : null
}

function create(matching: Matching, list: NamedList, name: string, said: Said): Found {
  const { made, byKey, byId } = matching
  const module = list === 'cage' ? needed(matching, 'module', said.module, said) : null
  const species = list === 'generation' ? needed(matching, 'species', said.species, said) : null
  if ((list === 'cage' && module === null) || (list === 'generation' && species === null)) return null
  const there = byKey.get(`${list}:${nameKey(list, name)}`)?.filter((row) => list !== 'cage' || row.module === module)
  if (there?.length === 1) return fits(matching, list, there[0]!.id, said) ? foundOf(there[0]!) : null
  const key = `${list}:${module ?? ''}:${nameKey(list, name)}`
  const before = made.get(key)
  if (before) {
    if (said.day < before.day) before.day = said.day
    return { id: before.id }
  }
  const id = FIRST_NEW + made.size
  made.set(key, { list, id, name, module, species, day: said.day })
  byId.set(`${list}:${id}`, name)
  return { id }
}

function find(matching: Matching, list: NamedList, name: string, said: Said): Found {
  const { choices, byKey, byId } = matching
  const own = nameKey(list, name)
  const module = list === 'cage' && said.module ? byId.get(`module:${said.module}`) : undefined
  const shown = module === undefined ? name : `${module}${QUALIFIED}${name}`
  const choice = choices[choiceKey(list, shown)]
  if (choice && 'skip' in choice) return 'skip'
  if (choice && 'code' in choice) return { code: choice.code }
  if (choice && 'create' in choice) {
    const made = create(matching, list, choice.create, said)
    // another good has that name
    return made ?? (list === 'good' ? ask(matching, list, shown, said) : null)
  }
  if (choice) {
    const known = byId.has(`${list}:${choice.id}`) && fits(matching, list, choice.id, said)
    return known ? { id: choice.id } : ask(matching, list, shown, said)
  }
  const there = own === '' ? [] : (byKey.get(`${list}:${own}`) ?? [])
  const ofModule = there.filter((row) => module === undefined || row.module === said.module)
  const rows = ofModule.filter(({ id }) => fits(matching, list, id, said))
  if (rows.length === 1) return foundOf(rows[0]!)
  return (own === '' ? unnamed(matching, list, said) : null) ?? ask(matching, list, shown, said)
}

const questionsOf = (matching: Matching): Question[] =>
  [...matching.asked.values()].map(({ feed, ...one }) => ({
    ...one,
    options: matching.known[one.list]
      .filter(({ id }) => fits(matching, one.list, id, { feed }))
      .map((row) => ({ ...row, like: likeness(one.name, row.name) }))
      .sort((a, b) => b.like - a.like)
      .slice(0, MAX_OPTIONS)
      .map(({ id, code, name }) => ({ id, code, name })),
    choice: null,
  }))

export function openNames(known: KnownNames, goods: readonly KnownGood[], choices: Choices): Names {
  const matching = openMatching(known, goods, choices)
  return {
    find: (list, name, said) => find(matching, list, name, said),
    questions: () => questionsOf(matching),
    created: () => [...matching.made.values()],
    measureOf: (good) => matching.goods.get(good)?.measure,
    nameOf: (list, id) => matching.byId.get(`${list}:${id}`) ?? '',
  }
}
