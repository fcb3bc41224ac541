/** A year of many goods in many warehouses; what is left is computed while it is made. */
import type pg from 'pg'
import { addDays } from '../src/shared/dates'
import { random } from './farm-plan'
import { COMPANY, force, pipe } from './load'

export const GOODS = 200
const STOCKS = 20
/** first id of these goods: the farm has goods of its own */
export const FIRST_GOOD = 1001
/** the good and warehouse with a fifth of all entries */
export const BUSY = { good: FIRST_GOOD, stock: 1 }
const DAYS = 365
const UNIT = 1_000_000

/** How many goods, and roughly how many entries of them in the year. */
export interface GoodsSize {
  goods: number
  entries: number
}

interface Receipt {
  left: number
  price: number
}

/** By good: what is left of its receipts, oldest first. */
export type Left = Map<number, Receipt[]>

function pipes(client: pg.Client) {
  const line = 'company_id, operation_id, line, role, good_id, stock_id, amount, price'
  return {
    operations: pipe(
      client,
      'operations',
      'company_id, user_id, id, kind, at, moves_fish, cage_id, good_id, stock_id, volume',
    ),
    lines: pipe(client, 'operation_lines', line),
    entries: pipe(
      client,
      'stock_entries',
      'company_id, good_id, stock_id, at, operation_id, line, amount, price, moved',
    ),
    days: pipe(client, 'stock_days', 'company_id, good_id, stock_id, day, closing, lowest'),
  }
}

/** Keeps what is left of receipts while the year goes on. */
function receiptsLeft() {
  const left: Left = new Map()
  return {
    left,
    add: (good: number, receipt: Receipt) => void left.set(good, [...(left.get(good) ?? []), receipt]),
    take(good: number, amount: number) {
      const queue = left.get(good)!
      for (let missing = amount; missing > 0;) {
        const taken = Math.min(queue[0]!.left, missing)
        queue[0]!.left -= taken
        missing -= taken
        if (queue[0]!.left === 0) queue.shift()
      }
    },
  }
}

/** Entries of the ledger and its days. */
function ledger({ entries, days }: ReturnType<typeof pipes>) {
  const held = new Map<string, number>()
  let today = new Map<string, { closing: number; lowest: number }>()
  return {
    held: (good: number, stock: number) => held.get(`${good}\t${stock}`) ?? 0,
    enter(
      at: string,
      id: number,
      [good, stock, amount]: [number, number, number],
      { line = 0, price = null, moved = false }: { line?: number; price?: number | null; moved?: boolean } = {},
    ) {
      const pair = `${good}\t${stock}`
      const closing = (held.get(pair) ?? 0) + amount
      held.set(pair, closing)
      today.set(pair, { closing, lowest: Math.min(closing, today.get(pair)?.lowest ?? closing) })
      entries.add([COMPANY, good, stock, at, id, line, amount, price, moved])
    },
    close(day: string) {
      for (const [pair, { closing, lowest }] of today) days.add([COMPANY, ...pair.split('\t'), day, closing, lowest])
      today = new Map()
    },
  }
}

/** Documents first: the others refer to them. */
async function flush(out: ReturnType<typeof pipes>): Promise<void> {
  for (const one of Object.values(out)) await one.flush()
}

/** Writes the rows of every document of the year. */
function books(client: pg.Client, lastId: number, user: number) {
  const out = pipes(client)
  const stock = ledger(out)
  const receipts = receiptsLeft()
  let id = lastId
  const document = (kind: string, at: string, own: unknown[] = [null, null, null, null]) =>
    out.operations.add([COMPANY, user, ++id, kind, at, false, ...own])
  return {
    entries: () => out.entries.rows,
    left: receipts.left,
    held: stock.held,
    receive(at: string, good: number, place: number, amount: number, price: number) {
      document('good_adding', at)
      out.lines.add([COMPANY, id, 0, 'in', good, place, amount, price])
      stock.enter(at, id, [good, place, amount], { price })
      receipts.add(good, { left: amount, price })
    },
    feed(at: string, good: number, place: number, amount: number) {
      document('feeding', at, [1 + (id % 40), good, place, amount])
      stock.enter(at, id, [good, place, -amount])
      receipts.take(good, amount)
    },
    move(at: string, good: number, [from, to]: [number, number], amount: number) {
      document('good_move', at)
      out.lines.add([COMPANY, id, 0, 'out', good, from, amount, null])
      out.lines.add([COMPANY, id, 1, 'in', good, to, amount, null])
      stock.enter(at, id, [good, from, -amount], { moved: true })
      stock.enter(at, id, [good, to, amount], { line: 1, moved: true })
    },
    async close(day: string) {
      stock.close(day)
      if (Object.values(out).some((one) => one.full())) await flush(out)
    },
    async end() {
      await flush(out)
      return id
    },
  }
}

/** The last operation of the farm, and its author. */
interface Last {
  id: number
  user: number
}

const pad = (value: number) => String(value).padStart(2, '0')

async function liveYear(client: pg.Client, lastDay: string, size: GoodsSize, last: Last): Promise<Left> {
  const rnd = random(20_261_120)
  const whole = (from: number, to: number) => from + Math.floor(rnd(to - from + 1))
  const book = books(client, last.id, last.user)
  const perDay = Math.ceil(size.entries / DAYS)
  const receive = (at: string, good: number, stock: number) =>
    book.receive(at, good, stock, whole(1000, 9000) * UNIT, whole(5000, 30_000))
  for (let index = 0; index < DAYS; index++) {
    const day = addDays(lastDay, index + 1 - DAYS)
    const before = book.entries()
    for (let count = 0; book.entries() - before < perDay; count++) {
      const minute = Math.floor((count * 1439) / perDay)
      const at = `${day}T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
      const busy = rnd(1) < 0.2
      const [good, stock] = busy ? [BUSY.good, BUSY.stock] : [FIRST_GOOD + whole(0, size.goods - 1), whole(1, STOCKS)]
      const amount = whole(1, 2000) * (UNIT / 10)
      const other = 1 + (stock % STOCKS)
      // a warehouse is filled when it is empty, sometimes before
      if (book.held(good, stock) < amount) receive(at, good, stock)
      else if (!busy && rnd(1) < 0.02) book.move(at, good, [stock, other], amount)
      else if (rnd(1) < 0.005) receive(at, good, stock)
      else book.feed(at, good, stock, amount)
    }
    await book.close(day)
  }
  const end = await book.end()
  await client.query(`select setval(pg_get_serial_sequence('operations', 'id'), $1)`, [end])
  return book.left
}

/** Fills the farm's database with the goods. */
export async function makeGoods(admin: pg.Client, lastDay: string, size: GoodsSize): Promise<Left> {
  await admin.query(
    `insert into goods (company_id, id, name, type, measure)
     select ${COMPANY}, i, 'Расходник ' || i, 'feed', 'kg'
     from generate_series(${FIRST_GOOD}, ${FIRST_GOOD + size.goods - 1}) i`,
  )
  await admin.query(
    `insert into stocks (company_id, id, name) select ${COMPANY}, i, 'Склад ' || i from generate_series(1, ${STOCKS}) i
     where not exists (select from stocks where id = i)`,
  )
  const { rows } = await admin.query<Last>(
    'select max(id)::int as id, (select min(id) from users) as user from operations',
  )
  await admin.query('alter table operation_lines no force row level security')
  await force(admin, 'no force')
  const left = await liveYear(admin, lastDay, size, rows[0]!)
  await force(admin, 'force')
  await admin.query('alter table operation_lines force row level security')
  await admin.query('vacuum (analyze)')
  return left
}
