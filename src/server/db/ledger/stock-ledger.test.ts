import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_QUANTITY } from '../../../shared/numbers'
import {
  at,
  COMPANY,
  create,
  expectLedger,
  GOODS,
  insert,
  line,
  type Operation,
  operation,
  someoneWaits,
  type Step,
  STOCKS,
  stored,
  transaction,
  useGoodsLab,
  wipe,
  write,
} from '../../../testing/ledger/goods-lab'
import { naiveRefusal, resolved } from '../../../testing/farm/plain-goods'
import { scope } from '../../scope'
import { readAmounts } from './stock-amounts'
import { postStock } from './stock-ledger'
import type { StockLine } from './stock-lines'

useGoodsLab()

const moment = fc.record({ day: fc.integer({ min: 1, max: 4 }), minute: fc.integer({ min: 0, max: 2 }) })
const place = fc.record({ good: fc.constantFrom(...GOODS), stock: fc.constantFrom(...STOCKS) })
const content = fc.record({
  when: moment,
  place,
  amount: fc.oneof(fc.integer({ min: 5, max: 40 }), fc.integer({ min: -20, max: -1 })),
  /** a move takes the same amount to or from the next warehouse, a stocktake finds so much */
  what: fc.constantFrom('entry', 'entry', 'move', 'move', 'count'),
})
const change = fc.record({
  what: fc.constantFrom('create', 'create', 'create', 'edit', 'edit', 'delete'),
  /** which of the operations that stand */
  pick: fc.nat(),
  content,
})
const history = fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), { minLength: 10, maxLength: 30 })

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function linesOf(id: number, { when, place: { good, stock }, amount, what }: Change['content']): StockLine[] {
  const own = line(id, stock, at(when.day, when.minute), amount, good)
  if (what === 'count') return [{ ...own, amount: 0, counted: Math.abs(amount) - 1 }]
  return what === 'move' ? [own, { ...own, stock: (stock % STOCKS.length) + 1, amount: -amount }] : [own]
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
        const moved = steps.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
        const own = new Set(moved.flatMap(({ after }) => after?.id ?? []))
        const expected = naiveRefusal(resolved(next.flatMap(({ lines }) => lines)), own)
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

describe('what a stocktake found', () => {
  const count = (id: number, when: string, counted: number): Operation => ({
    id,
    lines: [{ ...line(id, 1, when, 0), counted }],
  })
  const total = async () => (await stored()).days.at(-1)
  beforeEach(async () => {
    await create(operation(1, 1, at(1, 0), 100))
    await create(count(2, at(3, 0), 90))
    await create(operation(3, 1, at(4, 0), -80))
  })

  test('is the balance from there on: what is entered before it later ends there', async () => {
    expect(await create(operation(4, 1, at(2, 0), -95))).toBeNull()
    await expectLedger([
      line(1, 1, at(1, 0), 100),
      line(4, 1, at(2, 0), -95),
      ...count(2, at(3, 0), 90).lines,
      line(3, 1, at(4, 0), -80),
    ])
    expect(await total()).toBe('1:1:2026-03-04 10 10')
  })

  test('lets nothing be taken before it that was not there', async () => {
    expect(await create(operation(4, 1, at(2, 0), -101))).toMatchObject({ id: 4, shortage: 1, own: true })
  })

  test('that is corrected or deleted starves what was taken on its word', async () => {
    const before = count(2, at(3, 0), 90)
    expect(await write([{ before, after: count(2, at(3, 0), 70) }])).toMatchObject({ id: 3, shortage: 10 })
    expect(await write([{ before, after: count(2, at(3, 0), 85) }])).toBeNull()
    expect(await total()).toBe('1:1:2026-03-04 5 5')
    expect(await write([{ before: count(2, at(3, 0), 85), after: null }])).toBeNull()
    expect(await total()).toBe('1:1:2026-03-04 20 20')
  })
})

test('stocktakes that go together leave the days behind them as if they had never been', async () => {
  const count = (id: number, day: number, counted: number): Operation => ({
    id,
    lines: [{ ...line(id, 1, at(day, 0), 0), counted }],
  })
  const stands = [operation(1, 1, at(1, 0), 100), operation(2, 1, at(5, 0), -10)]
  const gone = [count(3, 2, 90), count(4, 3, 70), count(5, 3, 75)]
  for (const one of [...stands, ...gone]) await create(one)
  await expectLedger([...stands, ...gone].flatMap(({ lines }) => lines))
  expect(await write(gone.map((before) => ({ before, after: null })))).toBeNull()
  await expectLedger(stands.flatMap(({ lines }) => lines))
})

test('a day that is written together with the deletion of a stocktake before it opens with what lay there without it', async () => {
  const count = { id: 2, lines: [{ ...line(2, 1, at(2, 1), 0), counted: 70 }] }
  const stands = [operation(1, 1, at(1, 0), 100), operation(3, 1, at(2, 0), -10)]
  for (const one of [...stands, count]) await create(one)
  const later = operation(4, 1, at(4, 0), -80)
  const gone = { before: count, after: null }
  expect(await write([gone, { before: null, after: later }])).toBeNull()
  await expectLedger([...stands, later].flatMap(({ lines }) => lines))
})

test('lines of several days at once move the days between and after them by all that came before', async () => {
  const steps = ['1357', '246', '34'].map((days, step) =>
    [...days].map((day) => operation(10 * step + +day, 1, at(+day, step), +day)),
  )
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

test('an operation that comes back under its old id takes its place before those of its minute that were entered since', async () => {
  const stand = [operation(1, 1, at(1, 0), 100), operation(5, 1, at(1, 1), -30)]
  for (const one of stand) await create(one)
  const back = operation(3, 1, at(1, 1), -20)
  expect(await create(back)).toBeNull()
  await expectLedger([...stand, back].flatMap(({ lines }) => lines))
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
