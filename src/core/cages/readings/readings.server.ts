/** Checks a reading's references and value, and stores many at once. */
import { sql } from 'kysely'
import { MILLIONTHS } from '../../../shared/numbers'
import { say, type Phrase } from '../../../shared/say'
import type { Tx } from '../../../server/db/client'
import { forbidden, notFound } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { type Limits, scope } from '../../../server/scope'
import { MEASURE_TYPES, type MeasureTypeId } from '../../lists/libraries/measure-parameter.contract'
import { toMetres } from '../../lists/libraries/measure-parameters.server'

export interface Parameter {
  id: number
  name: string
  location_id: number
  measure_type: MeasureTypeId
  symbol: string
  /** centimetres, ascending */
  depth: number[]
}

export interface Reading {
  measure_parameter_id: number
  location_id: number
  cage_id: number | null
  at: string
  /** centimetres */
  depth: number
  /** millionths */
  value: number
}

/** Who a reading is from. */
export interface Author {
  user_id: number | null
  external_user_id: number | null
  /** of a person who could not send it themselves */
  sent_by?: number | null
  recorded_by?: string | null
  /** of a past that brings them; each has its `source_row` */
  import_id?: number
}

/** Parameters of open modules: of these ids, of one module, or all; with `offered` without archived ones. */
export async function readParameters(
  { tx, company, user }: { tx: Tx; company: { id: number }; user: Limits },
  { ids, location = null, offered = false }: { ids?: number[]; location?: number | null; offered?: boolean } = {},
): Promise<Map<number, Parameter>> {
  const rows = await tx.rows<Parameter>(sql`
    select id, name, location_id, measure_type, symbol, depth from measure_parameters
    where company_id = ${company.id} ${ids ? sql`and id = any(${ids}::int[])` : sql``}
      ${location === null ? sql`` : sql`and location_id = ${location}`} ${
        offered
          ? sql`and archived_at is
        null`
          : sql``
      }
      ${scope(user).modules('location_id')}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Cages by id → their module. */
export async function readCageModules(tx: Tx, company: number, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: number; location_id: number }>(
    sql`select id, location_id from cages where company_id = ${company} and id = any(${ids}::int[])`,
  )
  return new Map(rows.map((row) => [row.id, row.location_id]))
}

/** A module of the company that is open to the user. */
export async function requireModule({ tx, company, user }: Context, location: number): Promise<void> {
  const known = await tx.maybe(sql`select 1 from locations where company_id = ${company.id} and id = ${location}`)
  if (!known) throw notFound('Модуль не найден.')
  if (!scope(user).opensModule(location)) throw forbidden()
}

/** Why a value cannot be in water; null when it can. */
export function valueFault({ measure_type }: Parameter, value: number): Phrase | null {
  const type = MEASURE_TYPES[measure_type]
  if (!('min' in type)) return null
  const possible = value >= type.min * MILLIONTHS && value <= type.max * MILLIONTHS
  return possible ? null : say('Введите число от {{min}} до {{max}}', { min: type.min, max: type.max })
}

export const depthFault = ({ depth }: Parameter, wanted: number): Phrase | null =>
  depth.includes(wanted)
    ? null
    : say('У параметра нет такой глубины, есть {{depths}} м', { depths: depth.map(toMetres) })

export function cageFault({ location_id }: Parameter, cage: number, modules: Map<number, number>): string | null {
  const module = modules.get(cage)
  return module === undefined ? 'Садок не найден' : module === location_id ? null : 'Садок другого модуля'
}

const columns = (readings: readonly Reading[]) => sql`unnest(
  ${readings.map((one) => one.measure_parameter_id)}::int[], ${readings.map((one) => one.location_id)}::int[],
  ${readings.map((one) => one.cage_id)}::int[], ${readings.map((one) => one.at)}::timestamp[],
  ${readings.map((one) => one.depth)}::int[], ${readings.map((one) => one.value)}::bigint[])
  with ordinality as n (measure_parameter_id, location_id, cage_id, at, depth, value, place)`

/** Which of these are stored already, by place, with the stored value. */
export async function findStored(tx: Tx, company: number, readings: readonly Reading[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ place: number; value: number }>(sql`
    select n.place::int as place, m.value from ${columns(readings)}
    join measurements m on m.company_id = ${company} and m.measure_parameter_id = n.measure_parameter_id and m.at = n.at
      and m.depth = n.depth
      and m.cage_id is not distinct from n.cage_id`)
  return new Map(rows.map((row) => [row.place - 1, row.value]))
}

/** Stores readings; an existing one stays as it is. Answers the new ids with their places. */
export async function insertReadings(
  tx: Tx,
  company: number,
  readings: readonly (Reading & { source_row?: string; external_input?: boolean })[],
  { user_id, external_user_id, sent_by = null, recorded_by = null, import_id }: Author,
): Promise<Map<number, number>> {
  const rows = await tx.rows<{
    id: number
    measure_parameter_id: number
    at: string
    depth: number
    cage_id: number
  }>(sql`
    insert into measurements (company_id, measure_parameter_id, location_id, cage_id, at, depth, value, external_input,
      user_id, external_user_id, sent_by,
      recorded_by, import_id, source_row)
    select ${company}::int, measure_parameter_id, location_id, cage_id, at, depth, value,
      (${readings.map((one) => one.external_input ?? external_user_id !== null)}::boolean[])[place], ${user_id}::int,
      ${external_user_id}::int, ${sent_by}::int, ${recorded_by}::text, ${import_id ?? null}::int,
      (${readings.map(({ source_row }) => source_row ?? null)}::text[])[place]
    from ${columns(readings)} order by place
    on conflict do nothing
    returning id, measure_parameter_id, at, depth, cage_id`)
  const places = new Map(readings.map((reading, place) => [keyOf(reading), place]))
  return new Map(rows.map((row) => [places.get(keyOf(row))!, row.id]))
}

/** What makes a reading the same as another. */
export const keyOf = ({
  measure_parameter_id,
  at,
  depth,
  cage_id,
}: Pick<Reading, 'measure_parameter_id' | 'at' | 'depth' | 'cage_id'>): string =>
  `${measure_parameter_id} ${at} ${depth} ${cage_id ?? 0}`
