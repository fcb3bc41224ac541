/**
 * What a change says it does to the groups is what it does, in a dry run and for good; a dry run leaves everything as
 * it is.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupBy } from '../../shared/collections'
import type { GroupBalance } from '../../server/db/ledger/refold-report'
import { anyOperation, CAGES, next, START, step } from '../../testing/ledger/any-history'
import { type LabOperation, openLab, operation } from '../../testing/ledger/ledger-lab'
import { registry } from './kinds/kinds.server'

let lab: Awaited<ReturnType<typeof openLab>>
beforeAll(async () => {
  lab = await openLab(CAGES, registry.effectOf)
})
afterAll(() => lab.close())

type Entry = Awaited<ReturnType<typeof lab.entries>>[number]
const groupOf = (e: Entry) => `${e.cage_id}:${e.generation_id}:${e.age_category_id}`
const positionOf = (e: Entry) => `${e.at} ${String(e.operation_id).padStart(9, '0')}`
const plain = ({ group_id: _, ...entry }: Entry) => JSON.stringify(entry)

const stateOf = (e: Entry | undefined): GroupBalance => ({ count: e?.count_after ?? 0, mass: e?.mass_after ?? 0 })

/** Worked out anew from the entries before and after: position by position, without the fold. */
function reportOf(before: Entry[], after: Entry[]) {
  const [old, now] = [groupBy(before, groupOf), groupBy(after, groupOf)]
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((group) => {
    const [was, is] = [old.get(group) ?? [], now.get(group) ?? []]
    const positions = [...new Set([...was, ...is].map(positionOf))].sort()
    const at = (list: Entry[], position: string) => list.filter((e) => positionOf(e) <= position).at(-1)
    const own = (list: Entry[], position: string) =>
      list
        .filter((e) => positionOf(e) === position)
        .map(plain)
        .join()
    const differing = positions.filter((position) => own(was, position) !== own(is, position))
    if (differing.length === 0) return []
    const apart = positions.filter(
      (position) => JSON.stringify(stateOf(at(was, position))) !== JSON.stringify(stateOf(at(is, position))),
    )
    const lastApart = apart.at(-1)
    const back = positions.find((position) => position >= differing[0]! && (!lastApart || position > lastApart))
    const [cage, generation, category] = group.split(':').map(Number)
    return {
      cage,
      generation,
      category,
      entries: differing.length,
      records: differing.slice(0, 12).map((position) => ({
        at: position,
        before: stateOf(at(was, position)),
        after: stateOf(at(is, position)),
      })),
      first: differing[0]!.slice(0, 16),
      last: differing.at(-1)!.slice(0, 16),
      until: back?.slice(0, 16) ?? null,
      // where nothing but entries differs the states are of no interest
      states: lastApart && { before: stateOf(at(was, lastApart)), after: stateOf(at(is, lastApart)) },
    }
  })
}

const comparable = ({ groups }: Awaited<ReturnType<typeof lab.report>>) =>
  groups
    .map(({ before, after, records, ...change }) => ({
      ...change,
      records: records.map(({ at, id, kind: _, ...states }) => ({
        at: `${at} ${String(id).padStart(9, '0')}`,
        ...states,
      })),
      states: JSON.stringify(before) === JSON.stringify(after) ? undefined : { before, after },
    }))
    .sort((a, b) => a.cage - b.cage || a.generation - b.generation || a.category - b.category)

test('a change tells beforehand which groups it moves, since when, until when and by how much', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyOperation, { minLength: 6, maxLength: 25 }),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      async (history, steps) => {
        await lab.wipe()
        let rows: LabOperation[] = []
        const made = [...START, ...history.map((row, i) => operation(i + 10, row.kind, row.at, row))]
        for (const row of made) if (!(await lab.create(row))) rows.push(row)
        for (const [i, one] of steps.entries()) {
          const change = next(rows, one, i + 100)
          if (!change) continue
          const { before, after } = change
          const entries = await lab.entries()
          const told = await lab.report(before, after, true)
          expect(await lab.entries()).toEqual(entries)
          const done = await lab.report(before, after, false)
          expect(told).toEqual(done)
          expect(comparable(done)).toEqual(done.refusal ? [] : reportOf(entries, await lab.entries()))
          if (!done.refusal) rows = [...rows.filter((row) => row.id !== before?.id), ...(after ? [after] : [])]
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)
