/** Operations through the API: numbers that are right when the past is corrected, and refusals by name. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, showDay } from '../../shared/dates'
import { openPond, type Pond } from '../../testing/farm/pond'
import { cageCalls } from '../cages/cage.contract'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { kinds } from './kinds/kinds.contract'

let pond: Pond
let farm: Pond['farm']
let group: Pond['group']
beforeAll(async () => {
  pond = await openPond()
  ;({ farm, group } = pond)
})
afterAll(() => farm.close())

/** Two fresh cages for each test. */
let a: number
let b: number
let numbers: [string, string]
beforeEach(async () => {
  const cages = [await pond.cage(), await pond.cage()]
  ;[a, b] = cages.map((cage) => cage.id) as [number, number]
  numbers = cages.map((cage) => cage.number) as [string, string]
})

describe('the exact vector', () => {
  test('10 000 fish of 0.2 kg come to 1 466.716981 kg after retreat, withdrawal and correction', async () => {
    await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
    await pond.stock(a, 5)
    await farm.call(kinds.retreat.create, { ...pond.on(4), from_id: a, ...group, count: 50, weight: '4,000' })
    expect(await pond.cageNow(a)).toMatchObject({ count: 9950, weight: 1996 })
    await pond.lift(a, 3, 2000, 520)
    expect(await pond.cageNow(a)).toMatchObject({ count: 7950, weight: 1476, avg_weight: 0.18566 })
    const { cage } = await farm.call(kinds.correction.create, { ...pond.on(2), cage_id: a, ...group, count: 7900 })
    expect(cage).toMatchObject({ count: 7900, weight: 1466.716981 })
    await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': false })
  })
})

describe('correcting the past', () => {
  test('a loss entered late changes every later number and is exact in its own answer', async () => {
    await pond.stock(a, 30)
    await pond.move(a, b, 20, 5000)
    await pond.weigh(a, 10, 0.3)
    const answer = await pond.lose(a, 25, 1000)
    expect(answer.cage).toMatchObject({ count: 4000, weight: 1200 })
    expect(await pond.cageOn(a, 25)).toMatchObject({ count: 9000, weight: 1800 })
    expect(await pond.cageOn(a, 15)).toMatchObject({ count: 4000, weight: 800 })
    expect(await pond.cageNow(a)).toMatchObject({ count: 4000, weight: 1200 })
    expect(await pond.cageNow(b)).toMatchObject({ count: 5000, weight: 1000 })
  })

  test('an untyped transfer carries a corrected average into the other cage', async () => {
    await pond.stock(a, 30)
    await pond.move(a, b, 20, 5000)
    const answer = await pond.weigh(a, 25, 0.25)
    expect(answer.cages.map((cage) => cage.id).sort()).toEqual([a, b].sort())
    expect(await pond.cageNow(b)).toMatchObject({ count: 5000, weight: 1250 })
  })

  test('the balance shown while an operation is being moved leaves the operation itself out', async () => {
    await pond.stock(a, 30, 100, 1)
    const { id } = await pond.lose(a, 10, 7)
    const shown = (day: number) => farm.call(cageCalls.countOnDate, { ...pond.on(day), cage_id: a, except_id: id })
    expect((await Promise.all([shown(20), shown(10), shown(5)])).map(({ count }) => count)).toEqual([100, 100, 100])
    expect(await pond.cageNow(a)).toMatchObject({ count: 93 })
  })

  test('an operation that is gone has no place in its minute', async () => {
    await pond.stock(a, 10, 100, 1)
    const { id } = await pond.lose(a, 10, 5)
    await farm.call(kinds.retreat.remove, { id })
    await pond.lose(a, 10, 7)
    const shown = await farm.call(cageCalls.countOnDate, { ...pond.on(10), cage_id: a, except_id: id })
    expect(shown).toMatchObject({ count: 93 })
  })

  test('deleting what was entered brings the numbers back', async () => {
    await pond.stock(a, 30)
    const { id } = await pond.lose(a, 10, 700)
    const answer = await farm.call(kinds.retreat.remove, { id })
    expect(answer.cage).toMatchObject({ count: 10_000, weight: 2000 })
  })

  test('an operation moved to 00:00 and to 23:59 keeps its place in the day', async () => {
    await pond.stock(a, 10, 100, 1, '12:00')
    const { id } = await pond.lose(a, 9, 10, '12:00')
    await farm.call(kinds.retreat.update, { id, ...pond.on(9, '00:00'), from_id: a, ...group, count: 10 })
    expect(await pond.cageOn(a, 10)).toMatchObject({ count: 100 })
    await farm.call(kinds.retreat.update, { id, ...pond.on(10, '23:59'), from_id: a, ...group, count: 10 })
    expect(await pond.cageOn(a, 10)).toMatchObject({ count: 90 })
  })

  test('across a correction a loss changes the difference, not the balance after it', async () => {
    await pond.stock(a, 20, 1000, 1)
    const correction = await farm.call(kinds.correction.create, { ...pond.on(10), cage_id: a, ...group, count: 950 })
    expect(correction).toMatchObject({ count_difference: -50 })
    await pond.lose(a, 15, 30)
    expect(await pond.cageNow(a)).toMatchObject({ count: 950 })
    const rows = (await farm.call(kinds.correction.list, {
      start: farm.daysAgo(20),
      end: farm.today(),
      cages_id: [a],
    })) as { count_difference: number }[]
    expect(rows[0]).toMatchObject({ count_difference: -20 })
  })

  test('chains within one minute are folded in the order they were entered', async () => {
    await pond.stock(a, 5, 100, 1, '08:00')
    await pond.move(a, b, 5, 100, undefined, '08:00')
    await pond.lose(b, 5, 40, '08:00')
    await pond.move(b, a, 5, 60, undefined, '08:00')
    expect(await pond.cageNow(a)).toMatchObject({ count: 60, weight: 60 })
    expect(await pond.cageNow(b)).toMatchObject({ count: 0, weight: 0 })
  })
})

