/** What fish are expected to weigh: who is told, and which averages are asked about before they are saved. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { kinds } from '../../documents/kinds/kinds.contract'
import { expectedCall } from './expected.contract'

let pond: Pond
beforeAll(async () => void (pond = await openPond()))
afterAll(() => pond.farm.close())

/** A cage of its own: 10 000 fish of 0.4 kg since 40 days, weighed 10 days ago. */
async function weighed() {
  const { id } = await pond.cage()
  await pond.stock(id, 40, 10_000, 0.38)
  await pond.farm.call(kinds.weighing.create, { ...pond.on(10), cage_id: id, count: 50, weight: 20 })
  return id
}

test('the average by now with its band, the last weighing and its sample, in the modules open to whoever asks', async () => {
  const cage = await weighed()
  const { day, groups } = await pond.farm.call(expectedCall, { cages_id: [cage] })
  expect(day).toBe(pond.farm.today().split('.').reverse().join('-'))
  const [group, ...others] = groups
  expect(others).toEqual([])
  expect(group).toMatchObject({ cage_id: cage, count: 10_000, weighings: 1, ...pond.group })
  expect(group!.weighed).toMatchObject({ avg_weight: 0.4, sample: 50 })
  expect(group!.weighed!.datetime.slice(11)).toBe('10:00')
  expect(group!.low).toBeLessThan(group!.avg_weight * 0.95)
  expect(group!.high).toBeGreaterThan(group!.avg_weight * 1.05)

  const other = await weighed()
  const all = await pond.farm.call(expectedCall, {})
  expect(all.groups.map(({ cage_id }) => cage_id)).toEqual(expect.arrayContaining([cage, other]))
  const bound = await pond.farm.user({ locations: [(await pond.farm.module()).id] })
  expect((await pond.farm.call(expectedCall, { cages_id: [cage] }, { as: bound })).groups).toEqual([])
})

test('an average outside of what a weighing may be is asked about, and stored all the same', async () => {
  const cage = await weighed()
  const weighing = (avg_weight: number, day = 0) => ({ ...pond.on(day, '00:01'), cage_id: cage, avg_weight })
  const asked = async (avg_weight: number, day?: number) =>
    (await pond.farm.call(kinds.weighing.previewCreate, weighing(avg_weight, day))).doubts
  expect(await asked(0.41)).toEqual([])
  const [doubt, ...others] = await asked(0.31)
  expect(others).toEqual([])
  expect(doubt).toMatchObject({ about: 'band', typed: 310_000 })
  const { expected, low, high } = doubt as { expected: number; low: number; high: number }
  expect([low > 310_000, low < expected, expected < high]).toEqual([true, true, true])
  // of four fish nobody knows much
  const few = { ...weighing(0.31), count: 4, weight: 1.24, avg_weight: undefined }
  expect((await pond.farm.call(kinds.weighing.previewCreate, few)).doubts).toEqual([])
  // the past is asked by what was known then
  expect(await asked(0.31, 35)).toMatchObject([{ about: 'band' }])
  await pond.farm.call(kinds.weighing.create, weighing(0.31))
  // half off is asked in the old way
  expect(await asked(0.9)).toMatchObject([{ about: 'average' }])
})

test('fish that leave are asked about as well, unless they were sorted; the company says how far off', async () => {
  const cage = await weighed()
  const lifted = { ...pond.on(0, '00:01'), from_id: cage, ...pond.group, count: 100, avg_weight: 0.52 }
  const asked = async (more: object = {}) =>
    (await pond.farm.call(kinds.withdrawal.previewCreate, { ...lifted, ...more })).doubts
  expect(await asked()).toMatchObject([{ about: 'band', typed: 520_000 }])
  expect(await asked({ selection: 'representative' })).toMatchObject([{ about: 'band' }])
  expect(await asked({ selection: 'graded' })).toEqual([])
  expect(await asked({ avg_weight: undefined })).toEqual([])
})
