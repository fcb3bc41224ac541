/** Names in a file are matched with the farm's lists, or asked about once each: which one it is, a new one, or none. */
import type { Parameter } from '../../../core/cages/readings/readings.server'
import { plain } from '../../../server/sheets/cells'
import { cageNumber, nameKey } from './cells.server'
import type { Known, NamedRow } from './known-names.server'
import {
  type Choices,
  describe,
  FIRST_NEW,
  isNew,
  type Matching,
  type NewName,
  OF_MODULE,
  openMatching,
  type Said,
} from './matching.server'
import { newParameter, parameterLike } from './parameters.server'
import type { Choice, Question } from '../calls/past-names.contract'
import type { NamedList } from '../calls/past-words.contract'

/** What a name stands for; null while nobody has said. */
export type Found = { id: number } | { code: string } | 'skip' | null

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
  counterparty: 'Контрагент',
  employee: 'Сотрудник',
  cause: 'Прочее',
}

/** How alike two names are: the share of pairs of letters that both have. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => new Set([...text].map((letter, index) => letter + (text[index + 1] ?? '')))
  const [a, b] = [pairs(plain(one)), pairs(plain(other))]
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size || 1)
}

const MAX_OPTIONS = 50
const foundOf = ({ id, code }: Pick<NamedRow, 'id' | 'code'>): Found => (id === null ? { code: code! } : { id })

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
