/** A farm whose fish are fed and treated: water of 10 °C unless told, and the lake is always as warm. */
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { cagePeriodCalls } from '../../core/feeding/treated/cage-periods.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { addDays, parseDay } from '../../shared/dates'
import { openPond } from './pond'

export type TreatedFarm = Awaited<ReturnType<typeof openTreatedFarm>>

export async function openTreatedFarm({ celsius = 10 } = {}) {
  const pond = await openPond()
  const { farm, on } = pond
  const store = await farm.stock()
  const first = await pond.cage()
  const parameter = (await farm.parameter({ location: first.location_id })).id
  const measure = (day: number, value: number, of = parameter) =>
    farm.call(measurementCalls.create, {
      date: farm.daysAgo(day),
      time: '00:00',
      measure_parameter_id: of,
      value,
      depth: 2,
    })
  await measure(200, celsius)
  await farm.call(accessCalls.companySettings, { 'lake-temperatures': Array.from({ length: 12 }, () => celsius) })
  const feed = (await farm.good()).id
  await farm.adding({ good: feed, stock: store.id, count: 10_000, date: farm.daysAgo(400) })
  let named = 0
  return {
    ...pond,
    store: store.id,
    first: first.id,
    measure,
    medicine: async (period: { withdrawal_days?: number; withdrawal_degree_days?: number } = {}, name?: string) => {
      const fields = { name: name ?? `Препарат ${++named}`, type: 'medicine', measure: 'kg', ...period } as const
      const { id } = await farm.call(goodCalls.create, fields)
      await farm.adding({ good: id, stock: store.id, count: 1000, date: farm.daysAgo(400) })
      return id
    },
    treat: (cage: number, day: number, good: number, time?: string) =>
      farm.call(kinds.treatment.create, {
        ...on(day, time),
        cage_id: cage,
        good_id: good,
        stock_id: store.id,
        volume: 1,
      }),
    feed: (cage: number, day: number, time?: string) =>
      farm.call(kinds.feeding.create, {
        ...on(day, time),
        cage_id: cage,
        feed_type_id: feed,
        stock_id: store.id,
        volume: 5,
      }),
    /** of a cage, now */
    periods: async (cage: number) => (await farm.call(cagePeriodCalls.now, {})).find(({ cage_id }) => cage_id === cage),
    /** 'YYYY-MM-DD' */
    dayAfter: (days: number) => addDays(parseDay(farm.today())!, days),
  }
}
