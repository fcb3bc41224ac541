/** The plan of the farm: its cells as stored, changed, foretold, and summed up for a period of the dashboard. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { dayOf } from '../../../shared/dates'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { PLANNED, type Planned, PLANNED_NAMES } from '../../../shared/report/farm-plan'
import { fieldErrors, forbidden } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { planCalls, type PlanCell } from './plan.contract'

const entity = 'farm_plan'

export interface Stored {
  /** its first day */
  month: string
  measure: Planned
  /** millionths */
  value: string
}

/** The cells of months between two, first days both, that a person may see. */
export async function readPlan({ tx, company, user }: Context, first: string, last: string): Promise<Stored[]> {
  const seen = PLANNED_NAMES.filter((name) => name !== 'spending' || can(user, 'access spending'))
  return tx.rows<Stored>(sql`
    select month::text, measure, value::text from farm_plan
    where company_id = ${company.id} and month between ${first}::date and ${last}::date
      and measure = any(${seen}::text[])
    order by month, measure`)
}

const told = ({ month, measure, value }: Stored): PlanCell => ({
  month: month.slice(0, 7),
  measure,
  value: sumIn(MILLIONTHS, value),
})

type Cells = ParsedOf<typeof planCalls.set>['cells']

/** Throws 422 for parts of a piece or of a kopeck. */
function checkParts(cells: Cells): void {
  const wrong = cells.flatMap(({ measure, value }, index) => {
    const { step } = PLANNED[measure]
    if (value === null || value % step === 0) return []
    const text = step === MILLIONTHS ? 'Введите целое число' : 'Введите сумму, не более двух знаков после запятой'
    return [[`cells.${index}.value`, text] as const]
  })
  if (wrong.length > 0) throw fieldErrors(Object.fromEntries(wrong))
}

/** A line for each month of which something was changed; `id` is 202611. */
function note({ audit }: Context, before: readonly Stored[], after: readonly Stored[]): void {
  const keyOf = ({ month, measure }: Stored) => `${month} ${measure}`
  const known = new Map(before.map((one) => [keyOf(one), one]))
  const left = new Map(after.map((one) => [keyOf(one), one]))
  const differing = [...new Map([...known, ...left]).values()].filter(
    (one) => known.get(keyOf(one))?.value !== left.get(keyOf(one))?.value,
  )
  for (const [month, cells] of groupBy(differing, (one) => one.month)) {
    const valuesIn = (found: ReadonlyMap<string, Stored>) =>
      Object.fromEntries(
        cells.map((cell) => {
          const one = found.get(keyOf(cell))
          return [cell.measure, one ? sumIn(MILLIONTHS, one.value) : null]
        }),
      )
    const name = { month: `${month.slice(5, 7)}.${month.slice(0, 4)}` }
    const id = Number(month.slice(0, 4) + month.slice(5, 7))
    audit({
      action: 'update',
      entity,
      id,
      before: { ...name, ...valuesIn(known) },
      after: { ...name, ...valuesIn(left) },
    })
  }
}

async function set({ cells }: ParsedOf<typeof planCalls.set>, context: Context): Promise<PlanCell[]> {
  const { tx, company, user, changed } = context
  if (cells.some(({ measure }) => measure === 'spending') && !can(user, 'access spending')) throw forbidden()
  checkParts(cells)
  // the last of those that name a cell twice
  const wanted = [...new Map(cells.map((cell) => [`${cell.month} ${cell.measure}`, cell])).values()]
  const months = wanted.map(({ month }) => `${month}-01`)
  const [first, last] = [months.reduce((a, b) => (a < b ? a : b)), months.reduce((a, b) => (a > b ? a : b))]
  tx.lock('farm plan', sql`select pg_advisory_xact_lock(${company.id}, hashtext('farm plan'))`)
  const [before, , after] = await Promise.all([
    readPlan(context, first, last),
    tx.run(sql`
      with wanted as (
        select * from unnest(${months}::date[], ${wanted.map(({ measure }) => measure)}::text[],
          ${wanted.map(({ value }) => value)}::bigint[]) as w (month, measure, value)
      ), emptied as (
        delete from farm_plan p using wanted w
        where p.company_id = ${company.id} and p.month = w.month and p.measure = w.measure and w.value is null)
      insert into farm_plan (company_id, month, measure, value)
      select ${company.id}, month, measure, value from wanted where value is not null
      on conflict (company_id, month, measure) do update set value = excluded.value
        where farm_plan.value <> excluded.value`),
    readPlan(context, first, last),
  ])
  note(context, before, after)
  changed('plans')
  return after.map(told)
}

/** Of the fish of now as a day begins, kg. */
interface Ahead {
  biomass: number
  /** from that day until the next of those asked for; null where nothing tells what some of them are fed */
  fed: number | null
}
/** By day; days that are too far are left out. */
export type FarmAhead = (context: Context, days: readonly string[]) => Promise<Map<string, Ahead>>

async function foretold(year: number, context: Context, farmAhead: FarmAhead): Promise<PlanCell[]> {
  const today = dayOf(context.company.now)
  const firsts = Array.from({ length: 13 }, (_, index) => {
    const month = String((index % 12) + 1).padStart(2, '0')
    return `${year + Math.floor(index / 12)}-${month}-01`
  })
  const ahead = await farmAhead(
    context,
    firsts.filter((day) => day > today),
  )
  return firsts.slice(0, -1).flatMap((first, index): PlanCell[] => {
    const [before, after] = [ahead.get(first), ahead.get(firsts[index + 1]!)]
    if (!after) return []
    const month = first.slice(0, 7)
    const biomass: PlanCell = { month, measure: 'biomass', value: after.biomass }
    if (!before) return [biomass]
    const growth: PlanCell = { month, measure: 'growth', value: Math.max(0, after.biomass - before.biomass) }
    return [biomass, growth, ...(before.fed === null ? [] : [{ month, measure: 'fed' as const, value: before.fed }])]
  })
}

/** @param farmAhead what the forecast of growth tells */
export const cellRoutes = (farmAhead: FarmAhead): Route[] => [
  route(planCalls.get, async ({ year }, context) =>
    (await readPlan(context, `${year}-01-01`, `${year}-12-01`)).map(told),
  ),
  route(planCalls.set, set),
  route(planCalls.foretold, ({ year }, context) => foretold(year, context, farmAhead)),
]
