import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_QUANTITY } from '../../../shared/numbers'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { byPlace, byTime, daysOf, naiveRefusal } from '../../testing/plain-goods'
import { type Database, openDatabase, type Tx } from '../client'
import { scope } from '../../scope'
import { readAmounts } from './stock-amounts'
import { isStockRefusal, postStock, type StockLine } from './stock-ledger'

const COMPANY = 1
const GOODS = [1, 2]
const STOCKS = [1, 2, 3]

let fresh: TestDatabase
let database: Database
const transaction = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(COMPANY, work)

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

async function wipe() {
  await transaction(async (tx) => {
    for (const table of ['stock_days', 'stock_entries', 'operations'])
      await tx.run(sql`delete from ${sql.table(table)} where company_id = ${COMPANY}`)
  })
}

/** An operation: one line for an adding or a feeding, two for a move between warehouses. */
interface Operation {
  id: number
  lines: StockLine[]
}
interface Step {
  before: Operation | null
  after: Operation | null
}

const at = (day: number, minute: number) => `2026-03-0${day}T08:0${minute}`
const line = (id: number, stock: number, when: string, amount: number, good = 1): StockLine => ({
  id,
  line: 0,
  stock,
  at: when,
  amount,
  good,
})
const operation = (id: number, stock: number, when: string, amount: number): Operation => ({
  id,
  lines: [line(id, stock, when, amount)],
})

/** Stores operations and posts their lines, as the features do; answers the refusal, or null when all stands. */
async function write(steps: Step[]) {
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
const insert = (tx: Tx, { id, lines }: Operation) =>
  tx.run(sql`insert into operations (company_id, id, kind, at, moves_fish)
    values (${COMPANY}, ${id}, 'lab', ${lines[0]!.at}::timestamp, false)`)
const create = (after: Operation) => write([{ before: null, after }])

const stored = () =>
  transaction(async (tx) => {
    const entries = await tx.rows<StockLine>(sql`
      select good_id as good, stock_id as stock, at, operation_id as id, line, amount from stock_entries where company_id = ${COMPANY}`)
    const days = await tx.rows<{ text: string }>(sql`
      select format('%s:%s:%s %s %s', good_id, stock_id, day, closing, lowest) as text from stock_days where company_id = ${COMPANY}`)
    return { entries: entries.sort((a, b) => byPlace(a, b) || byTime(a, b)), days: days.map((day) => day.text).sort() }
  })

async function expectLedger(lines: StockLine[]) {
  const { entries, days } = await stored()
  expect(entries).toEqual([...lines].sort((a, b) => byPlace(a, b) || byTime(a, b)))
  expect(days).toEqual(daysOf(lines))
}

const moment = fc.record({ day: fc.integer({ min: 1, max: 4 }), minute: fc.integer({ min: 0, max: 2 }) })
const place = fc.record({ good: fc.constantFrom(...GOODS), stock: fc.constantFrom(...STOCKS) })
const content = fc.record({
  when: moment,
  place,
  amount: fc.oneof(fc.integer({ min: 5, max: 40 }), fc.integer({ min: -20, max: -1 })),
  /** a move takes the same amount to or from the next warehouse */
  move: fc.boolean(),
})
const change = fc.record({
  what: fc.constantFrom('create', 'create', 'create', 'edit', 'edit', 'delete'),
  /** which of the operations that stand */
  pick: fc.nat(),
  content,
})
const history = fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), { minLength: 10, maxLength: 30 })

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function linesOf(id: number, { when, place: { good, stock }, amount, move }: Change['content']): StockLine[] {
  const own = line(id, stock, at(when.day, when.minute), amount, good)
  return move ? [own, { ...own, stock: (stock % STOCKS.length) + 1, amount: -amount }] : [own]
}

