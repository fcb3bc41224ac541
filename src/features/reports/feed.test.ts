/** Feed by the fish that ate it, and beside what the norms proposed, against farms worked out by hand. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { apply, keyOf } from '../../shared/ledger/fold'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { openPlanFarm, type PlanFarm } from '../../testing/farm/plan-farm'
import * as reports from './reports.contract'

const at = (day: string, time = '10:00') => ({ date: `${day}.2026`, time })
const winter = { start: '01.01.2026', end: '28.02.2026' }

describe('feed by the fish that ate it', () => {
  let farm: Farm
  let cages: number[]
  let generation: number
  let big: { id: number }
  let small: { id: number }

  /** In the first cage 1 000 small fish of 300 kg and 200 big ones of 100 kg; in the second small ones alone. */
  beforeAll(async () => {
    farm = await openFarm()
    const module = await farm.module('Залив')
    generation = (await farm.generation({ species: (await farm.species()).id })).id
    small = await farm.category('Мелкие')
    big = await farm.category('Крупные')
    cages = [
      (await farm.cage({ location: module.id, number: '1' })).id,
      (await farm.cage({ location: module.id, number: '2' })).id,
    ]
    const [feed, stock] = [await farm.good(), await farm.stock()]
    await farm.adding({ good: feed.id, stock: stock.id, count: 1000, date: '01.01.2026' })
    const put = (cage: number, category: number, count: number, weight: number) =>
      farm.call(kinds.stocking.create, {
        ...at('01.01'),
        to_id: cages[cage]!,
        generation_id: generation,
        age_category_id: category,
        count,
        weight,
      })
    const fed = (cage: number, day: string, volume: string) =>
      farm.call(kinds.feeding.create, {
        ...at(day, '12:00'),
        cage_id: cages[cage]!,
        feed_type_id: feed.id,
        stock_id: stock.id,
        volume,
      })
    await put(0, small.id, 1000, 300)
    await put(0, big.id, 200, 100)
    const late = await put(1, small.id, 100, 20)
    await fed(0, '05.01', '4')
    // 0.000001 · 300 / 400 = 0.00000075, rounded half up: all of it to the first group
    await fed(0, '06.01', '0,000001')
    await fed(1, '07.01', '2')
    await fed(1, '03.02', '1')
    // what was fed in January finds no fish now
    await farm.call(kinds.stocking.update, {
      id: late.id,
      ...at('01.02'),
      to_id: cages[1]!,
      generation_id: generation,
      age_category_id: small.id,
      count: 100,
      weight: 20,
    })
  })
  afterAll(() => farm.close())

  it('is divided by biomass, cage by cage; what found no fish is told apart', async () => {
    const { datasets } = await farm.call(reports.feedingsByCategories.call, winter)
    expect(datasets.map(({ label, cage_number, data }) => [label, cage_number, ...data])).toEqual([
      ['Крупные', '1', 1, 0],
      ['Мелкие', '1', 3.000001, 0],
      ['Мелкие', '2', 0, 1],
      ['Без категории', '2', 2, 0],
    ])
  })

  it('of a generation and of categories of it', async () => {
    const table = async (asked: object) => {
      const { labels, datasets } = await farm.call(reports.feedingsByGenerations.call, { ...winter, ...asked })
      return [labels, ...datasets.map(({ label, data }) => [label, ...data])]
    }
    expect(await table({ generation_id: generation })).toEqual([
      ['1', '2'],
      ['Крупные', 1, 0],
      ['Мелкие', 3.000001, 1],
    ])
    expect(await table({ generation_id: generation, age_categories_id: [big.id] })).toEqual([['1'], ['Крупные', 1]])
    expect(await table({ generation_id: generation + 1 })).toEqual([[]])
  })

  it('has the shares that the ledger gives what feed grows', async () => {
    const anyMass = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_000_000_000_000 }))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.array(anyMass, { minLength: 2, maxLength: 5 }),
        async (fed, masses) => {
          fc.pre(masses.some((mass) => mass > 0))
          const [row] = await farm.sql<{ shares: string }>('select feed_shares($1, $2)::text as shares', [fed, masses])
          // one kilogram of feed to one of growth
          const norm = { rows: [{ min: 0, max: Number.MAX_SAFE_INTEGER, fcr: 1_000_000 }], coefficient: 1_000_000 }
          const state = new Map(
            masses.map((mass, index) => [
              keyOf(1, index),
              { count: mass > 0 ? 1 : 0, mass, last_count: 1, last_mass: 1 },
            ]),
          )
          const { postings } = apply({ type: 'grow', cage: 1, fed, norm }, () => state)
          const booked = masses.map((_, index) => postings.find(({ category }) => category === index)?.deviation ?? 0)
          expect(row!.shares).toBe(`{${booked.join()}}`)
          expect(booked.reduce((sum, one) => sum + one, 0)).toBe(fed)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('what the norms proposed', () => {
  let plan: PlanFarm
  beforeAll(async () => {
    plan = await openPlanFarm()
    const { farm, measure, parameter, cages } = plan
    await measure(parameter, 10, { date: farm.daysAgo(3), time: '06:00' })
    const stock = await farm.stock()
    await farm.adding({ good: plan.feed, stock: stock.id, count: 1000, date: farm.daysAgo(5) })
    const fed = { feed_type_id: plan.feed, stock_id: stock.id, volume: 40 }
    await farm.call(kinds.feeding.create, { ...plan.on(2), cage_id: cages.cage, ...fed })
  })
  afterAll(() => plan.farm.close())

  // 2 000 kg of 200 g at 1.5 %, 300 kg of 300 g at 1 %: 33 kg a day; before the first reading nobody knows the water
  it('is the ration of every morning whose water is known', async () => {
    const { farm } = plan
    const asked = { start: farm.daysAgo(4), end: farm.today(), detalization: 'day' as const }
    const { datasets, extra } = await farm.call(reports.feedingsRateVsFact.call, asked)
    expect(datasets.map(({ label, data }) => [label, ...data])).toEqual([
      ['Норма', 0, 33, 33, 33, 33],
      ['Факт', 0, 0, 40, 0, 0],
    ])
    expect(extra.difference).toEqual([null, -100, 21.21, -100, -100])
  })

  it('is what a plan of that day proposes, less where the water lacked oxygen', async () => {
    const { farm, location, measure } = plan
    const oxygen = (await farm.parameter({ location, type: 'oxygen' })).id
    // 6 mg/l at 10 °C is 53 % of saturation: more than nothing, less than all
    await measure(oxygen, 6, { date: farm.daysAgo(1), time: '07:00' })
    for (const date of [farm.daysAgo(2), farm.daysAgo(1)]) {
      const proposed = await plan.proposals(date)
      const asked = { start: date, end: date, detalization: 'day' as const }
      const { datasets } = await farm.call(reports.feedingsRateVsFact.call, asked)
      const rates = proposed.reduce((sum, { rate }) => sum + Math.round(rate! * 1e6), 0)
      expect(datasets[0]!.data).toEqual([rates / 1e6])
    }
    const [first] = await plan.proposals(farm.daysAgo(1))
    expect(first!.why!.water_share).toBeGreaterThan(0)
    expect(first!.why!.water_share).toBeLessThan(1)
  })

  it('of one cage, and with the coefficient of its calculation', async () => {
    const { farm, cages } = plan
    const asked = {
      start: farm.daysAgo(3),
      end: farm.daysAgo(3),
      detalization: 'day' as const,
      cages_id: [cages.other],
    }
    expect((await farm.call(reports.feedingsRateVsFact.call, asked)).datasets[0]!.data).toEqual([3])
    const day = asked.start.split('.').reverse().join('-')
    const company = farm.session.user.company.id
    await farm.sql('insert into feed_calc_coefficients values ($1, $2, $3, $4)', [company, plan.calc, day, 1_500_000])
    expect((await farm.call(reports.feedingsRateVsFact.call, asked)).datasets[0]!.data).toEqual([4.5])
  })
})
