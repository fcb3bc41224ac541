/** The balance of each consumable in a year: opening, receipts, what was used up and lost, closing; by both methods. */
import { sql } from 'kysely'
import { MEASURES, TYPES_OF } from '../../../core/goods/good.contract'
import { eachGood, readFacts, seesCosts } from '../../../core/goods/value/good-facts.server'
import { goodYear, type GoodYear, type Method, type Sum } from '../../../core/goods/value/good-year.server'
import { roubles, units } from '../../../core/goods/value/worth.server'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import type { AnswerOf } from '../../../shared/contract'
import type { annualCalls, BalanceRow } from './annual.contract'
import { spanOf } from './months.server'

type Answer = AnswerOf<(typeof annualCalls)['balance']>

interface Good {
  id: number
  name: string
  type: string
  measure: keyof typeof MEASURES
}

const STATES = ['opening', 'received', 'consumed', 'lost', 'closing'] as const
type Balance = Record<(typeof STATES)[number] | 'unpriced', Sum>

const total = (sums: readonly Sum[]): Sum =>
  sums.reduce((all, { amount, money }) => ({ amount: all.amount + amount, money: all.money + money }), {
    amount: 0n,
    money: 0n,
  })

const balanceOf = ({ opening, received, consumed, lost, closing, unpriced }: GoodYear): Balance => ({
  opening,
  received: total(received),
  consumed: total(consumed),
  lost: total(lost),
  closing,
  unpriced,
})

const roundingOf = ({ opening, received, consumed, lost, closing }: Balance): bigint =>
  opening.money + received.money - consumed.money - lost.money - closing.money

/** A good by both methods. */
interface BothWays extends Record<Method, Balance> {
  good: Good
}

interface Line {
  good: Good
  own: Balance
  other: Balance
}

const told = ({ amount, money }: Sum): BalanceRow['opening'] =>
  amount === 0n && money === 0n ? undefined : [units(amount), roubles(money)]

const rowOf = ({ good, own, other }: Line): BalanceRow => ({
  good_id: good.id,
  name: good.name,
  measure_name: MEASURES[good.measure].name,
  opening: told(own.opening),
  received: told(own.received),
  consumed: told(own.consumed),
  lost: told(own.lost),
  closing: told(own.closing),
  unpriced: told(own.unpriced),
  rounding: roubles(roundingOf(own)) || undefined,
  other: [roubles(other.consumed.money), roubles(other.closing.money)],
})

function totalOf(type: string | null, lines: readonly Line[], { speak }: Context): Answer['totals'][number] {
  const sum = (of: (line: Line) => bigint) => roubles(lines.reduce((all, line) => all + of(line), 0n))
  const money = (key: keyof Balance) => sum(({ own }) => own[key].money)
  return {
    type,
    name: speak(type === null ? 'Итого' : (TYPES_OF.good[type] ?? type)),
    money: {
      opening: money('opening'),
      received: money('received'),
      consumed: money('consumed'),
      lost: money('lost'),
      closing: money('closing'),
      unpriced: money('unpriced'),
      rounding: sum(({ own }) => roundingOf(own)),
    },
    other: { consumed: sum(({ other }) => other.consumed.money), closing: sum(({ other }) => other.closing.money) },
  }
}

/** What moved or lay there in a year, by both methods at once. */
export async function balancesOf(context: Context, year: number): Promise<BothWays[]> {
  const span = spanOf(year, context)
  const goods = await context.tx.rows<Good>(sql`select id, name, type, measure from goods
    where company_id = ${context.company.id} and kind = 'good' order by name, id`)
  const ids = goods.map(({ id }) => id)
  const facts = await readFacts(context, ids, [[span.first, span.until]], true)
  const lines = await eachGood(goods, (good): BothWays => {
    const [own] = facts.get(good.id)!
    const of = (by: Method) => balanceOf(goodYear(by, own!))
    return { good, fifo: of('fifo'), avg: of('avg') }
  })
  return lines.filter(({ fifo }) => STATES.some((key) => fifo[key].amount !== 0n))
}

const byMethod =
  (method: Method) =>
  (both: BothWays): Line => ({
    good: both.good,
    own: both[method],
    other: both[method === 'fifo' ? 'avg' : 'fifo'],
  })

export const balanceRows = (lines: readonly BothWays[], method: Method): BalanceRow[] =>
  lines.map(byMethod(method)).map(rowOf)

export async function goodsBalance(context: Context, year: number, method: Method): Promise<Answer> {
  spanOf(year, context)
  if (!seesCosts(context)) return { open: false, rows: [], totals: [] }
  const both = await balancesOf(context, year)
  const lines = both.map(byMethod(method))
  const types = groupBy(lines, ({ good }) => good.type)
  return {
    open: true,
    rows: lines.map(rowOf),
    totals: [
      ...[...types].map(([type, own]) => totalOf(type, own, context)),
      ...(lines.length > 0 ? [totalOf(null, lines, context)] : []),
    ],
  }
}