/** Turns a random change into a step on what stands; an operation is changed once a step. */
function stepOf({ what, pick, content: fields }: Change, standing: Operation[], id: number): Step {
  const before = what === 'create' ? undefined : standing[pick % standing.length]
  if (!before) return { before: null, after: { id, lines: linesOf(id, fields) } }
  return { before, after: what === 'delete' ? null : { id: before.id, lines: linesOf(before.id, fields) } }
}

test('random histories: days follow entries, and a refusal comes exactly when a balance would break, naming the first entry', async () => {
  const seen = { refused: 0, stood: 0 }
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      await wipe()
      let standing: Operation[] = []
      let id = 0
      for (const round of rounds) {
        const steps: Step[] = []
        for (const one of round) {
          const free = standing.filter((candidate) => steps.every(({ before }) => before !== candidate))
          steps.push(stepOf(one, free, ++id))
        }
        const touched = new Set(steps.map(({ before }) => before))
        const next = [...standing.filter((one) => !touched.has(one)), ...steps.flatMap(({ after }) => after ?? [])]
        const own = new Set(steps.flatMap(({ after }) => after?.id ?? []))
        const expected = naiveRefusal(
          next.flatMap(({ lines }) => lines),
          own,
        )
        expect(await write(steps)).toEqual(expected)
        if (!expected) standing = next
        seen[expected ? 'refused' : 'stood']++
        await expectLedger(standing.flatMap(({ lines }) => lines))
      }
    }),
    { numRuns: 40 },
  )
  // both ways were really taken
  expect(Math.min(seen.refused, seen.stood)).toBeGreaterThan(20)
})

describe('the first entry that would break', () => {
  beforeEach(async () => {
    await create(operation(1, 1, at(1, 0), 100))
    await create(operation(2, 1, at(3, 0), -60))
  })

  test('is a later one when the past takes too much', async () => {
    const refusal = await create(operation(3, 1, at(2, 0), -50))
    expect(refusal).toEqual({ good: 1, stock: 1, at: at(3, 0), id: 2, shortage: 10, own: false })
  })

  test('is the own one when there was nothing yet', async () => {
    expect(await create(operation(3, 2, at(2, 0), -50))).toMatchObject({ id: 3, shortage: 50, own: true })
  })

  test('is the earliest of several warehouses', async () => {
    await create(operation(3, 2, at(1, 1), 10))
    await create(operation(4, 2, at(2, 0), -10))
    const gone = (id: number, stock: number, when: string, amount: number) => ({
      before: operation(id, stock, when, amount),
      after: null,
    })
    expect(await write([gone(1, 1, at(1, 0), 100), gone(3, 2, at(1, 1), 10)])).toMatchObject({ id: 4, stock: 2 })
  })

  test('within one minute follows the order of arrival', async () => {
    expect(await create(operation(3, 2, at(2, 0), 10))).toBeNull()
    expect(await create(operation(4, 2, at(2, 0), -10))).toBeNull()
    const gone = { before: operation(3, 2, at(2, 0), 10), after: null }
    expect(await write([gone, { before: null, after: operation(5, 2, at(2, 0), 10) }])).toMatchObject({ id: 4 })
  })
})

test('a move that is turned round takes the place of its own other line', async () => {
  await create(operation(1, 1, at(1, 0), 100))
  await create(operation(2, 2, at(1, 0), 100))
  const move = { id: 3, lines: [line(3, 1, at(2, 0), -40), line(3, 2, at(2, 0), 40)] }
  const turned = { id: 3, lines: [line(3, 2, at(2, 0), -40), line(3, 1, at(2, 0), 40)] }
  expect(await create(move)).toBeNull()
  expect(await write([{ before: move, after: turned }])).toBeNull()
  await expectLedger([line(1, 1, at(1, 0), 100), line(2, 2, at(1, 0), 100), ...turned.lines])
})

