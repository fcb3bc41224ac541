/** The receipts that goods are made of, over all warehouses of the company. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { groupBy } from '../../../shared/collections'
import {
  type Layer,
  layersLeft,
  type Priced,
  priced,
  type Receipt,
  type Received,
  receivedByYear,
} from '../../../shared/ledger/valuation'

export interface ReceiptRow extends Receipt {
  good_id: number
}

interface ReceiptQuery {
  goods: number[]
  /** those before this instant */
  until: string
  /** the last so many of each good */
  most?: number
}

const ALL = 1_000_000_000

/** SQL: entries `e` that are receipts, before the instant. What a move brings is none. */
const received = (company: number, until: string) => sql`
  e.company_id = ${company} and e.amount > 0 and e.moved is not true and e.at < ${until}::timestamp`

/** SQL: the last `most` receipts of each good, beside its `total`. */
const lastReceipts = (company: number, { goods, until, most = ALL }: ReceiptQuery, totals: bigint[] = []) => sql`(
  select g.id as good_id, g.total, r.* from unnest(${goods}::int[], ${totals.map(String)}::numeric[]) as g (id, total)
  cross join lateral (
    select e.at, e.operation_id, e.line, e.amount, e.price from stock_entries e
    where e.good_id = g.id and ${received(company, until)}
    order by e.at desc, e.operation_id desc, e.line desc limit ${most}) r) r`

/** By good, oldest first. */
export async function readReceipts(tx: Tx, company: number, asked: ReceiptQuery) {
  const rows = await tx.rows<ReceiptRow>(sql`
    select good_id, at, operation_id as operation, line, amount, price from ${lastReceipts(company, asked)}
    order by good_id, at, operation_id, line`)
  return groupBy(rows, ({ good_id }) => good_id)
}

interface Year {
  good_id: number
  year: number
  amount: string
  worth: string | null
}

/** By good, year by year. Where every receipt of a good has a price the database adds up. */
export async function readReceived(tx: Tx, company: number, asked: ReceiptQuery): Promise<Map<number, Received[]>> {
  const rows = await tx.rows<Year>(sql`
    select good_id, extract(year from at)::int as year, sum(amount)::text as amount,
      case when bool_and(price is not null) then sum(amount::numeric * price)::text end as worth
    from stock_entries e where e.good_id = any(${asked.goods}::int[]) and ${received(company, asked.until)}
    group by 1, 2 order by 1, 2`)
  const years = groupBy(rows, ({ good_id }) => good_id)
  const unsure = [...years].filter(([, own]) => own.some(({ worth }) => worth === null)).map(([good]) => good)
  const receipts = unsure.length > 0 ? await readReceipts(tx, company, { ...asked, goods: unsure }) : new Map()
  return new Map(
    [...years].map(([good, own]) => [
      good,
      receipts.has(good)
        ? receivedByYear(priced(receipts.get(good)!))
        : own.map(({ year, amount, worth }) => ({
            year,
            amount: BigInt(amount),
            worth: BigInt(worth!),
            assumed: false,
          })),
    ]),
  )
}

/**
 * What goods are worth of which so much lies there, first in, first out, added up by the database. Only those of which
 * the last few receipts are all that lies there and have their prices; the others are for `readLayers`.
 */
export async function readSureWorths(
  tx: Tx,
  company: number,
  amounts: ReadonlyMap<number, bigint>,
  until: string,
): Promise<Map<number, bigint>> {
  const goods = [...amounts.keys()]
  const rows = await tx.rows<{ good_id: number; worth: string }>(sql`
    select good_id, sum(part * price)::text as worth
    from (
      select good_id, price, total, least(amount, total - (sum(amount) over newest_first - amount)) as part
      from ${lastReceipts(company, { goods, until, most: FIRST }, [...amounts.values()])}
      window newest_first as (partition by good_id
        order by at desc, operation_id desc, line desc rows unbounded preceding)) parts
    where part > 0
    group by good_id having sum(part) = max(total) and bool_and(price is not null)`)
  return new Map(rows.map(({ good_id, worth }) => [good_id, BigInt(worth)]))
}

/** A good as it lay there before an instant. */
export interface Look {
  good: number
  /** only receipts before this instant count */
  until: string
  amount: bigint
  /** a document that is thought away */
  without?: number | undefined
}

/** Whether older receipts would change nothing: all that lies there is covered, and the oldest has a price. */
function isSettled(receipts: readonly Priced[], layers: readonly Layer[], amount: bigint): boolean {
  const covered = layers.reduce((sum, { left }) => sum + BigInt(left), 0n)
  const oldest = receipts.length - layers.length
  return covered === amount && receipts.slice(0, oldest + 1).some(({ assumed }) => !assumed)
}

/** receipts of a good that are looked at first: what lies in a warehouse mostly came with the last few */
const FIRST = 32
const FURTHER = 4

/**
 * What is left of which receipts, in the order of the looks. All looks at a good share one reading of its receipts,
 * which goes further back only where that is needed.
 */
export async function readLayers(tx: Tx, company: number, looks: readonly Look[]): Promise<Layer[][]> {
  const found = new Map<Look, Layer[]>()
  const byGood = groupBy(looks, ({ good }) => good)
  const until = looks.reduce((last, one) => (one.until > last ? one.until : last), '')
  let goods = [...byGood.keys()]
  for (let most = FIRST; goods.length > 0; most *= FURTHER) {
    const rows = await readReceipts(tx, company, { goods, until, most })
    goods = goods.filter((good) => {
      const all = priced(rows.get(good) ?? [])
      const settled = byGood.get(good)!.map((look) => {
        const receipts = all.filter(({ at, operation }) => at < look.until && operation !== look.without)
        const layers = layersLeft(receipts, look.amount)
        found.set(look, layers)
        return isSettled(receipts, layers, look.amount)
      })
      return all.length === most && !settled.every(Boolean)
    })
  }
  return looks.map((look) => found.get(look)!)
}
