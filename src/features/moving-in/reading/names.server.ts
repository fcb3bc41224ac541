/** Names in a file are matched with the farm's lists, or asked about once each: which one it is, a new one, or none. */
import type { Parameter } from '../../../core/cages/readings/readings.server'
import { plain } from '../../../server/sheets/cells'
import { cageNumber, nameKey } from './cells.server'
import type { Known, NamedRow } from './known-names.server'
import { newParameter, parameterLike } from './parameters.server'
import type { Choice, Question } from '../calls/past-names.contract'
import type { NamedList } from '../calls/past-words.contract'

/** Ids from here on stand for rows that will be created: no list is so long. */
const FIRST_NEW = 2_000_000_000
export const isNew = (id: number): boolean => id >= FIRST_NEW

/** A row of a list that the import creates. */
export interface NewName {
  list: NamedList
  id: number
  name: string
  /** of a cage or a parameter, perhaps new as well */
  module: number | null
  /** of a generation */
  species: number | null
  /** of a good: its type and measure */
  good: NewGood | null
  parameter: Omit<Parameter, 'id' | 'name' | 'location_id'> | null
  /** the first day that names it */
  day: string
  /** columns that the book has of it */
  given?: Record<string, unknown>
}

/** What a good that rows name has to be; any consumable where it is just received. */
interface NewGood {
  type: string
  measure: string
}

/** What a book may have of a row of a list, by its columns. */
type Given = Record<string, unknown> & {
  location_id?: number
  species_id?: number
  date?: string
  avg_weight_from?: number | null
  avg_weight_to?: number | null
  type?: string
  measure?: string
}

/** What a name stands for; null while nobody has said. */
export type Found = { id: number } | { code: string } | 'skip' | null

/** What else a row says of a name. */
export interface Said {
  day: string
  /** the cells that say it: a row of several operations waits once */
  of?: object
  module?: number | null
  species?: number | null
  /** milligrams of a fish, by which a category is known */
  average?: number | null
  /** the good is given to fish: only one of this type will do */
  type?: 'feed' | 'medicine' | null
  measure?: string
  /** of a parameter: centimetres, where its title says them */
  depth?: number | null
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
  parameter: 'Температура воды',
  article: 'Прочее',
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
  type: Said['type']
  of: Said['of']
}

export interface Names {
  /** A row of a list that the book has itself: it is there, or will be, and nobody is asked about it. */
  describe(list: NamedList, name: string, given: Record<string, unknown>): 'there' | 'new'
  find(list: NamedList, name: string, said: Said): Found
  questions(): Question[]
  created(): NewName[]
  /** of a row that is there or will be */
  nameOf(list: NamedList, id: number): string
  measureOf(this: void, good: number): string | undefined
  /** of a cage that is there or will be */
  moduleOf(cage: number): number | null
  parameterOf(id: number): Parameter
}

/** The lists of a farm, what was chosen, and what came up while a book was read. */
interface Matching extends Known {
  choices: Choices
  byKey: Map<string, NamedRow[]>
  /** the name of each row by list and id, of new ones too */
  byId: Map<string, string>
  asked: Map<string, Asked>
  made: Map<string, NewName>
}

function openMatching(known: Known, choices: Choices): Matching {
  const [byKey, byId] = [new Map<string, NamedRow[]>(), new Map<string, string>()]
  for (const [list, rows] of Object.entries(known.lists) as [NamedList, NamedRow[]][])
    for (const row of rows) {
      const key = `${list}:${nameKey(list, row.name)}`
      byKey.set(key, [...(byKey.get(key) ?? []), row])
      byId.set(`${list}:${row.id}`, row.name)
    }
  return { ...known, choices, byKey, byId, asked: new Map(), made: new Map() }
}

/** Fish are fed with feed alone and treated with medicines; a new good is what it is first named for. */
function fits({ goods, made }: Matching, list: NamedList, id: number | null, { type }: Pick<Said, 'type'>): boolean {
  if (list !== 'good' || !type || id === null) return true
  const own = isNew(id) ? [...made.values()].find((one) => one.id === id)?.good : goods.get(id)
  return own?.type === type
}

/** What a new row of a list stands on is asked about at once. */
const STANDS_ON: Partial<Record<NamedList, 'module' | 'species'>> = {
  cage: 'module',
  generation: 'species',
  parameter: 'module',
}

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
  if (!before) asked.set(key, { list, name, rows: 1, create, type: said.type, of: said.of })
  else if (!said.of || before.of !== said.of) {
    before.rows++
    before.of = said.of
  }
  return null
}

