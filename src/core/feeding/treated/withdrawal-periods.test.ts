/** Until when treated fish are not to be sold, wherever they were moved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cageCalls } from '../../cages/cage.contract'
import { kinds } from '../../documents/kinds/kinds.contract'
import { goodCalls } from '../../goods/good-calls.contract'
import { openTreatedFarm, type TreatedFarm } from '../../../testing/farm/treated-farm'

let pond: TreatedFarm
beforeAll(async () => {
  pond = await openTreatedFarm()
})
afterAll(() => pond.farm.close())

const stocked = async (count = 1000) => {
  const { id } = await pond.cage()
  await pond.stock(id, 90, count, 0.4)
  return id
}
const openIn = async (cage: number) => (await pond.periods(cage))?.periods ?? []
/** Days that are left, by medicine. */
const left = async (cage: number) => (await openIn(cage)).map(({ medicine, free_on }) => [medicine, free_on])

describe('the period of a treatment', () => {
  test('is 500 degree-days of the days after it when the medicine names none', async () => {
    const [cage, medicine] = [await stocked(), await pond.medicine()]
    await pond.treat(cage, 21, medicine)
    expect(await openIn(cage)).toMatchObject([
      {
        good_id: medicine,
        days: 0,
        degree_days: 500,
        days_passed: 21,
        degree_days_passed: 210,
        free_on: pond.dayAfter(29),
      },
    ])
  })

  test('is the later of days and degree-days', async () => {
    const cage = await stocked()
    await pond.treat(cage, 10, await pond.medicine({ withdrawal_days: 14, withdrawal_degree_days: 120 }, 'Дни'))
    await pond.treat(cage, 10, await pond.medicine({ withdrawal_days: 11, withdrawal_degree_days: 160 }, 'Тепло'))
    expect(await left(cage)).toEqual([
      ['Тепло', pond.dayAfter(6)],
      ['Дни', pond.dayAfter(4)],
    ])
  })

  test('of days alone asks for no warmth, and ends on its day', async () => {
    const cage = await stocked()
    await pond.treat(cage, 9, await pond.medicine({ withdrawal_days: 10 }, 'Завтра'))
    await pond.treat(cage, 10, await pond.medicine({ withdrawal_days: 10 }, 'Сегодня'))
    expect(await left(cage)).toEqual([['Завтра', pond.dayAfter(1)]])
  })

  test('begins with the last treatment', async () => {
    const [cage, medicine] = [await stocked(), await pond.medicine({ withdrawal_days: 20 })]
    for (const day of [12, 11, 10]) await pond.treat(cage, day, medicine)
    expect(await openIn(cage)).toMatchObject([{ days_passed: 10, free_on: pond.dayAfter(10) }])
  })

  test('gathers warmth by the readings of each day', async () => {
    const [cage, medicine] = [(await cageInOwnModule()).id, await pond.medicine({ withdrawal_degree_days: 100 })]
    await pond.treat(cage, 20, medicine)
    // 8 days of 5 °C and 12 of 4 °C
    expect(await openIn(cage)).toMatchObject([{ degree_days_passed: 88, free_on: pond.dayAfter(2) }])
  })

  test('follows the treatment when it is moved to another day, another medicine, or deleted', async () => {
    const cage = await stocked()
    const [long, short] = [await pond.medicine({ withdrawal_days: 40 }), await pond.medicine({ withdrawal_days: 12 })]
    const { id } = await pond.treat(cage, 10, long)
    await pond.farm.call(kinds.treatment.update, { id, ...pond.on(5) } as never)
    expect(await openIn(cage)).toMatchObject([{ days_passed: 5, free_on: pond.dayAfter(35) }])
    await pond.farm.call(kinds.treatment.update, { id, good_id: short } as never)
    expect(await openIn(cage)).toMatchObject([{ good_id: short, free_on: pond.dayAfter(7) }])
    await pond.farm.call(kinds.treatment.remove, { id })
    expect(await openIn(cage)).toEqual([])
  })

  test('is the one that the medicine names now', async () => {
    const [cage, good] = [await stocked(), await pond.medicine({ withdrawal_days: 40 }, 'Новый срок')]
    await pond.treat(cage, 10, good)
    const fields = { name: 'Новый срок', type: 'medicine', measure: 'kg' } as const
    await pond.farm.call(goodCalls.update, { id: good, ...fields, withdrawal_days: 15 })
    expect(await openIn(cage)).toMatchObject([{ free_on: pond.dayAfter(5) }])
  })
})

/** 20 days ago 5 °C were measured, 12 days ago 4 °C; from tomorrow on the lake has 10. */
async function cageInOwnModule() {
  const module = await pond.farm.module()
  const cage = await pond.farm.cage({ location: module.id })
  const parameter = (await pond.farm.parameter({ location: module.id })).id
  await pond.measure(20, 5, parameter)
  await pond.measure(11, 4, parameter)
  await pond.stock(cage.id, 90, 500, 0.4)
  return cage
}

