/** Feed of a year by month, in kilograms and roubles: what lay there, came, was used up, was lost, and lies there. */
import { sql } from 'kysely'
import { eachGood, readFacts } from '../../../core/goods/value/good-facts.server'
import { goodYear, type GoodYear, type Method, type Sum } from '../../../core/goods/value/good-year.server'
import { NO_PRICE } from '../../../core/goods/value/value.contract'
import { weightOf } from '../../../core/goods/weights.contract'
import type { Context } from '../../../server/http/route'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import type { AnnualRow } from './annual.contract'
import { rowOf, type Span, type Sums } from './months.server'

interface Feed {
  id: number
  measure: string
  good_weight: number | null
}

/** Kilograms of it in milligrams; of litres nothing is known. */
const massOf = ({ measure, good_weight }: Feed, amount: bigint): bigint =>
  measure === 'kg' ? amount : BigInt(weightOf({ amount: Number(amount), measure, good_weight }))

type Key = 'received' | 'consumed' | 'lost'
const NAMES: Record<Key, string> = {
  received: 'Приход корма',
  consumed: 'Израсходовано корма',
  lost: 'Списания и недостачи',
}

interface FeedYears {
  feed: Feed
  previous: GoodYear
  year: GoodYear
}

const sumsAt = (month: string, { feed }: FeedYears, { amount, money }: Sum): Sums => ({
  month,
  weight: massOf(feed, amount),
  money,
})

/** A row of one month: what lay there at the beginning of both years, or at their end. */
function stateRow(span: Span, years: readonly FeedYears[], key: 'opening' | 'closing', name: string): AnnualRow {
  const cells = years.flatMap((one) => [
    sumsAt(span.previous, one, one.previous[key]),
    sumsAt(span.first, one, one.year[key]),
  ])
  const row = rowOf(span, { key, name, measures: ['weight', 'money'], cells, warning: null })
  return { ...row, months: row.months.map(() => ({})) }
}

function* flowCells(span: Span, years: readonly FeedYears[], key: Key): Generator<Sums> {
  for (const one of years) {
    for (const sum of one.previous[key]) yield sumsAt(span.previous, one, sum)
    for (const [index, sum] of one.year[key].entries()) yield sumsAt(span.begun[index]!, one, sum)
  }
}

const flowRow = (span: Span, years: readonly FeedYears[], key: Key, name: string, warning: string | null) =>
  rowOf(span, { key, name, measures: ['weight', 'money'], cells: flowCells(span, years, key), warning })

/** What hangs on receipts without a price. */
function unpricedOf({ speak }: Context, years: readonly FeedYears[]): string | null {
  const own = years.filter(({ year }) => year.unpriced.receipts > 0)
  if (own.length === 0) return null
  const weight = own.reduce((sum, { feed, year }) => sum + massOf(feed, year.unpriced.amount), 0n)
  const money = own.reduce((sum, { year }) => sum + year.unpriced.money, 0n)
  return `${speak(NO_PRICE)}: ${speak(
    say('{{weight}} кг на {{money}} ₽', {
      weight: sumIn(MILLIONTHS, String(weight)),
      money: sumIn(100, String(money)),
    }),
  )}`
}

export async function feedOf(context: Context, span: Span, method: Method): Promise<AnnualRow[]> {
  const { tx, company, speak } = context
  const feeds = await tx.rows<Feed>(sql`select id, measure, weight as good_weight from goods
    where company_id = ${company.id} and kind = 'good' and type = 'feed' order by id`)
  const ids = feeds.map(({ id }) => id)
  const stretches = [
    [span.previous, span.first],
    [...span.begun, span.until],
  ]
  const facts = await readFacts(context, ids, stretches, method === 'avg')
  const years = await eachGood(feeds, (feed): FeedYears => {
    const [previous, year] = facts.get(feed.id)!
    return { feed, previous: goodYear(method, previous!), year: goodYear(method, year!) }
  })
  const flow = (key: Key) =>
    flowRow(span, years, key, speak(NAMES[key]), key === 'lost' ? null : unpricedOf(context, years))
  return [
    stateRow(span, years, 'opening', speak('Остаток корма на начало')),
    flow('received'),
    flow('consumed'),
    flow('lost'),
    stateRow(span, years, 'closing', speak('Остаток корма на конец')),
  ]
}
