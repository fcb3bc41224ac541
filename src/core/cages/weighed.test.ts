/** «Взвешивали»: the day on which the fish that stand in a cage now were weighed, wherever that was. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { showDay } from '../../shared/dates'
import { openPond, type Pond } from '../../testing/farm/pond'

let pond: Pond
beforeAll(async () => {
  pond = await openPond()
})
afterAll(() => pond.farm.close())

/**
 * Cage `a` was stocked 40 days ago and weighed 30 days ago, `b` weighed 20 days ago and left by its fish 15 days ago,
 * `c` is new.
 */
let a: number
let b: number
let c: number
beforeEach(async () => {
  ;[a, b, c] = [(await pond.cage()).id, (await pond.cage()).id, (await pond.cage()).id]
  await pond.stock(a, 40, 1000, 0.2)
  await pond.weigh(a, 30, 0.25)
  await pond.stock(b, 40, 500, 0.2)
  await pond.weigh(b, 20, 0.3)
  await pond.lift(b, 15, 500)
})

const day = (iso: string | null) => iso && showDay(iso)
const now = async (cage: number) => day((await pond.cageNow(cage)).weighed_on)
const ago = (days: number) => pond.farm.daysAgo(days)

describe('fish that fill an empty cage', () => {
  test('were weighed where they came from, not when others were weighed in their new cage', async () => {
    await pond.move(a, b, 10, 300)
    expect(await now(b)).toBe(ago(30))
    expect(await now(a)).toBe(ago(30))
  })

  test('were weighed when they came, when their transfer has a weight', async () => {
    await pond.move(a, b, 10, 300, 80)
    expect(await now(b)).toBe(ago(10))
    expect(await now(a)).toBe(ago(30))
  })

  test('are followed through as many cages as they went', async () => {
    await pond.move(a, c, 12, 300)
    await pond.move(c, b, 10, 300)
    expect(await now(b)).toBe(ago(30))
  })

  test('take with them what they were weighed at by then, not what was weighed behind them', async () => {
    await pond.move(a, b, 10, 300)
    await pond.weigh(a, 5, 0.4)
    expect(await now(b)).toBe(ago(30))
  })

  test('a weighing of a day before that is entered late counts', async () => {
    await pond.move(a, b, 10, 300)
    await pond.weigh(a, 11, 0.28)
    expect(await now(b)).toBe(ago(11))
  })
})

test('fish that join others take over their day', async () => {
  await pond.stock(c, 35, 100, 0.2)
  await pond.move(a, c, 10, 300)
  expect(await now(c)).toBe(ago(35))
})

test('a weighing after the transfer is the last', async () => {
  await pond.move(a, b, 10, 300)
  await pond.weigh(b, 3, 0.3)
  expect(await now(b)).toBe(ago(3))
})

test('a past day does not tell it: nothing is to be done there', async () => {
  expect((await pond.cageOn(a, 2)).weighed_on).toBeNull()
})

test('the answer of the transfer itself shows it', async () => {
  const { cages } = await pond.move(a, b, 1, 300)
  expect(cages.map(({ id, weighed_on }) => [id, day(weighed_on)])).toEqual([
    [a, ago(30)],
    [b, ago(30)],
  ])
})
