/** The receipts that goods are made of, over all warehouses of the company. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { isReceipt, type ReceiptRow } from '../../../server/db/ledger/stock-standings'
import { groupBy } from '../../../shared/collections'
import { type Layer, layersLeft, type Priced, priced } from '../../../shared/ledger/valuation'

interface ReceiptQuery {
  goods: number[]
  /** those before this instant */
  until: string
  /** the last so many of each good */
  most?: number
}

const ALL = 1_000_000_000

/** By good, oldest first. */
export async function readReceipts(tx: Tx, company: number, { goods, until, most = ALL }: ReceiptQuery) {
  const rows = await tx.rows<ReceiptRow>(sql`
    select g.id as good_id, r.* from unnest(${goods}::int[]) as g (id)
    cross join lateral (
      select e.at, e.operation_id as operation, e.line, e.amount, e.price from stock_entries e
      where e.good_id = g.id and ${isReceipt(company)} and e.at < ${until}::timestamp
      order by e.at desc, e.operation_id desc, e.line desc limit ${most}) r
    order by good_id, at, operation, line`)
  return groupBy(rows, ({ good_id }) => good_id)
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