describe('refusals', () => {
  test('name the first operation that would break, with its instant, cages and shortage, and store nothing', async () => {
    await pond.stock(a, 30, 1000, 1)
    await pond.move(a, b, 20, 900)
    await pond.lift(b, 10, 900)
    const refused = await farm.call(
      kinds.retreat.create,
      { ...pond.on(25), from_id: a, ...group, count: 220 },
      { expect: 422 },
    )
    expect(refused.message).toBe(`${farm.daysAgo(20)} 10:00 пересадка ${numbers[0]} → ${numbers[1]}: не хватает 120 шт`)
    expect(refused).toMatchObject({
      msgShouldBeShown: true,
      refusal: { kind: 'transfer', shortage: 120, own: false, cage_id: a },
    })
    expect(await pond.cageNow(a)).toMatchObject({ count: 100 })
    expect(await farm.sql('select 1 from operations where kind = $1 and cage_id = $2', ['retreat', a])).toEqual([])
  })

  test('taking fish that are not there stands under the count', async () => {
    await pond.stock(a, 5, 100, 1)
    const refused = await farm.call(
      kinds.withdrawal.create,
      { ...pond.on(4), from_id: a, ...group, count: 130 },
      { expect: 422 },
    )
    expect(refused.errors?.count?.[0]).toBe(
      `${farm.daysAgo(4)} 10:00 подъём рыбы, садок ${numbers[0]}: не хватает 30 шт`,
    )
    expect(refused.refusal).toMatchObject({ own: true, shortage: 30 })
  })

  test('an operation moved before its stocking is refused', async () => {
    await pond.stock(a, 10, 100, 1)
    const { id } = await pond.lose(a, 5, 10)
    const refused = await farm.call(
      kinds.retreat.update,
      { id, ...pond.on(11), from_id: a, ...group, count: 10 },
      { expect: 422 },
    )
    expect(refused.errors?.count?.[0]).toContain('не хватает 10 шт')
    expect(await pond.cageNow(a)).toMatchObject({ count: 90 })
  })

  test('the future, the same cage on both sides and fish in a place without fish', async () => {
    const tomorrow = showDay(addDays(farm.session.user.now.slice(0, 10), 1))
    await pond.stock(a, 5, 100, 1)
    expect(
      (
        await farm.call(
          kinds.retreat.create,
          { date: tomorrow, time: '00:00', from_id: a, ...group, count: 1 },
          { expect: 422 },
        )
      ).errors,
    ).toHaveProperty('date')
    expect(
      (
        await farm.call(
          kinds.transfer.create,
          { ...pond.on(4), from_id: a, to_id: a, ...group, count: 1 },
          { expect: 422 },
        )
      ).errors,
    ).toHaveProperty('to_id')
    expect(
      (await farm.call(kinds.weighing.create, { ...pond.on(4), cage_id: b, avg_weight: 1 }, { expect: 422 })).message,
    ).toContain('нет рыбы')
    expect(
      (await farm.call(kinds.correction.create, { ...pond.on(4), cage_id: b, ...group, count: 5 }, { expect: 422 }))
        .message,
    ).toContain('никогда не было рыбы')
  })

  test('before the minimal operation date nothing is entered, edited or deleted, and rows say why', async () => {
    await pond.stock(a, 20, 100, 1)
    const { id } = await pond.lose(a, 10, 10)
    await farm.call(accessCalls.companySettings, {
      'minimal-operation-date-enabled': true,
      'minimal-operation-date': farm.daysAgo(5),
    })
    expect(
      (await farm.call(kinds.retreat.create, { ...pond.on(6), from_id: a, ...group, count: 1 }, { expect: 422 }))
        .errors,
    ).toHaveProperty('date')
    const [row] = (await farm.call(kinds.retreat.list, {
      start: farm.daysAgo(20),
      end: farm.today(),
      cages_id: [a],
    })) as { delete_disabled: boolean; delete_disabled_reason: string }[]
    expect(row).toMatchObject({ delete_disabled: true, edit_disabled: true })
    const refused = await farm.call(kinds.retreat.remove, { id }, { expect: 403 })
    expect(refused.message).toBe(row!.delete_disabled_reason)
    await farm.call(accessCalls.companySettings, { 'minimal-operation-date-enabled': false })
  })
})

