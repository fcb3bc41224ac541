/** The cost of stocktake differences, at the unit cost of that day as if nobody had counted. */
import { sql } from 'kysely'
import { dayOf } from '../../../../shared/dates'
import { MILLIONTHS } from '../../../../shared/numbers'
import type { Context } from '../../../../server/http/route'
import type { GoodKind } from '../../../goods/good.contract'
import { readUnitCosts } from '../../../goods/value/unit-costs.server'
import type { Totals } from '../../engine/document.server'
import { type CountedLine, differenceCost } from './stocktake.contract'

interface Difference {
  operation: number
  at: string
  good: number
  kind: GoodKind
  /** millionths */
  amount: number
}

/** Kopecks, with the sign of the difference; null when the cost is unknown. */
async function costsOf(context: Context, differences: readonly Difference[]): Promise<(number | null)[]> {
  const asked = differences.map(({ operation, at, good, kind, amount }) => ({
    good,
    kind,
    day: dayOf(at),
    without: { operation, amount },
  }))
  const costs = await readUnitCosts(context, asked)
  return costs.map((cost, index) => (cost === null ? null : differenceCost(differences[index]!.amount, cost)))
}

const roubles = (kopecks: number | null) => (kopecks === null ? null : kopecks / 100)

/** Roubles of shortages and of surpluses. */
function sumsOf(differences: readonly Difference[], costs: readonly (number | null)[]) {
  const sum = (sign: 1 | -1) => {
    const own = costs.filter((cost, index) => cost !== null && Math.sign(differences[index]!.amount) === sign)
    return own.length > 0 ? roubles(own.reduce<number>((all, cost) => all + sign * cost!, 0)) : null
  }
  return { shortage: sum(-1), surplus: sum(1) }
}

interface Told {
  id: number
  datetime: string
  lines: CountedLine[]
}

const differencesOf = ({ id, datetime, lines }: Told): Difference[] =>
  lines.map(({ good_id, kind, difference }) => ({
    operation: id,
    at: datetime,
    good: good_id,
    kind: kind as GoodKind,
    amount: Math.round(difference * MILLIONTHS),
  }))

/** Adds the cost of differences to rows of stocktakes; their goods are valued together. */
export async function withCosts<R extends Record<string, unknown>>(rows: R[], context: Context): Promise<R[]> {
  const told = rows as unknown as (R & Told)[]
  const differing = told.flatMap(differencesOf).filter(({ amount }) => amount !== 0)
  const costs = await costsOf(context, differing)
  const places = new Map(differing.map(({ operation, good }, index) => [`${operation}:${good}`, index]))
  return told.map((row) => {
    const costOf = (good: number) => costs[places.get(`${row.id}:${good}`) ?? -1] ?? null
    const own = differencesOf(row)
    return {
      ...row,
      ...sumsOf(
        own,
        own.map(({ good }) => costOf(good)),
      ),
      lines: row.lines.map((line) => ({ ...line, difference_cost: roubles(costOf(line.good_id)) })),
    }
  })
}

/** The sums over all stocktakes `o` that match the condition. */
export async function costTotals(where: ReturnType<typeof sql>, context: Context): Promise<Totals> {
  const { tx, company } = context
  const differences = await tx.rows<Difference>(sql`
    select o.id as operation, o.at, e.good_id as good, g.kind, e.amount from operations o
    join stock_entries e on e.company_id = ${company.id} and e.operation_id = o.id and e.amount <> 0
    join goods g on g.company_id = ${company.id} and g.id = e.good_id
    where ${where}`)
  return sumsOf(differences, await costsOf(context, differences))
}