/** Where rows say nothing: the only row there is, or the category of that average. */
function unnamed(matching: Matching, list: NamedList, said: Said): Found {
  const rows = matching.lists[list].filter(({ id }) => fits(matching, list, id, said))
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

/** Lists whose rows belong to a module: the same name in another one is another row. */
const OF_MODULE: ReadonlySet<NamedList> = new Set(['cage', 'parameter'])

function create(matching: Matching, list: NamedList, name: string, said: Said): Found {
  const { made, byKey, byId } = matching
  const ofModule = OF_MODULE.has(list)
  const module = ofModule ? needed(matching, 'module', said.module, said) : null
  const species = list === 'generation' ? needed(matching, 'species', said.species, said) : null
  if ((ofModule && module === null) || (list === 'generation' && species === null)) return null
  const there = byKey.get(`${list}:${nameKey(list, name)}`)?.filter((row) => !ofModule || row.module === module)
  if (there?.length === 1) return fits(matching, list, there[0]!.id, said) ? foundOf(there[0]!) : null
  const key = `${list}:${module ?? ''}:${nameKey(list, name)}`
  const before = made.get(key)
  if (before) {
    if (!fits(matching, list, before.id, said)) return null
    if (said.day < before.day) before.day = said.day
    const { depth } = before.parameter ?? {}
    if (depth && said.depth != null && !depth.includes(said.depth)) depth.push(said.depth)
    return { id: before.id }
  }
  const id = FIRST_NEW + made.size
  const good = list === 'good' ? { type: said.type ?? 'feed', measure: said.measure ?? 'kg' } : null
  const parameter = list === 'parameter' ? newParameter(matching.parameters, name, said.depth ?? null) : null
  made.set(key, { list, id, name, module, species, good, parameter, day: said.day })
  byId.set(`${list}:${id}`, name)
  return { id }
}

/** What an answer means for a row; null where it means nothing any more. */
function chosen(matching: Matching, list: NamedList, choice: Choice, said: Said): Found {
  if ('skip' in choice) return 'skip'
  // a parameter is chosen by its name, for each module
  if ('code' in choice) return list === 'parameter' ? create(matching, list, choice.code, said) : { code: choice.code }
  if ('create' in choice) return create(matching, list, choice.create, said)
  const known = matching.byId.has(`${list}:${choice.id}`) && fits(matching, list, choice.id, said)
  return known ? { id: choice.id } : null
}

/** Rows with very nearly one name are told apart where a book has them all. */
function describe(matching: Matching, list: NamedList, name: string, given: Given): 'there' | 'new' {
  const { lists, made, byKey, byId } = matching
  const key = `${list}:${nameKey(list, name)}`
  const { location_id, species_id: species = null, date: day = '', type, measure } = given
  const module = list === 'cage' ? location_id! : null
  const alike = byKey.get(key) ?? []
  if (alike.some((row) => row.module === module && (row.name === name || !isNew(row.id!)))) return 'there'
  const id = FIRST_NEW + made.size
  const row = { id, code: null, name, module, from: given.avg_weight_from ?? null, to: given.avg_weight_to ?? null }
  lists[list].push(row)
  byKey.set(key, [...alike, row])
  byId.set(`${list}:${id}`, name)
  const good = type && measure ? { type, measure } : null
  made.set(`${list} ${id}`, { list, id, name, module, species, good, parameter: null, day, given })
  return 'new'
}

const WAITS = ['create', 'code']

function find(matching: Matching, list: NamedList, name: string, said: Said): Found {
  const { choices, byKey, byId } = matching
  const own = nameKey(list, name)
  const module = OF_MODULE.has(list) && said.module ? byId.get(`module:${said.module}`) : undefined
  const shown = module === undefined || list === 'parameter' ? name : `${module}${QUALIFIED}${name}`
  const choice = choices[choiceKey(list, shown)]
  // an answer that waits for another one is not asked about again; another good may have the name
  if (choice)
    return (
      chosen(matching, list, choice, said) ??
      (WAITS.some((key) => key in choice) && list !== 'good' ? null : ask(matching, list, shown, said))
    )
  const there = own === '' ? [] : (byKey.get(`${list}:${own}`) ?? [])
  const ofModule = there.filter((row) => module === undefined || row.module === said.module)
  const rows = ofModule.filter(({ id }) => fits(matching, list, id, said))
  const exact = rows.length > 1 ? rows.filter((row) => row.name === name) : rows
  if (exact.length === 1) return foundOf(exact[0]!)
  const like = list === 'parameter' && said.module ? parameterLike(matching.parameters, name, said.module) : null
  return like ?? (own === '' ? unnamed(matching, list, said) : null) ?? ask(matching, list, shown, said)
}

/** Of a parameter each name once, whatever modules have it. */
const optionOf = (list: NamedList, { id, code, name }: NamedRow) =>
  list === 'parameter' ? { id: null, code: name, name } : { id, code, name }

const questionsOf = (matching: Matching): Question[] =>
  [...matching.asked.values()].map(({ type, of: _, ...one }) => {
    const rows = matching.lists[one.list].filter(
      ({ id }) => (id === null || !isNew(id)) && fits(matching, one.list, id, { type }),
    )
    const options = rows.map((row) => ({ ...optionOf(one.list, row), like: likeness(one.name, row.name) }))
    return {
      ...one,
      options: [...new Map(options.map((option) => [`${option.id} ${option.code}`, option])).values()]
        .sort((a, b) => b.like - a.like)
        .slice(0, MAX_OPTIONS)
        .map(({ id, code, name }) => ({ id, code, name })),
      choice: null,
    }
  })

const madeOf = ({ made }: Matching, list: NamedList, id: number) =>
  [...made.values()].find((one) => one.list === list && one.id === id)

function parameterOf(matching: Matching, id: number): Parameter {
  const known = matching.parameters.get(id)
  if (known) return known
  const { parameter, name, module } = madeOf(matching, 'parameter', id)!
  return { id, name, location_id: module!, ...parameter! }
}

export function openNames(known: Known, choices: Choices): Names {
  const matching = openMatching(known, choices)
  const modules = new Map(known.lists.cage.map(({ id, module }) => [id, module]))
  return {
    describe: (list, name, given) => describe(matching, list, name, given),
    find: (list, name, said) => find(matching, list, name, said),
    questions: () => questionsOf(matching),
    created: () => [...matching.made.values()],
    measureOf: (good) => matching.goods.get(good)?.measure ?? madeOf(matching, 'good', good)?.good?.measure,
    nameOf: (list, id) => matching.byId.get(`${list}:${id}`) ?? '',
    moduleOf: (cage) => modules.get(cage) ?? madeOf(matching, 'cage', cage)?.module ?? null,
    parameterOf: (id) => parameterOf(matching, id),
  }
}
