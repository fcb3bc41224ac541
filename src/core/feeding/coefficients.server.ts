/** What a calculation's ration is multiplied by, from a day on. */
import { sql } from 'kysely'
import { showDay } from '../../shared/dates'
import { toUnits } from '../../shared/numbers'
import { conflict, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { calcCalls, type CalcRow } from './calcs.contract'
import { readCalcs } from './calc-rows.server'

/** As many as nobody enters by hand. */
const MOST = 1000

/** A calculation that the user may change, which stays as it is until the transaction ends. */
async function lockCalc(context: Context, id: number): Promise<CalcRow> {
  const { tx, company } = context
  tx.lock('calc', sql`select from feed_calcs where company_id = ${company.id} and id = ${id} for update`)
  const [row] = await readCalcs(context, id)
  if (!row) throw notFound('Расчёт не найден.')
  return row
}

interface Change {
  id: number
  day: string
  before: CalcRow['coefficients'][number] | undefined
  /** millionths; null takes the entry away */
  after: number | null
}

async function write(context: Context, { id, day, before, after }: Change): Promise<CalcRow> {
  const { tx, company, audit, changed } = context
  await tx.run(
    after === null
      ? sql`delete from feed_calc_coefficients
          where company_id = ${company.id} and feed_calc_id = ${id} and day = ${day}::date`
      : sql`insert into feed_calc_coefficients (company_id, feed_calc_id, day, coefficient)
          values (${company.id}, ${id}, ${day}::date, ${after})
          on conflict (company_id, feed_calc_id, day) do update set coefficient = excluded.coefficient`,
  )
  audit({
    action: 'update',
    entity: 'feed_calc',
    id,
    before: { coefficient_day: day, coefficient: before?.coefficient ?? null },
    after: { coefficient_day: day, coefficient: after },
  })
  changed('lists')
  return (await readCalcs(context, id))[0]!
}

const entryOf = ({ coefficients }: CalcRow, day: string) => coefficients.find(({ date }) => date === showDay(day))

export const coefficientRoutes: Route[] = [
  route(calcCalls.coefficients, async ({ id }, context) => {
    const row = (await readCalcs(context, null)).find((one) => one.id === id)
    if (!row) throw notFound('Расчёт не найден.')
    return row.coefficients
  }),
  route(calcCalls.setCoefficient, async ({ id, date: day, coefficient: after }, context) => {
    const row = await lockCalc(context, id)
    const before = entryOf(row, day)
    if (before?.coefficient === toUnits(after)) return row
    if (!before && row.coefficients.length >= MOST) throw conflict('У расчёта слишком много коэффициентов.')
    return write(context, { id, day, before, after })
  }),
  route(calcCalls.removeCoefficient, async ({ id, date: day }, context) => {
    const before = entryOf(await lockCalc(context, id), day)
    if (!before) throw notFound('Коэффициента с этой даты нет.')
    return write(context, { id, day, before, after: null })
  }),
]
