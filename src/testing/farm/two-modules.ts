/**
 * A farm worked out by hand: two modules, three cages of 1 000 fish of 200 g since January 2026, of which the first two
 * have a calculation; moves and losses in February, and everything at once on the 10th.
 */
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { calcCalls } from '../../core/feeding/calcs.contract'
import { normCalls } from '../../core/feeding/norms.contract'
import { openFarm } from './farm'

const RATES = [
  {
    range: { from: { day: 1, month: 1 }, to: { day: 31, month: 12 } },
    table: [{ weight: { min_g: 100, max_g: 500 }, feed_conversion_rate: 1.05, feeding_rates: { 6: 0.8, 10: 1.5 } }],
    temperature_fcr: { 6: 1.1, 10: 1 },
  },
]

export type TwoModules = Awaited<ReturnType<typeof openTwoModules>>

export async function openTwoModules() {
  const farm = await openFarm()
  const bay = await farm.module('Залив')
  const strait = await farm.module('Пролив')
  const [species, category] = [await farm.species(), await farm.category()]
  const group = { generation_id: (await farm.generation({ species: species.id })).id, age_category_id: category.id }
  const stock = (await farm.stock('Баржа')).id
  const own = (await farm.good({ name: 'Актив 4 мм' })).id
  const other = (await farm.good({ name: 'Старт 2 мм' })).id
  for (const good of [own, other]) await farm.adding({ good, stock, count: 1000, date: '01.01.2026' })
  await farm.call(normCalls.saveOfFeed, { feedTypeId: own, rates: RATES })
  const parameter = (await farm.parameter({ location: bay.id })).id
  await farm.call(calcCalls.create, {
    ...{ name: 'Зима', feed_type_id: own, measure_parameter_id: parameter, location_ids: [bay.id] },
    start: '01.01.2026',
  })
  await farm.call(measurementCalls.create, {
    ...{ date: '10.02.2026', time: '07:00', measure_parameter_id: parameter, value: 10, depth: 2 },
  })
  const cages: number[] = []
  for (const [number, module] of [
    ['1', bay],
    ['2', bay],
    ['3', strait],
  ] as const)
    cages.push((await farm.cage({ number, location: module.id, volume: 1000 })).id)
  const [one, two, three] = cages as [number, number, number]
  const at = (day: string, time = '10:00') => ({ date: `${day}.2026`, time })
  for (const to_id of cages)
    await farm.call(kinds.stocking.create, { ...at('01.01'), to_id, ...group, count: 1000, avg_weight: 0.2 })
  const lost = (day: string, count: number) =>
    farm.call(kinds.retreat.create, { ...at(day, '12:00'), from_id: one, ...group, count })
  await lost('05.01', 100)
  await lost('03.02', 10)
  await farm.call(kinds.transfer.create, { ...at('05.02'), from_id: two, to_id: one, ...group, count: 100, weight: 21 })
  await farm.call(kinds.transfer.create, { ...at('06.02'), from_id: one, to_id: three, ...group, count: 90 })
  const fed = (cage_id: number, feed_type_id: number, volume: string) =>
    farm.call(kinds.feeding.create, { ...at('10.02', '08:00'), cage_id, feed_type_id, stock_id: stock, volume })
  await fed(one, own, '2,5')
  await fed(one, other, '0,5')
  await fed(two, own, '3')
  await fed(three, other, '1')
  await lost('10.02', 9)
  await farm.call(kinds.withdrawal.create, { ...at('10.02', '15:00'), from_id: two, ...group, count: 50, weight: 10 })
  await farm.call(kinds.weighing.create, { ...at('10.02', '18:00'), cage_id: three, avg_weight: 0.21 })
  await lost('11.02', 1)
  return { farm, bay, strait, cages, own, other, group, parameter }
}