describe('typed weights', () => {
  test('a weight that cannot be true keeps the book average of the rest and proposes a weighing', async () => {
    await pond.stock(a, 5, 100, 0.2)
    const answer = await pond.lift(a, 4, 10, 15)
    expect(answer.warning).toContain('Взвесьте')
    expect(answer).toMatchObject({ count: 10, weight: 15, mass_deviation: 13 })
    expect(answer.cage).toMatchObject({ count: 90, weight: 18 })
  })

  test('a representative catch sets the whole group to the measured average', async () => {
    await pond.stock(a, 5, 100, 0.2)
    const answer = await farm.call(kinds.transfer.create, {
      ...pond.on(4),
      from_id: a,
      to_id: b,
      ...group,
      count: 25,
      avg_weight: 0.24,
      selection: 'representative',
    })
    expect(answer.from).toMatchObject({ count: 75, weight: 18 })
    expect(answer.to).toMatchObject({ count: 25, weight: 6 })
  })
})

describe('groups', () => {
  test('the only group of a cage needs no naming; of several one must be chosen', async () => {
    const species = await farm.species()
    const other = await farm.generation({ species: species.id })
    await pond.stock(a, 9, 100, 1)
    await farm.call(kinds.retreat.create, { ...pond.on(8), from_id: a, count: 1 })
    await farm.call(kinds.stocking.create, {
      ...pond.on(7),
      to_id: a,
      ...group,
      generation_id: other.id,
      count: 50,
      avg_weight: 0.1,
    })
    const refused = await farm.call(kinds.retreat.create, { ...pond.on(6), from_id: a, count: 1 }, { expect: 422 })
    expect(refused.errors).toHaveProperty('generation_id')
    await pond.weigh(a, 5, 0.5)
    expect(await pond.cageNow(a)).toMatchObject({ count: 149, weight: 74.5 })
  })
})

describe('many people at once', () => {
  test('two takings of the last fish: one stands, the other gets the named refusal', async () => {
    await pond.stock(a, 5, 100, 1)
    const other = await farm.user({ permissions: ['create withdrawals'] })
    const taking = { ...pond.on(1), from_id: a, ...group, count: 70 }
    const answers = await Promise.allSettled([
      farm.call(kinds.withdrawal.create, taking),
      farm.call(kinds.withdrawal.create, taking, { as: other }),
    ])
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    expect(String((answers.find((answer) => answer.status === 'rejected') as PromiseRejectedResult).reason)).toContain(
      'не хватает 40 шт',
    )
    expect(await pond.cageNow(a)).toMatchObject({ count: 30 })
  })

  test('crossing transfers between two cages never lock each other', async () => {
    await pond.stock(a, 5, 1000, 1)
    await pond.stock(b, 5, 1000, 1)
    await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? pond.move(a, b, 3, 10) : pond.move(b, a, 3, 10))))
    expect(await pond.cageNow(a)).toMatchObject({ count: 1000 })
    expect(await pond.cageNow(b)).toMatchObject({ count: 1000 })
  })

  test('a repeated request answers as the first did and stores nothing twice', async () => {
    await pond.stock(a, 5, 100, 1)
    const input = { ...pond.on(1), from_id: a, ...group, count: 100 }
    const first = await farm.call(kinds.withdrawal.create, input, { key: 'round-1' })
    const second = await farm.call(kinds.withdrawal.create, input, { key: 'round-1' })
    expect(second).toEqual(first)
    expect(await farm.sql('select 1 from operations where kind = $1 and cage_id = $2', ['withdrawal', a])).toHaveLength(
      1,
    )
  })
})
