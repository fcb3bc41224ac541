/** A pond where feedings grow fish: a feed with norms, in a warehouse, and water of a known temperature. */
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import type { Season } from '../../shared/feeding/norm'
import { openPond } from './pond'

const M = 1_000_000

/** All the year: rows of 0–0.2, 0.2–0.5 and 0.5–5 kg; 6 and 12 °C, growth costs a tenth more feed at the colder. */
export const seasonOf = (fcrs: readonly number[], coefficients: readonly number[] = [1.1, 1]): Season => ({
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: [6, 12],
  coefficients: coefficients.map((value) => Math.round(value * M)),
  rows: [
    [0, 0.2],
    [0.2, 0.5],
    [0.5, 5],
  ].map(([min, max], index) => ({
    min: min! * M,
    max: max! * M,
    fcr: Math.round(fcrs[index]! * M),
    rates: [M, 1.5 * M],
  })),
})

export type GrowingPond = Awaited<ReturnType<typeof openGrowingPond>>

export async function openGrowingPond() {
  const pond = await openPond()
  const { farm } = pond
  const company = farm.session.user.company.id
  const grow = (on: boolean) => farm.call(accessCalls.companySettings, { 'auto-growth': on })
  await grow(true)
  const store = await farm.stock()
  /** Saves norms of a feed; answers their version. */
  const norms = async (good: number, ...seasons: Season[]) => {
    const [saved] = await farm.sql<{ id: number }>(
      'insert into norm_versions (company_id, good_id, seasons) values ($1, $2, $3) returning id',
      [company, good, JSON.stringify(seasons)],
    )
    return saved!.id
  }
  /** Feed that lies in the warehouse; with conversion rates it has norms. */
  const feed = async (fcrs?: readonly number[]) => {
    const { id } = await farm.good()
    await farm.adding({ good: id, stock: store.id, count: 100_000, date: farm.daysAgo(400) })
    if (fcrs) await norms(id, seasonOf(fcrs))
    return id
  }
  const [cage] = [await pond.cage()]
  const parameter = await farm.parameter({ location: cage.location_id })
  return {
    ...pond,
    /** a first cage, without fish */
    cageId: cage.id,
    parameter: parameter.id,
    grow,
    norms,
    feed,
    /** °C of the module */
    measure: (day: number, value: number) =>
      farm.call(measurementCalls.create, { ...pond.on(day, '00:00'), measure_parameter_id: parameter.id, value }),
    fed: (cage: number, good: number, day: number, volume: number, time = '12:00') =>
      farm.call(kinds.feeding.create, {
        ...pond.on(day, time),
        cage_id: cage,
        feed_type_id: good,
        stock_id: store.id,
        volume,
      }),
    store: store.id,
  }
}
