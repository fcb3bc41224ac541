/**
 * Arbitrary histories of a bare farm: operations of every kind in a few cages, and what may be done to them afterwards.
 */
import fc from 'fast-check'
import { CATEGORIES, GENERATIONS, type LabOperation, NORMS, operation } from './ledger-lab'

export const CAGES = 4

const cage = fc.integer({ min: 1, max: CAGES })
// few instants, so that operations meet in one minute, at midnight and at the end of a day
export const at = fc.constantFrom(
  '2026-07-01T00:00',
  '2026-07-01T10:20',
  '2026-07-01T23:59',
  '2026-07-02T00:00',
  '2026-07-03T12:00',
  '2026-07-04T12:00',
  '2026-07-05T08:00',
)
// mostly one group, so that operations build on each other instead of being refused
const mostly = (ids: number[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(ids[0]!) }, { weight: 1, arbitrary: fc.constantFrom(...ids) })
const group = { generation_id: mostly(GENERATIONS), age_category_id: mostly(CATEGORIES) }
const count = fc.integer({ min: 1, max: 40 })
const weight = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.integer({ min: 100, max: 10 ** 8 }) },
)

type Fields = Omit<LabOperation, 'id'>
const of = (kind: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record({ kind: fc.constant(kind), at, ...fields })
    .map((row) => row as unknown as Partial<LabOperation> & Pick<LabOperation, 'kind' | 'at'>)

export const anyOperation = fc.oneof(
  {
    weight: 3,
    arbitrary: of('stocking', {
      cage_id: cage,
      ...group,
      count: fc.integer({ min: 20, max: 200 }),
      weight: fc.integer({ min: 10 ** 4, max: 10 ** 9 }),
    }),
  },
  {
    weight: 5,
    arbitrary: of('transfer', {
      cage_id: cage,
      to_cage_id: cage,
      ...group,
      count,
      weight,
      selection: fc.constantFrom(null, 'graded', 'representative'),
    }).filter((row) => row.cage_id !== row.to_cage_id),
  },
  {
    weight: 2,
    arbitrary: of('withdrawal', {
      cage_id: cage,
      ...group,
      count,
      weight,
      selection: fc.constantFrom(null, 'representative'),
    }),
  },
  { weight: 3, arbitrary: of('retreat', { cage_id: cage, ...group, count, weight }) },
  {
    weight: 3,
    arbitrary: of('weighing', {
      cage_id: cage,
      generation_id: fc.constantFrom(null, ...GENERATIONS),
      count: fc.integer({ min: 1, max: 30 }),
      weight: fc.integer({ min: 10 ** 3, max: 10 ** 8 }),
    }),
  },
  { weight: 1, arbitrary: of('close_out', { cage_id: cage, ...group, count: fc.constantFrom(0, 0, 60) }) },
  { weight: 2, arbitrary: of('correction', { cage_id: cage, ...group, count: fc.nat(100) }) },
  { weight: 1, arbitrary: of('category_change', { cage_id: cage, ...group }) },
  {
    weight: 4,
    arbitrary: of('feeding', {
      cage_id: cage,
      volume: fc.integer({ min: 1, max: 10 ** 8 }),
      norm_version_id: fc.constantFrom(null, ...NORMS.keys()),
      norm_temperature: fc.constantFrom(null, 6, 12),
      gain: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(10 ** 8) }),
    }),
  },
)

export type Step =
  | { type: 'create'; row: Fields }
  | { type: 'edit'; which: number; row: Fields }
  | { type: 'move'; which: number; at: string }
  | { type: 'delete'; which: number }
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('create' as const),
      row: anyOperation as unknown as fc.Arbitrary<Fields>,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('edit' as const),
      which: fc.nat(),
      row: anyOperation as unknown as fc.Arbitrary<Fields>,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('move' as const), which: fc.nat(), at }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), which: fc.nat() }) },
)

/** Every history starts with fish in all cages but the last. */
export const START = [1, 2, 3].map((id) =>
  operation(id, 'stocking', '2026-06-30T12:00', {
    cage_id: id,
    generation_id: 1,
    age_category_id: 1,
    count: 150,
    weight: id * 30_000_000,
  }),
)
/** Applies a step to the model; null when there is nothing to do it to. */
export function next(
  rows: LabOperation[],
  one: Step,
  id: number,
): { before: LabOperation | null; after: LabOperation | null } | null {
  if (one.type === 'create') return { before: null, after: operation(id, one.row.kind, one.row.at, one.row) }
  const before = rows[one.which % (rows.length || 1)]
  if (!before) return null
  if (one.type === 'delete') return { before, after: null }
  if (one.type === 'move') return { before, after: { ...before, at: one.at } }
  return one.row.kind === before.kind ? { before, after: operation(before.id, before.kind, one.row.at, one.row) } : null
}
