/** Tries new lines on the goods ledger: one pass over each good and warehouse hears of every refusal. */
import { sql } from 'kysely'
import { openBreath } from '../../../../server/base/breath'
import type { Tx } from '../../../../server/db/client'
import { pairOf, type StockLine } from '../../../../server/db/ledger/stock-lines'
import { groupBy } from '../../../../shared/collections'

const PAGE = 5000

interface Position {
  at: string
  id: number
}

interface StoredLine extends Position {
  amount: number
  counted: number | null
}

export interface GoodsShortage {
  /** the new line that takes too much, or, where a stored one falls short, the last new one before it that takes */
  line: StockLine
  /** when the balance falls short */
  at: string
  /** by how much, in millionths */
  shortage: number
  own: boolean
}

export interface GoodsBalance {
  good: number
  stock: number
  /** now, and after what was tried; millionths */
  before: number
  after: number
  /** what would have to be there at `from`, for nothing to fall short before the next stocktake */
  lack: number
}

const order = (a: Position, b: Position) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id)

/** The stored lines of a good and warehouse in order, a page at a time. */
async function* storedLines(tx: Tx, company: number, { good, stock }: StockLine): AsyncGenerator<StoredLine> {
  let last: Position & { line: number } = { at: '1900-01-01T00:00', id: 0, line: -1 }
  for (;;) {
    const page = await tx.rows<StoredLine & { line: number }>(sql`
      select at, operation_id as id, line, amount, counted from stock_entries
      where company_id = ${company} and good_id = ${good} and stock_id = ${stock}
        and (at, operation_id, line) > (${last.at}::timestamp, ${last.id}::bigint, ${last.line}::smallint)
      order by at, operation_id, line limit ${PAGE}`)
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)!
  }
}

interface Pass {
  lines: StockLine[]
  stored: AsyncGenerator<StoredLine>
  from: string
  refused(shortage: GoodsShortage): void
}

/** What a warehouse lacks at its worst, were nothing refused. */
function openLack(from: string) {
  const found = { lack: 0 }
  let [balance, ends] = [0, false]
  return {
    found,
    move({ at, amount, counted = null }: Pick<StoredLine, 'at' | 'amount'> & { counted?: number | null }) {
      // a stocktake finds what it finds, whatever was there before
      if (counted !== null && at > from) ends = true
      balance = counted ?? balance + amount
      if (!ends) found.lack = Math.max(found.lack, -balance)
    },
  }
}

type Followed = Pick<GoodsBalance, 'before' | 'after' | 'lack'>

/** The balance after all that is stored, with the new lines and without them. */
async function follow({ lines, stored, from, refused }: Pass): Promise<Followed> {
  const breath = openBreath()
  const worst = openLack(from)
  let [before, after, next] = [0, 0, 0]
  let taking: StockLine | undefined
  const enter = (line: StockLine) => {
    worst.move(line)
    // a stocktake sets the balance
    const then = line.counted ?? after + line.amount
    if (then < 0) return refused({ line, at: line.at, shortage: -then, own: true })
    if (then < after) taking = line
    after = then
  }
  for await (const one of stored) {
    while (next < lines.length && order(lines[next]!, one) < 0) enter(lines[next++]!)
    worst.move(one)
    before = one.counted ?? before + one.amount
    after = one.counted ?? after + one.amount
    if (after < 0 && taking) refused({ line: taking, at: one.at, shortage: -after, own: false })
    // told once: what follows stands as it is stored
    if (after < 0) after = before
    await breath()
  }
  while (next < lines.length) {
    enter(lines[next++]!)
    await breath()
  }
  return { before, after, ...worst.found }
}

/**
 * Lines that a warehouse cannot give are left out; nothing is stored or locked. What lacks is told as an amount that
 * would have to be there at `from`.
 */
export async function tryGoods(
  tx: Tx,
  company: number,
  lines: readonly StockLine[],
  from: string,
  refused: (shortage: GoodsShortage) => void,
): Promise<GoodsBalance[]> {
  const balances: GoodsBalance[] = []
  for (const own of groupBy(lines, pairOf).values()) {
    const [{ good, stock }] = own as [StockLine]
    const stored = storedLines(tx, company, own[0]!)
    balances.push({ good, stock, ...(await follow({ lines: own.sort(order), stored, from, refused })) })
  }
  return balances
}
