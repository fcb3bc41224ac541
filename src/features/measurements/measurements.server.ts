/** Single readings, those of a period, and counts for a calendar month. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { checkInstant, instantFaults, requireOpenPeriod } from '../../server/period'
import { type Phrase, say } from '../../shared/say'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { toUnits } from '../../shared/numbers'
import { fieldErrors, notFound } from '../../server/errors'
import { truncateRows, limitOf, orderBy, type Sorts } from '../../server/http/max-rows'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { chart } from './chart/chart.server'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { externalInputRoute } from './external-input.server'
import { uploadRoutes } from './import/import.server'
import { measureParameterRoutes } from '../../core/lists/libraries/measure-parameters.server'
import { readByIds, readMeasurements } from './measurement-rows.server'
import { saveTable } from './measurements-table.server'
import {
  cageFault,
  depthFault,
  findStored,
  insertReadings,
  readCageModules,
  readParameters,
  type Reading,
  requireModule,
  valueFault,
} from '../../core/cages/readings/readings.server'

type Fields = Omit<ParsedOf<typeof measurementCalls.update>, 'id'>

/** The reading of an input; throws errors under their fields. */
async function compose(context: Context, input: Fields): Promise<Reading> {
  const { tx, company } = context
  const { measure_parameter_id, cage_id, value } = input
  const at = `${input.date}T${input.time}`
  const [parameters, cages] = await Promise.all([
    readParameters(context, { ids: [measure_parameter_id] }),
    readCageModules(tx, company.id, cage_id === null ? [] : [cage_id]),
  ])
  const parameter = parameters.get(measure_parameter_id)
  if (!parameter) throw fieldErrors({ measure_parameter_id: 'Параметр не найден' })
  const depth = input.depth ?? parameter.depth[0]!
  const faults = {
    ...instantFaults(company, at),
    depth: depthFault(parameter, depth),
    cage_id: cage_id === null ? null : cageFault(parameter, cage_id, cages),
    value: valueFault(parameter, value),
  }
  const found = Object.entries(faults).filter((entry): entry is [string, Phrase] => entry[1] !== null)
  if (found.length > 0) throw fieldErrors(Object.fromEntries(found))
  return { measure_parameter_id, location_id: parameter.location_id, cage_id, at, depth, value }
}

const taken = (value?: number) =>
  fieldErrors({
    time:
      value === undefined
        ? 'На это время такой замер уже есть'
        : say('На это время такой замер уже есть: {{value}}', { value: toUnits(value) }),
  })

const countOfDay = async ({ tx, company }: Context, location: number, day: string): Promise<number> => {
  const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from measurements
    where company_id = ${company.id} and location_id = ${location} and at >= ${day}::timestamp
      and at < ${addDays(day, 1)}::timestamp`)
  return count
}

/** The stored row, and the number of readings of its module on its day. */
async function answer(context: Context, id: number, { location_id, at }: Reading) {
  const [[measurement], count] = await Promise.all([
    readByIds(context, [id]),
    countOfDay(context, location_id, dayOf(at)),
  ])
  return { ...measurement!, measurement: measurement!, count }
}

type Moment = Pick<ParsedOf<typeof measurementCalls.create>, 'date' | 'time' | 'location_id'>

/** A card for a module and an instant without readings, so nothing is stored. */
async function openCard(context: Context, { date, time, location_id }: Moment) {
  if (location_id === null) throw fieldErrors({ location_id: 'Выберите значение' })
  const { company } = context
  const at = `${date}T${time}`
  checkInstant(company, at)
  await requireModule(context, location_id)
  const measurement = { date: showDay(date), time, datetime: at, location_id }
  return { id: null, measurement, count: await countOfDay(context, location_id, date) }
}

const create = route(measurementCalls.create, async (input, context) => {
  const { tx, company, author, audit, changed } = context
  const { measure_parameter_id, value } = input
  if (measure_parameter_id === null && value === null) return openCard(context, input)
  if (measure_parameter_id === null) throw fieldErrors({ measure_parameter_id: 'Выберите значение' })
  if (value === null) throw fieldErrors({ value: 'Введите число, не более 6 знаков после запятой' })
  const reading = await compose(context, { ...input, measure_parameter_id, value })
  if (input.location_id !== null && input.location_id !== reading.location_id)
    throw fieldErrors({ measure_parameter_id: 'Параметр другого модуля' })
  const ids = await insertReadings(tx, company.id, [reading], { ...author, user_id: author.id, external_user_id: null })
  const id = ids.get(0)
  if (id === undefined) throw taken((await findStored(tx, company.id, [reading])).get(0))
  audit({ action: 'create', entity: 'measurement', id, after: reading })
  changed('water')
  return answer(context, id, reading)
})

/** A reading of an open module and day, locked. */
async function lockReading({ tx, company, user }: Context, id: number): Promise<Reading> {
  const row =
    await tx.maybe<Reading>(sql`select measure_parameter_id, location_id, cage_id, at, depth, value from measurements
    where company_id = ${company.id} and id = ${id} ${scope(user).modules('location_id')} for update`)
  if (!row) throw notFound('Замер не найден: возможно, его уже удалили.')
  requireOpenPeriod(company, [row.at])
  return row
}

const UNIQUE_VIOLATION = '23505'

const update = route(measurementCalls.update, async (input, context) => {
  const { tx, company, audit, changed } = context
  const before = await lockReading(context, input.id)
  // without a depth it keeps its depth, as long as its parameter is the same
  const same = input.measure_parameter_id === before.measure_parameter_id
  const reading = await compose(context, { ...input, depth: input.depth ?? (same ? before.depth : null) })
  const { measure_parameter_id, location_id, cage_id, at, depth, value } = reading
  await tx
    .run(
      sql`update measurements set measure_parameter_id = ${measure_parameter_id}, location_id = ${location_id},
        cage_id = ${cage_id},
        at = ${at}, depth = ${depth}, value = ${value} where company_id = ${company.id} and id = ${input.id}`,
    )
    .catch((error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? taken() : error
    })
  audit({ action: 'update', entity: 'measurement', id: input.id, before, after: reading })
  changed('water')
  return answer(context, input.id, reading)
})

const remove = route(measurementCalls.remove, async ({ id }, context) => {
  const { tx, company, audit, changed } = context
  const before = await lockReading(context, id)
  await tx.run(sql`delete from measurements where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'delete', entity: 'measurement', id, before })
  changed('water')
  const day = dayOf(before.at)
  return { ok: true as const, date: showDay(day), count: await countOfDay(context, before.location_id, day) }
})