test('lines of one operation in one warehouse come together: what lies there is looked at when all of them are in', async () => {
  await create(operation(1, 1, at(1, 0), 10))
  const sorted = {
    id: 2,
    lines: [-30, 40, -15].map((amount, index) => ({ ...line(2, 1, at(2, 0), amount), line: index })),
  }
  expect(await create(sorted)).toBeNull()
  const more = { ...sorted, lines: sorted.lines.map((one, index) => (index === 1 ? { ...one, amount: 30 } : one)) }
  expect(await write([{ before: sorted, after: more }])).toMatchObject({ id: 2, shortage: 5, own: true })
  await expectLedger([line(1, 1, at(1, 0), 10), ...sorted.lines])
  expect(await write([{ before: sorted, after: null }])).toBeNull()
  await expectLedger([line(1, 1, at(1, 0), 10)])
})

test('lines of several days at once move the days between and after them by all that came before', async () => {
  const steps = ['1357', '246'].map((days) => [...days].map((day) => operation(+day, 1, at(+day, 0), +day)))
  for (const step of steps) await write(step.map((after) => ({ before: null, after })))
  await expectLedger(steps.flat().flatMap(({ lines }) => lines))
})

test.each([
  ['at its end', 1],
  ['around what stands', 3],
])('several lines of a standing day, %s, leave its lowest balance between them', async (_, last) => {
  const stand = [operation(1, 1, at(1, 0), 100), operation(2, 1, at(1, 1), -10), operation(3, 1, at(1, last), -5)]
  for (const one of stand) await create(one)
  const together = [operation(4, 1, at(1, 2), -50), operation(5, 1, at(1, 4), 70)]
  expect(await write(together.map((after) => ({ before: null, after })))).toBeNull()
  await expectLedger([...stand, ...together].flatMap(({ lines }) => lines))
})

test('who takes from a warehouse while another does waits, and sees what is left', async () => {
  await create(operation(1, 1, at(1, 0), 100))
  const first = operation(2, 1, at(3, 0), -60)
  const second = await transaction(async (tx) => {
    await insert(tx, first)
    await postStock(tx, COMPANY, [{ before: null, after: first.lines[0]! }])
    let over = false
    const other = create(operation(3, 1, at(2, 0), -60)).finally(() => (over = true))
    while (!over && !(await someoneWaits())) continue
    return { other }
  })
  expect(await second.other).toMatchObject({ id: 2, shortage: 20, own: false })
  await expectLedger([line(1, 1, at(1, 0), 100), ...first.lines])
})

const someoneWaits = async () =>
  (
    await database.plain(sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (
    select oid from pg_database where datname = current_database())`)
  ).length > 0

test('an amount that could not be read back exactly is refused', async () => {
  await create(operation(1, 1, at(1, 0), MAX_QUANTITY))
  await expect(create(operation(2, 1, at(2, 0), 1))).rejects.toMatchObject({
    status: 422,
    message: 'На складе не может быть больше 999 999 999 единиц одного расходника.',
  })
  await expectLedger([line(1, 1, at(1, 0), MAX_QUANTITY)])
})

test('amounts now: by good and warehouse, without the empty ones, narrowed to goods and warehouses', async () => {
  await create(operation(1, 1, at(1, 0), 100))
  await create(operation(2, 2, at(1, 0), 30))
  await create(operation(3, 2, at(3, 0), -30))
  await write([{ before: null, after: { id: 4, lines: [line(4, 3, at(2, 0), 7, 2)] } }])
  const amounts = (goods: number[] | null, stocks: number[] | null) =>
    transaction(async (tx) =>
      (await readAmounts(tx, COMPANY, goods, scope({ location_ids: null, stock_ids: stocks }).stocks('s.id')))
        .map((row) => `${row.good_id}:${row.stock_id} ${row.amount}`)
        .sort(),
    )
  expect(await amounts(null, null)).toEqual(['1:1 100', '2:3 7'])
  expect(await amounts([1], null)).toEqual(['1:1 100'])
  expect(await amounts(null, [2, 3])).toEqual(['2:3 7'])
})