describe('fish that were moved', () => {
  test('bring the period into their new cage; those that stay keep it', async () => {
    const [from, to] = [await stocked(), await stocked()]
    const medicine = await pond.medicine({ withdrawal_days: 30 })
    await pond.treat(from, 20, medicine)
    await pond.move(from, to, 8, 300)
    for (const cage of [from, to])
      expect(await openIn(cage)).toMatchObject([{ good_id: medicine, days_passed: 20, free_on: pond.dayAfter(10) }])
  })

  test('are followed through as many cages as they went, and leave nothing in one they left', async () => {
    const [from, over, to] = [await stocked(), (await pond.cage()).id, (await pond.cage()).id]
    await pond.treat(from, 20, await pond.medicine({ withdrawal_days: 30 }))
    await pond.move(from, over, 10, 200)
    await pond.move(over, to, 5, 200)
    await pond.move(from, over, 1, 1)
    await pond.lift(over, 0, 1, undefined, '00:01')
    await pond.stock(over, 0, 50, 0.1, '00:02')
    expect([await openIn(to), await openIn(over)]).toMatchObject([[{ days_passed: 20 }], []])
  })

  test('bring nothing when they left before the treatment, or came after it', async () => {
    const [from, to] = [await stocked(), (await pond.cage()).id]
    await pond.move(from, to, 30, 100)
    await pond.treat(from, 20, await pond.medicine({ withdrawal_days: 60 }))
    expect(await openIn(to)).toEqual([])
  })

  test('carry the warmth of the water they were in', async () => {
    const [cold, warm] = [(await cageInOwnModule()).id, await stocked()]
    await pond.treat(cold, 20, await pond.medicine({ withdrawal_degree_days: 200 }))
    await pond.move(cold, warm, 4, 100)
    // 8 days of 5 °C, 7 of 4 °C, then 5 days of 10 °C
    expect(await openIn(warm)).toMatchObject([{ degree_days_passed: 118 }])
  })

  test('are told apart from others of their cage: only treated groups are under the period', async () => {
    const [from, to] = [await stocked(), (await pond.cage()).id]
    const other = await pond.farm.category()
    await pond.farm.call(kinds.stocking.create, {
      ...pond.on(40),
      to_id: to,
      ...pond.group,
      age_category_id: other.id,
      count: 10,
      avg_weight: 1,
    })
    await pond.treat(from, 20, await pond.medicine({ withdrawal_days: 30 }))
    await pond.move(from, to, 5, 300)
    expect((await openIn(to)).map(({ age_category_id }) => age_category_id)).toEqual([pond.group.age_category_id])
  })

  test('stay under it in another age category', async () => {
    const [cage, older] = [await stocked(), await pond.farm.category()]
    await pond.treat(cage, 20, await pond.medicine({ withdrawal_days: 30 }))
    await pond.farm.call(cageCalls.changeCategory, {
      cageId: cage,
      generationId: pond.group.generation_id,
      category_id: older.id,
    })
    expect(await openIn(cage)).toMatchObject([{ age_category_id: older.id, days_passed: 20 }])
  })
})

describe('before it is saved', () => {
  const doubts = async (call: 'withdrawal' | 'retreat' | 'transfer', cage: number, more: object = {}) => {
    const input = { ...pond.on(0, '00:01'), from_id: cage, ...pond.group, count: 10, ...more }
    const { doubts } = (await pond.farm.call(kinds[call].previewCreate, input as never)) as {
      doubts: { about: string }[]
    }
    return doubts.filter(({ about }) => about === 'withdrawal')
  }

  test('a withdrawal asks about the period, and is stored all the same; a loss does not ask', async () => {
    const cage = await stocked()
    await pond.treat(cage, 10, await pond.medicine({ withdrawal_days: 30 }, 'Оксивет'))
    const asked = [{ about: 'withdrawal', medicine: 'Оксивет', free_on: pond.dayAfter(20) }]
    expect(await doubts('withdrawal', cage)).toEqual(asked)
    expect(await doubts('retreat', cage)).toEqual([])
    expect(await doubts('transfer', cage, { to_id: (await pond.cage()).id })).toEqual(asked)
    const { id } = await pond.lift(cage, 0, 10, undefined, '00:01')
    expect(id).toBeGreaterThan(0)
  })

  test('it is asked of the day of the withdrawal, also of the last fish, also when it is edited', async () => {
    const cage = await stocked()
    await pond.treat(cage, 30, await pond.medicine({ withdrawal_days: 10 }, 'Давний'))
    expect(await doubts('withdrawal', cage)).toEqual([])
    expect(await doubts('withdrawal', cage, pond.on(25))).toMatchObject([{ medicine: 'Давний' }])
    expect(await doubts('withdrawal', cage, pond.on(35))).toEqual([])
    const { id } = await pond.lift(cage, 25, 1000)
    const edit = { id, ...pond.on(25), from_id: cage, ...pond.group, count: 1000, note: 'Всё' }
    const preview = await pond.farm.call(kinds.withdrawal.previewUpdate, edit)
    expect(preview).toMatchObject({ doubts: [{ about: 'withdrawal', medicine: 'Давний' }] })
  })
})

test('only medicines keep a period', async () => {
  const feed = await pond.farm.call(goodCalls.create, { name: 'Корм', type: 'feed', measure: 'kg', withdrawal_days: 5 })
  expect(feed).toMatchObject({ withdrawal_days: null, withdrawal_degree_days: null })
  const input = { name: 'Срок', type: 'medicine', measure: 'kg', withdrawal_days: 731 } as const
  const refused = await pond.farm.call(goodCalls.create, input, { expect: 422 })
  expect(refused.errors).toHaveProperty('withdrawal_days')
})
