/**
 * Any history at all: what is stored after each accepted change is what a replay from nothing gives, and a refusal
 * changes nothing.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groupBy } from '../../shared/collections'
import { replay } from '../../server/db/ledger/replay'
import { anyOperation, at, CAGES, next, START, step } from '../../testing/ledger/any-history'
import { type LabOperation, NORMS, openLab, operation } from '../../testing/ledger/ledger-lab'
import { registry } from './kinds/kinds.server'

let lab: Awaited<ReturnType<typeof openLab>>
beforeAll(async () => {
  lab = await openLab(CAGES, registry.effectOf)
})
afterAll(() => lab.close())
beforeEach(() => lab.wipe())

const stored = async () =>
  (await lab.entries()).map((e) =>
    [
      e.at,
      e.operation_id,
      e.cage_id,
      e.generation_id,
      e.age_category_id,
      e.count_delta,
      e.mass_delta,
      e.deviation,
      e.count_after,
      e.mass_after,
      e.last_count,
      e.last_mass,
    ].join(' '),
  )

const replayAll = (rows: LabOperation[], strict = new Set<number>()) =>
  replay(rows, registry.effectOf, strict, undefined, (version) => NORMS.get(version))

const replayed = (rows: LabOperation[]) => {
  const { postings } = replayAll(rows)
  return rows
    .flatMap((row) => (postings.get(row.id) ?? []).map((p) => ({ row, p })))
    .sort((a, b) =>
      a.row.at < b.row.at
        ? -1
        : a.row.at > b.row.at
          ? 1
          : a.row.id - b.row.id ||
            a.p.cage - b.p.cage ||
            a.p.generation - b.p.generation ||
            a.p.category - b.p.category,
    )
    .map(({ row, p }) =>
      [
        row.at,
        row.id,
        p.cage,
        p.generation,
        p.category,
        p.count_delta,
        p.mass_delta,
        p.deviation,
        p.after.count,
        p.after.mass,
        p.after.count ? '' : p.after.last_count,
        p.after.count ? '' : p.after.last_mass,
      ].join(' '),
    )
}

const begin = async () => {
  await lab.wipe()
  for (const row of START) await lab.create(row)
}

const SEMANTIC: (keyof LabOperation)[] = ['at', 'cage_id', 'generation_id', 'age_category_id']

describe('a history of any operations in any order', () => {
  test('is stored as its replay, and is refused exactly where the replay breaks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        await begin()
        let rows: LabOperation[] = [...START]
        for (const [i, one] of steps.entries()) {
          const change = next(rows, one, i + 10)
          if (!change) continue
          const { before, after } = change
          const candidate = [...rows.filter((row) => row.id !== before?.id), ...(after ? [after] : [])]
          const moved = after && (!before || SEMANTIC.some((key) => before[key] !== after[key]))
          const expected = replayAll(candidate, new Set(moved ? [after.id] : [])).refusal
          const refusal = await lab.change(before, after)
          expect(refusal && { id: refusal.row.id, cage: refusal.cage, shortage: refusal.shortage }).toEqual(
            expected ? { id: expected.row.id, cage: expected.cage, shortage: expected.shortage } : null,
          )
          if (!refusal) rows = candidate
        }
        expect(await stored()).toEqual(replayed(rows))
        expect(await lab.wrongSpans()).toEqual([])
      }),
      { numRuns: 200 },
    )
  }, 120_000)

  test('does not depend on the order in which it arrived', async () => {
    const history = fc.array(anyOperation, { minLength: 4, maxLength: 14 }).chain((rows) =>
      fc.record({
        rows: fc.constant(rows.map((row, i) => operation(i + 10, row.kind, row.at, row))),
        order: fc.shuffledSubarray(
          rows.map((_, i) => i),
          { minLength: rows.length },
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(history, async ({ rows, order }) => {
        await begin()
        const kept: LabOperation[] = []
        for (const i of order) if (!(await lab.create(rows[i]!))) kept.push(rows[i]!)
        const first = await stored()
        await begin()
        const inTime = [...kept].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id))
        const refused = []
        for (const row of inTime) if (await lab.create(row)) refused.push(row)
        // what later arrivals left without fish is refused when it is entered afresh, nothing else is
        expect(refused.every((row) => ['weighing', 'feeding', 'category_change'].includes(row.kind))).toBe(true)
        if (refused.length === 0) expect(await stored()).toEqual(first)
      }),
      { numRuns: 20 },
    )
  }, 120_000)

  test('create, then delete, changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOperation, { minLength: 3, maxLength: 12 }),
        anyOperation,
        async (history, extra) => {
          await begin()
          for (const [i, row] of history.entries()) await lab.create(operation(i + 10, row.kind, row.at, row))
          const before = await stored()
          const row = operation(1000, extra.kind, extra.at, extra)
          const refusal = await lab.create(row)
          if (!refusal) expect(await lab.change(row, null)).toBeNull()
          expect(await stored()).toEqual(before)
        },
      ),
      { numRuns: 20 },
    )
  }, 120_000)

  test('the period identity closes to the milligram for every group', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOperation, { minLength: 5, maxLength: 25 }), at, at, async (history, a, b) => {
        await begin()
        for (const [i, row] of history.entries()) await lab.create(operation(i + 10, row.kind, row.at, row))
        const [from, to] = [a, b].sort() as [string, string]
        for (const entries of groupBy(await lab.entries(), (entry) => entry.group_id).values()) {
          const opening = entries.filter((entry) => entry.at < from).at(-1)
          const closing = entries.filter((entry) => entry.at <= to).at(-1)
          const inside = entries.filter((entry) => entry.at >= from && entry.at <= to)
          const sum = (pick: (entry: (typeof inside)[number]) => number) =>
            inside.reduce((total, entry) => total + pick(entry), 0)
          const [moved, growth] = [sum((entry) => entry.mass_delta - entry.deviation), sum((entry) => entry.deviation)]
          expect((closing?.mass_after ?? 0) - (opening?.mass_after ?? 0)).toBe(moved + growth)
          expect((closing?.count_after ?? 0) - (opening?.count_after ?? 0)).toBe(sum((entry) => entry.count_delta))
        }
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})

test('a group that one change takes apart in several writings has no span left', async () => {
  await lab.wipe()
  const stocking = { cage_id: 1, generation_id: 1, age_category_id: 1, count: 100, weight: 20_000_000 }
  const mistaken = operation(2, 'stocking', '2026-07-01T10:20', { ...stocking, generation_id: 2 })
  await lab.create(operation(1, 'stocking', '2026-07-01T00:00', stocking))
  await lab.create(mistaken)
  for (const day of [2, 3, 4, 5, 6])
    await lab.create(
      operation(day + 1, 'weighing', `2026-07-0${day}T12:00`, { cage_id: 1, count: 10, weight: day * 10 ** 6 }),
    )
  // the five weighings leave the second generation, more than are written at a time
  expect(await lab.change(mistaken, { ...mistaken, generation_id: 1 })).toBeNull()
  expect((await lab.entries()).filter((entry) => entry.generation_id === 2)).toEqual([])
  expect(await lab.wrongSpans()).toEqual([])
})

test('a cage that leaves a change between two of its writings and is reached again has all its fish', async () => {
  await lab.wipe()
  const fish = { generation_id: 1, age_category_id: 1 }
  const late = { ...fish, cage_id: 2, to_cage_id: 3, count: 6, weight: 52_719_143 }
  const moved = operation(16, 'transfer', '2026-07-01T10:20', late)
  const history = [
    operation(1, 'stocking', '2026-06-30T12:00', { ...fish, cage_id: 1, count: 150, weight: 30_000_000 }),
    operation(2, 'stocking', '2026-06-30T12:00', { ...fish, cage_id: 2, count: 150, weight: 60_000_000 }),
    operation(3, 'stocking', '2026-06-30T12:00', { ...fish, cage_id: 3, count: 150, weight: 90_000_000 }),
    operation(12, 'weighing', '2026-07-01T10:20', { cage_id: 2, generation_id: 1, count: 27, weight: 26_394_141 }),
    operation(14, 'transfer', '2026-07-01T23:59', { ...fish, cage_id: 2, to_cage_id: 1, count: 18 }),
    moved,
    operation(17, 'stocking', '2026-07-01T23:59', { ...fish, cage_id: 1, count: 34, weight: 513_544_194 }),
    operation(18, 'retreat', '2026-07-01T23:59', { ...fish, cage_id: 1, count: 20 }),
    operation(19, 'stocking', '2026-07-01T10:20', { ...fish, cage_id: 3, count: 39, weight: 424_888_665 }),
    operation(24, 'transfer', '2026-07-04T12:00', { ...fish, cage_id: 2, to_cage_id: 3, count: 14 }),
    operation(21, 'stocking', '2026-07-05T08:00', { ...fish, cage_id: 3, count: 43, weight: 814_882_497 }),
  ]
  for (const row of history) expect(await lab.create(row)).toBeNull()
  expect(await lab.change(moved, { ...moved, at: '2026-07-02T00:00' })).toBeNull()
  const own = (await lab.entries()).filter((entry) => entry.cage_id === 3)
  expect(own.map((entry) => entry.count_after)).toEqual([150, 189, 195, 209, 252])
})
