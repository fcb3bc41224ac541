/** Names of a book and of the farm side by side: the lists, what was chosen, and what came up while it was read. */
import type { Parameter } from '../../../core/cages/readings/readings.server'
import type { MeasureTypeId } from '../../../core/lists/libraries/measure-parameter.contract'
import type { NamedList } from '../calls/past-words.contract'
import type { Choice } from '../calls/past-names.contract'
import { nameKey } from './cells.server'
import type { Known, NamedRow } from './known-names.server'

/** Ids from here on stand for rows that will be created: no list is so long. */
export const FIRST_NEW = 2_000_000_000
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

/** What a book may have of a row of a list, by its columns. */
export type Given = Record<string, unknown> & {
  location_id?: number
  species_id?: number
  date?: string
  avg_weight_from?: number | null
  avg_weight_to?: number | null
  type?: string
  measure?: string
  measure_type?: MeasureTypeId
  symbol?: string
  depth?: number[]
}

export type Choices = Record<string, Choice>

export interface Asked {
  list: NamedList
  name: string
  rows: number
  create: string | null
  type: Said['type']
  of: Said['of']
}

/** The lists of a farm, what was chosen, and what came up while a book was read. */
export interface Matching extends Known {
  choices: Choices
  byKey: Map<string, NamedRow[]>
  /** the name of each row by list and id, of new ones too */
  byId: Map<string, string>
  asked: Map<string, Asked>
  made: Map<string, NewName>
}

export function openMatching(known: Known, choices: Choices): Matching {
  const [byKey, byId] = [new Map<string, NamedRow[]>(), new Map<string, string>()]
  for (const [list, rows] of Object.entries(known.lists) as [NamedList, NamedRow[]][])
    for (const row of rows) {
      const key = `${list}:${nameKey(list, row.name)}`
      byKey.set(key, [...(byKey.get(key) ?? []), row])
      byId.set(`${list}:${row.id}`, row.name)
    }
  return { ...known, choices, byKey, byId, asked: new Map(), made: new Map() }
}

/** Lists whose rows belong to a module: the same name in another one is another row. */
export const OF_MODULE: ReadonlySet<NamedList> = new Set(['cage', 'parameter'])

/** Rows with very nearly one name are told apart where a book has them all. */
export function describe(matching: Matching, list: NamedList, name: string, given: Given): 'there' | 'new' {
  const { lists, made, byKey, byId } = matching
  const key = `${list}:${nameKey(list, name)}`
  const { location_id, species_id: species = null, date: day = '', type, measure } = given
  const module = OF_MODULE.has(list) ? location_id! : null
  const alike = byKey.get(key) ?? []
  if (alike.some((row) => row.module === module && (row.name === name || !isNew(row.id!)))) return 'there'
  const id = FIRST_NEW + made.size
  const row = { id, code: null, name, module, from: given.avg_weight_from ?? null, to: given.avg_weight_to ?? null }
  lists[list].push(row)
  byKey.set(key, [...alike, row])
  byId.set(`${list}:${id}`, name)
  const good = type && measure ? { type, measure } : null
  const { measure_type, symbol, depth } = given
  const parameter = measure_type && symbol && depth ? { measure_type, symbol, depth } : null
  made.set(`${list} ${id}`, { list, id, name, module, species, good, parameter, day, given })
  return 'new'
}
