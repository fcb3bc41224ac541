/**
 * No numbers that people may type make a history unreadable: what would be beyond the bounds is refused by name, and
 * every reading answers.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { averageOfSums, MG_PER_KG, sumIn } from '../../shared/numbers'

let pond: Pond
beforeAll(async () => void (pond = await openPond()))
afterAll(() => pond.farm.close())

const post = async (path: string, day: number, time: string, body: object) => {
  const { status, body: answer } = await pond.farm.post(path, { ...pond.on(day, time), ...pond.group, ...body })
  return { status, text: (answer as { message?: string }).message }
}

/** Everything that tells of a cage and of the farm, over all days. */
async function readings(cage: number): Promise<[string, number][]> {
  const period = { start: pond.farm.daysAgo(400), end: pond.farm.today() }
  const paged = { ...period, page: 1, per_page: 10 }
  const days = Array.from({ length: 13 }, (_, day) => pond.farm.daysAgo(day))
  const asked: [string, object][] = [
    ...['stocking', 'retreat', 'transfer', 'withdrawal', 'weight', 'correction', 'feeding'].flatMap(
      (path): [string, object][] => [
        [`/${path}`, paged],
        [`/${path}`, period],
        [`/${path}`, { ...paged, cages_id: [cage] }],
      ],
    ),
    ['/cages', {}],
    ['/total-farm-data', {}],
    ['/locations', {}],
    [`/cages/info/${cage}`, {}],
    [`/cages/all-operations/${cage}`, paged],
    ['/why', { cage_id: cage, about: 'weight', ...period }],
    ...days.map((date): [string, object] => ['/cages-on-date', { date }]),
  ]
  const answers = await Promise.all(
    asked.map(async ([path, query]): Promise<[string, number]> => [path, (await pond.farm.get(path, query)).status]),
  )
  return answers.filter(([, status]) => status >= 500)
}

const KG = 'слишком большая биомасса, больше 9 000 000 000 кг'

test('a stocking long ago does not lift a mass beyond the bound between two weighings: it is refused by the weighing’s name', async () => {
  const { id, number } = await pond.cage()
  expect((await post('/stocking', 9, '10:00', { to_id: id, count: 1, avg_weight: 0.2 })).status).toBe(200)
  expect((await post('/weight', 5, '10:00', { cage_id: id, avg_weight: 1000 })).status).toBe(200)
  expect((await post('/weight', 4, '10:00', { cage_id: id, avg_weight: 0.2 })).status).toBe(200)
  const refused = await post('/stocking', 8, '10:00', { to_id: id, count: 100_000_000, avg_weight: 0.001 })
  expect(refused.status).toBe(422)
  expect(refused.text?.replace(/\u00a0/g, ' ')).toBe(`${pond.farm.daysAgo(5)} 10:00 навеска, садок ${number}: ${KG}`)
  expect(await readings(id)).toEqual([])
  expect((await pond.cageOn(id, 4)).count).toBe(1)
})

test('a correction beyond the number of fish is refused under its field', async () => {
  const { id } = await pond.cage()
  for (const time of ['10:00', '10:01'])
    expect((await post('/stocking', 3, time, { to_id: id, count: 999_999_999, avg_weight: 0.001 })).status).toBe(
      time === '10:00' ? 200 : 422,
    )
  const { body } = await pond.farm.post('/stocking', {
    ...pond.on(3, '10:02'),
    ...pond.group,
    to_id: id,
    count: 2,
    avg_weight: 0.001,
  })
  expect(JSON.stringify(body)).toContain('слишком много рыбы')
})

test('sums of what may be entered are told, whatever they come to', async () => {
  const cages = await Promise.all(Array.from({ length: 12 }, () => pond.cage()))
  for (const { id } of cages)
    expect((await post('/stocking', 2, '10:00', { to_id: id, count: 900_000, avg_weight: 999 })).status).toBe(200)
  const { body } = await pond.farm.get('/stocking', {
    start: pond.farm.daysAgo(2),
    end: pond.farm.daysAgo(2),
    page: 1,
    per_page: 5,
  })
  expect((body as { footer: object }).footer).toMatchObject({
    count: 10_800_000,
    weight: 10_789_200_000,
    avg_weight: 999,
  })
  expect(await readings(cages[0]!.id)).toEqual([])
})

test('a sum beyond 2^53 milligrams keeps its kilograms, a small one its milligrams', () => {
  expect(sumIn(MG_PER_KG, '1234567')).toBe(1.234567)
  expect(sumIn(MG_PER_KG, '-1234567')).toBe(-1.234567)
  expect(sumIn(MG_PER_KG, '123456789012345678901')).toBe(123_456_789_012_345.67)
  expect(averageOfSums('123456789012345678901', '2')).toBeCloseTo(61_728_394_506_172.84, 1)
  expect(averageOfSums('5', '2')).toBe(0.000003)
  expect(averageOfSums('5', '0')).toBe(0)
})

const huge = (max: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: 1000 }),
    fc.constantFrom(max - 1, max, Math.floor(max / 2)),
    fc.integer({ min: 1, max }),
  )
const weights = fc.oneof(
  fc.constantFrom(0.000001, 0.001, 0.2, 999, 1000, 999_999_999),
  fc.double({ min: 0.001, max: 1e9, noNaN: true }),
)
const step = fc.record({
  kind: fc.constantFrom('stocking', 'retreat', 'transfer', 'withdrawal', 'weight', 'correction'),
  day: fc.integer({ min: 0, max: 11 }),
  from: fc.integer({ min: 0, max: 1 }),
  count: huge(999_999_999),
  weight: fc.option(weights),
  avg_weight: weights,
})

test('whatever huge counts and weights are tried, nothing fails and every reading answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      const pair = await Promise.all([pond.cage(), pond.cage()])
      const statuses: number[] = []
      for (const { id } of pair)
        statuses.push(
          (await post('/stocking', 12, '09:00', { to_id: id, count: 100_000_000, avg_weight: 0.001 })).status,
        )
      for (const { kind, day, from, count, weight, avg_weight } of steps) {
        const [own, other] = [pair[from]!.id, pair[1 - from]!.id]
        const places: Record<string, object> = {
          stocking: { to_id: own, count, avg_weight },
          transfer: { from_id: own, to_id: other, count, weight },
          weight: { cage_id: own, avg_weight },
          correction: { cage_id: own, count },
        }
        const { status } = await post(
          `/${kind}`,
          day,
          '09:00',
          places[kind] ?? { from_id: own, count, weight, reason: 'other' },
        )
        statuses.push(status)
      }
      expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([])
      for (const { id } of pair) expect(await readings(id)).toEqual([])
    }),
    { numRuns: 8 },
  )
})
