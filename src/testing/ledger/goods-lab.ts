/** The goods ledger alone: operations without features are stored and posted, and what stands is read back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Database, openDatabase, type Tx } from '../../server/db/client'
import { isStockRefusal, postStock } from '../../server/db/ledger/stock-ledger'
import type { StockLine } from '../../server/db/ledger/stock-lines'
import { groupBy } from '../../shared/collections'
import { freshDatabase, type TestDatabase } from '../database'
import { byPlace, byTime, daysOf, resolved } from '../farm/plain-goods'

export const COMPANY = 1
export const GOODS = [1, 2]
export const STOCKS = [1, 2, 3]

let fresh: TestDatabase
let database: Database
export const transaction = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(COMPANY, work)

/** One company with goods and warehouses, without operations at the start of each test. */
export function useGoodsLab(): void {
  beforeAll(async () => {
    fresh = await freshDatabase()
    database = openDatabase(fresh.url, 4)
    await transaction(async (tx) => {
      await tx.run(sql`insert into companies (company_id, name) values (${COMPANY}, 'Лаборатория')`)
      await tx.run(sql`insert into goods (company_id, id, name, type, measure)
        select ${COMPANY}, i, 'Корм ' || i, 'feed', 'kg' from unnest(${GOODS}::int[]) i`)
      await tx.run(sql`insert into stocks (company_id, id, name)
        select ${COMPANY}, i, 'Склад ' || i from unnest(${STOCKS}::int[]) i`)
    })
  })
  beforeEach(wipe)
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })
}

/** Whether somebody waits for a lock of goods. */
export const someoneWaits = async () =>
  (
    await database.plain(sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (
    select oid from pg_database where datname = current_database())`)
  ).length > 0

export async function wipe() {
  await transaction(async (tx) => {
    for (const table of ['stock_days', 'stock_entries', 'operations'])
      await tx.run(sql`delete from ${sql.table(table)} where company_id = ${COMPANY}`)
  })
}

/** An operation: one line for an adding or a feeding, two for a move between warehouses. */
export interface Operation {
  id: number
  lines: StockLine[]
}
export interface Step {
  before: Operation | null
  after: Operation | null
}

export const at = (day: number, minute: number) => `2026-03-0${day}T08:0${minute}`
export const line = (id: number, stock: number, when: string, amount: number, good = 1): StockLine => ({
  id,
  line: 0,
  stock,
  at: when,
  amount,
  good,
})
export const operation = (id: number, stock: number, when: string, amount: number): Operation => ({
  id,
  lines: [line(id, stock, when, amount)],
})

/** Stores operations and posts their lines, as the features do; answers the refusal, or null when all stands. */
export async function write(steps: Step[]) {
  try {
    await transaction(async (tx) => {
      for (const { before, after } of steps) if (after && !before) await insert(tx, after)
      const changes = steps.flatMap(({ before, after }) =>
        [0, 1, 2].map((index) => ({ before: before?.lines[index] ?? null, after: after?.lines[index] ?? null })),
      )
      await postStock(tx, COMPANY, changes)
      for (const { before, after } of steps)
        if (!after) await tx.run(sql`delete from operations where company_id = ${COMPANY} and id = ${before!.id}`)
    })
    return null
  } catch (error) {
    if (!isStockRefusal(error)) throw error
    const { good, stock, at: when, operation: id, shortage, own } = error.stock
    return { good, stock, at: when, id, shortage, own }
  }
}
export const insert = (tx: Tx, { id, lines }: Operation) =>
  tx.run(sql`insert into operations (company_id, id, kind, at, moves_fish)
    values (${COMPANY}, ${id}, 'lab', ${lines[0]!.at}::timestamp, false)`)
export const create = (after: Operation) => write([{ before: null, after }])

export const stored = () =>
  transaction(async (tx) => {
    const entries = await tx.rows<StockLine>(sql`
      select good_id as good, stock_id as stock, at, operation_id as id, line, amount, counted from stock_entries
        where company_id = ${COMPANY}`)
    const days = await tx.rows<{ text: string }>(sql`
      select format('%s:%s:%s %s %s', good_id, stock_id, day, closing, lowest) as text from stock_days
        where company_id = ${COMPANY}`)
    const amounts = await tx.rows<{ text: string }>(sql`
      select format('%s:%s:%s %s', good_id, stock_id, day, amount) as text from stock_amounts
        where company_id = ${COMPANY}`)
    return {
      entries: entries.sort((a, b) => byPlace(a, b) || byTime(a, b)),
      days: days.map(({ text }) => text).sort(),
      amounts: amounts.map(({ text }) => text).sort(),
    }
  })

/** What lies there now: the last day of each good and warehouse, without its lowest balance. */
const amountsOf = (days: string[]) =>
  [...groupBy(days, (day) => day.slice(0, day.lastIndexOf(':')))].map(([, own]) => own.at(-1)!.replace(/ \S+$/, ''))

export async function expectLedger(lines: StockLine[]) {
  const { entries, days, amounts } = await stored()
  const expected = resolved(lines)
  expect(entries).toEqual([...expected].sort((a, b) => byPlace(a, b) || byTime(a, b)))
  expect(days).toEqual(daysOf(expected))
  expect(amounts).toEqual(amountsOf(daysOf(expected)))
}
