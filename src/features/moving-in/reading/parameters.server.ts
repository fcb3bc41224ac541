/** What is measured in water, by the words of a title. Pure. */
import type { Parameter } from '../../../core/cages/readings/readings.server'
import { MEASURE_TYPES, type MeasureTypeId } from '../../../core/lists/libraries/measure-parameter.contract'
import { plain } from '../../../server/sheets/cells'
import { parseDecimal } from '../../../shared/numbers'
import words from './words.json'

const TYPES = Object.entries(words.readings).map(
  ([type, pattern]) => [type as MeasureTypeId, new RegExp(pattern)] as const,
)

const typeOf = (title: string): MeasureTypeId | null =>
  TYPES.find(([, pattern]) => pattern.test(plain(title)))?.[0] ?? null

/** Whether a title names what is measured. */
export const isReading = (title: string): boolean => typeOf(title) !== null

const DEPTH = /(\d+(?:[.,]\d+)?)\s*(?:м|m)(?=$|[\s,.)])/i

/** Metres → centimetres; null for what is no depth. */
export function depthOf(text: string | number): number | null {
  const metres = typeof text === 'string' ? text.replace(/\s*[мm]\.?$/i, '') : text
  const centimetres = parseDecimal(metres, 2)
  return centimetres !== null && centimetres >= 0 ? centimetres : null
}

/** «Температура воды, °C, 2 м» → its name and depth in centimetres. */
export function parameterOfTitle(title: string): { name: string; depth: number | null } {
  const [, metres] = DEPTH.exec(title) ?? []
  const [name = ''] = title.replace(DEPTH, '').split(/[,(]/)
  return { name: name.trim() || title.trim(), depth: metres === undefined ? null : depthOf(metres) }
}

/** The only parameter of a module that measures what the name says. */
export function parameterLike(
  parameters: ReadonlyMap<number, Parameter>,
  name: string,
  module: number,
): { id: number } | null {
  const type = typeOf(name)
  const like = [...parameters.values()].filter(
    ({ location_id, measure_type }) => location_id === module && measure_type === type,
  )
  return type !== null && like.length === 1 ? { id: like[0]!.id } : null
}

/** A new parameter is as its namesake in another module, or as its name says. */
export function newParameter(
  parameters: ReadonlyMap<number, Parameter>,
  name: string,
  depth: number | null,
): Pick<Parameter, 'measure_type' | 'symbol' | 'depth'> {
  const namesake = [...parameters.values()].find((one) => plain(one.name) === plain(name))
  const measure_type = namesake?.measure_type ?? typeOf(name) ?? 'other'
  const symbol = namesake?.symbol ?? (MEASURE_TYPES[measure_type].symbol || '–')
  return { measure_type, symbol, depth: depth === null ? (namesake?.depth.slice(0, 1) ?? [0]) : [depth] }
}
