/**
 * A farm with one module and one group of fish, and the verbs that tests of operations speak in: cage, days ago, how
 * many.
 */
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import type { AppOptions } from '../../app.server'
import { openFarm } from './farm'

export type Pond = Awaited<ReturnType<typeof openPond>>

export async function openPond(options: Partial<AppOptions> = {}) {
  const farm = await openFarm(options)
  const [species, module, category] = await Promise.all([farm.species(), farm.module(), farm.category()])
  const generation = await farm.generation({ species: species.id })
  const group = { generation_id: generation.id, age_category_id: category.id }
  const on = (day: number, time = '10:00') => ({ date: farm.daysAgo(day), time })
  return {
    farm,
    group,
    on,
    cage: () => farm.cage({ location: module.id }),
    stock: (cage: number, day: number, count = 10_000, avg_weight: number | string = 0.2, time?: string) =>
      farm.call(kinds.stocking.create, { ...on(day, time), to_id: cage, ...group, count, avg_weight }),
    lose: (cage: number, day: number, count: number, time?: string) =>
      farm.call(kinds.retreat.create, { ...on(day, time), from_id: cage, ...group, count }),
    lift: (cage: number, day: number, count: number, weight?: number, time?: string) =>
      farm.call(kinds.withdrawal.create, { ...on(day, time), from_id: cage, ...group, count, weight }),
    move: (from: number, to: number, day: number, count: number, weight?: number, time?: string) =>
      farm.call(kinds.transfer.create, { ...on(day, time), from_id: from, to_id: to, ...group, count, weight }),
    weigh: (cage: number, day: number, avg_weight: number, time?: string) =>
      farm.call(kinds.weighing.create, { ...on(day, time), cage_id: cage, avg_weight }),
    cageNow: async (id: number) => (await farm.call(cageCalls.list, {})).find((cage) => cage.id === id)!,
    cageOn: async (id: number, day: number) =>
      (await farm.call(cageCalls.onDate, { date: farm.daysAgo(day) })).cages.find((cage) => cage.id === id)!,
  }
}
