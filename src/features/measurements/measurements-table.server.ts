/** The table of a day: cells that were typed, changed or emptied are stored all together or not at all. */
import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '../../shared/contract'
import { instantFaults, requireOpenPeriod } from '../../server/period'
import { dayOf, timeOf } from '../../shared/dates'
import { parseDecimal, toUnits } from '../../shared/numbers'
import { say, type Phrase } from '../../shared/say'
import { conflict, fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { cellKey, type measurementCalls } from '../../core/cages/measurement.contract'
import { toMetres } from '../../core/lists/libraries/measure-parameters.server'
import { readByIds } from './measurement-rows.server'
import {
  cageFault,
  depthFault,
  findStored,
  insertReadings,
  type Parameter,
  readCageModules,
  readParameters,
  type Reading,
  valueFault,
} from '../../core/cages/readings/readings.server'

type Input = ParsedOf<typeof measurementCalls.table>
type Data = Input['measurements_data']
type StoredReading = Reading & { id: number }
type Faults = Record<string, Phrase>

const NOON = '12:00'
const GONE = 'Часть замеров уже изменена или удалена. Обновите страницу.'
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

const keyOfCell = (cage: number, parameter: Parameter, depth: number) =>
  cellKey(cage, { id: parameter.id, depth: parameter.depth.map(toMetres) }, toMetres(depth))

/** A typed value in millionths; its error is noted under the cell's key. */
function readValue(typed: unknown, parameter: Parameter, key: string, faults: Faults): number {
  const value = parseDecimal(typed, 6)
  const fault = value === null ? 'Введите число, не более 6 знаков после запятой' : valueFault(parameter, value)
  if (fault !== null) faults[key] = fault
  return value ?? 0
}

/** The stored readings that the table names, locked in the order of their ids. */
async function lockNamed(
  { tx, company, user }: Context,
  { updated, deleted }: Data,
): Promise<Map<number, StoredReading>> {
  const ids = [...new Set([...updated.map(({ id }) => id), ...deleted])]
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<StoredReading>(sql`
    select id, measure_parameter_id, location_id, cage_id, at, depth, value from measurements
    where company_id = ${company.id} and id = any(${ids}::bigint[])
      ${scope(user).modules('location_id')} order by id for update`)
  if (rows.length < ids.length) throw conflict(GONE)
  requireOpenPeriod(
    company,
    rows.map(({ at }) => at),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const instantOf = ({ company }: Context, { date, time }: Input) =>
  `${date}T${time ?? (date === dayOf(company.now) ? timeOf(company.now) : NOON)}`

/** New readings from the cells that are not empty. */
async function composeNew(context: Context, input: Input, parameters: Map<number, Parameter>, faults: Faults) {
  const cells = input.measurements_data.created.filter(({ value }) => !isEmpty(value))
  const at = instantOf(context, input)
  const cages = await readCageModules(context.tx, context.company.id, [...new Set(cells.map(({ cage_id }) => cage_id))])
  if (cells.length > 0) Object.assign(faults, instantFaults(context.company, at))
  return cells.map(({ cage_id, measure_parameter_id, value: typed, ...cell }) => {
    const parameter = parameters.get(measure_parameter_id)
    if (!parameter)
      throw fieldErrors({ [`measurements_data.${cage_id}.${measure_parameter_id}.value`]: 'Параметр не найден' })
    const depth = cell.depth ?? parameter.depth[0]!
    const key = keyOfCell(cage_id, parameter, depth)
    const value = readValue(typed, parameter, key, faults)
    const misplaced = cageFault(parameter, cage_id, cages) ?? depthFault(parameter, depth)
    if (misplaced) faults[key] = misplaced
    return { key, reading: { measure_parameter_id, location_id: parameter.location_id, cage_id, at, depth, value } }
  })
}

type NewReadings = Awaited<ReturnType<typeof composeNew>>

async function insertNew({ tx, company, user, audit }: Context, composed: NewReadings): Promise<number[]> {
  if (composed.length === 0) return []
  const readings = composed.map(({ reading }) => reading)
  const ids = await insertReadings(tx, company.id, readings, { user_id: user.id, external_user_id: null })
  if (ids.size < composed.length) {
    const stored = await findStored(tx, company.id, readings)
    const there = composed.flatMap(({ key }, place) =>
      ids.has(place) ? [] : [[key, say('Замер уже есть: {{value}}', { value: toUnits(stored.get(place) ?? 0) })]],
    )
    throw fieldErrors(Object.fromEntries(there) as Faults)
  }
  return readings.map((reading, place) => {
    audit({ action: 'create', entity: 'measurement', id: ids.get(place)!, after: reading })
    return ids.get(place)!
  })
}

/** Cells whose values differ from the stored ones; emptied ones are among the deleted. */
function composeChanges(
  { updated, deleted }: Data,
  named: Map<number, StoredReading>,
  parameters: Map<number, Parameter>,
  faults: Faults,
) {
  const gone = new Set([...deleted, ...updated.filter(({ value }) => isEmpty(value)).map(({ id }) => id)])
  const changes = updated
    .filter(({ id }) => !gone.has(id))
    .map(({ id, value: typed }) => {
      const before = named.get(id)!
      const parameter = parameters.get(before.measure_parameter_id)!
      const value = readValue(typed, parameter, keyOfCell(before.cage_id ?? 0, parameter, before.depth), faults)
      return { before, value }
    })
  return { changes: changes.filter(({ before, value }) => before.value !== value), gone: [...gone] }
}

async function storeChanges(
  { tx, company, audit }: Context,
  { changes, gone }: ReturnType<typeof composeChanges>,
  named: Map<number, StoredReading>,
) {
  if (changes.length > 0) {
    await tx.run(sql`update measurements m set value = n.value
      from unnest(${changes.map(({ before }) => before.id)}::bigint[],
        ${changes.map(({ value }) => value)}::bigint[]) as n (id, value)
      where m.company_id = ${company.id} and m.id = n.id`)
  }
  if (gone.length > 0)
    await tx.run(sql`delete from measurements where company_id = ${company.id} and id = any(${gone}::bigint[])`)
  for (const { before, value } of changes)
    audit({ action: 'update', entity: 'measurement', id: before.id, before, after: { ...before, value } })
  for (const id of gone) audit({ action: 'delete', entity: 'measurement', id, before: named.get(id) })
}

export async function saveTable(input: Input, context: Context): Promise<AnswerOf<typeof measurementCalls.table>> {
  const data = input.measurements_data
  const named = await lockNamed(context, data)
  const ids = new Set([
    ...data.created.map(({ measure_parameter_id }) => measure_parameter_id),
    ...[...named.values()].map(({ measure_parameter_id }) => measure_parameter_id),
  ])
  const parameters = await readParameters(context, { ids: [...ids] })
  const faults: Faults = {}
  const fresh = await composeNew(context, input, parameters, faults)
  const changed = composeChanges(data, named, parameters, faults)
  if (Object.keys(faults).length > 0) throw fieldErrors(faults)
  // deletions first: another reading may take the same minute
  await storeChanges(context, changed, named)
  const created = await insertNew(context, fresh)
  if (created.length + changed.changes.length + changed.gone.length > 0) context.changed('water')
  const updated = changed.changes.map(({ before }) => before.id)
  const rows = await readByIds(context, [...created, ...updated])
  return { created: rows.slice(0, created.length), updated: rows.slice(created.length), deleted: changed.gone }
}