const SORTS: Sorts = new Map(
  Object.entries({
    measure_parameter_name: [sql`p.name`],
    depth: [sql`m.depth`],
    value: [sql`m.value`],
    beautifulSymbol: [sql`p.symbol`],
    cage_number: [sql`length(c.number)`, sql`c.number`],
    user_name: [sql`coalesce(m.recorded_by, u.name, e.name)`],
    sent_by: [sql`(select name from users where company_id = m.company_id and id = m.sent_by)`],
    created_datetime: [sql`m.created_at`],
  }),
)
const byLocation = route(measurementCalls.byLocation, async (input, context) => {
  const { tx, company } = context
  const {
    locationId,
    start,
    end,
    cage_id,
    measure_parameter_id: parameters,
    by_hand,
    page,
    per_page,
    sort = '-datetime',
  } = input
  await requireModule(context, locationId)
  const where = sql`m.location_id = ${locationId} and m.at between ${start}::timestamp and ${end}::timestamp
    ${cage_id === null ? sql`` : sql`and m.cage_id = ${cage_id}`}
    ${parameters ? sql`and m.measure_parameter_id = any(${parameters}::int[])` : sql``}
    ${by_hand ? sql`and not m.external_input` : sql``}`
  const { first, direction } = orderBy(SORTS, sort)
  const order = sql`order by ${first}m.at ${direction}, m.id ${direction}`
  const rows = readMeasurements(context, sql`${where} ${order} ${limitOf({ page, per_page })}`)
  if (page === undefined) return truncateRows(await rows, context)
  const total = tx.one<{ total: number }>(
    sql`select count(*)::int as total from measurements m where m.company_id = ${company.id} and ${where}`,
  )
  const [list, counted] = await Promise.all([rows, total])
  return { rows: list, total: counted.total, footer: {} }
})

const calendar = route(measurementCalls.calendar, async ({ locationId, month }, context) => {
  const { tx, company } = context
  await requireModule(context, locationId)
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const rows = await tx.rows<{ day: string; count: number; external_count: number }>(sql`
    select at::date as day, count(*)::int as count, count(*) filter (where external_input)::int as external_count
      from measurements
    where company_id = ${company.id} and location_id = ${locationId} and at >= ${first}::timestamp
      and at < ${next}::timestamp
    group by 1 order by 1`)
  return rows.map((row) => ({ ...row, date: showDay(row.day) }))
})

export const measurementRoutes: Route[] = [
  ...measureParameterRoutes,
  create,
  update,
  remove,
  route(measurementCalls.table, saveTable),
  byLocation,
  calendar,
  chart,
  ...uploadRoutes,
  externalInputRoute,
]
