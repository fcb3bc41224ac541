/** A farm that lives by chance: documents of every kind that fish and consumables know, some in one minute. */
import { cageCalls } from '../../core/cages/cage.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { ageCategoryLibrary } from '../../core/lists/libraries/age-category.contract'
import { counterpartyLibrary } from '../../core/lists/libraries/counterparty.contract'
import { employeeLibrary } from '../../core/lists/libraries/employee.contract'
import { generationLibrary } from '../../core/lists/libraries/generation.contract'
import { measureParameterLibrary } from '../../core/lists/libraries/measure-parameter.contract'
import { spendingCategoryLibrary } from '../../core/lists/libraries/spending-category.contract'
import { chanceFrom } from '../../features/demo/demo-chance.server'
import type { Farm } from '../farm/farm'

/** Days that it has lived. */
export const DAYS = 40

/** Names that are nearly one, cages of one number, and goods that are counted in pieces. */
export async function layFarm(farm: Farm) {
  const modules = [await farm.module('Залив'), await farm.module('Мыс')]
  const numbers = [
    ['1', '01', '2'],
    ['1', '=7', 'Б-2'],
  ]
  const cages: number[] = []
  for (const [place, module] of modules.entries())
    for (const number of numbers[place]!)
      cages.push((await farm.cage({ location: module.id, number, volume: 100.5 + cages.length })).id)
  const species = await farm.species('Голец')
  const generations: number[] = []
  for (const name of ['Весна, 2024', 'Весна 2024', '7'])
    generations.push(
      (
        await farm.call(generationLibrary.create, {
          name,
          species_id: species.id,
          date: '03.04.2024',
          code: `г${generations.length}`,
        })
      ).id,
    )
  const category = { name: 'Крупная', code: 'К', avg_weight_from: '0,000001', avg_weight_to: 2.5 }
  const categories = [(await farm.category()).id, (await farm.call(ageCategoryLibrary.create, category)).id]
  const goods = [await farm.good({ name: 'Корм 4,5 мм' }), await farm.good({ name: 'Корм 4.5 мм' })]
  const others = [
    await farm.good({ name: 'Соль', type: 'medicine' }),
    await farm.good({ name: 'Мешки', type: 'workshop', measure: 'piece' }),
  ]
  const stocks = [await farm.stock('Причал', { location_id: modules[0]!.id }), await farm.stock('Баржа')]
  const water = [
    await farm.parameter({ location: modules[0]!.id, name: 'Вода', depth: [0, 0.5, 12.25] }),
    await farm.parameter({ location: modules[1]!.id, name: 'Вода', depth: [2] }),
    await farm.parameter({ location: modules[0]!.id, name: 'Вода.', type: 'oxygen', depth: [1] }),
    await farm.call(measureParameterLibrary.create, {
      ...{ name: 'Ил', measure_type: 'other', symbol: 'см', depth: [3], location_id: modules[0]!.id },
    }),
  ]
  const articles = [
    await farm.call(spendingCategoryLibrary.create, { name: 'Лёд, снег', code: 'С-1' }),
    await farm.call(spendingCategoryLibrary.create, { name: 'Лед снег' }),
  ]
  const partners = [
    await farm.call(counterpartyLibrary.create, {
      ...{ name: 'ООО «Рыба»', inn: '7707083893', kpp: '770701001', address: 'Сегежа, Мира, 7', note: 'звонить до 9' },
      ...{ lead_days: 12, safety_days: 0, lot: 0.5, no_delivery: 'сб, вс' },
    }),
    await farm.call(counterpartyLibrary.create, { name: 'Fish Ltd', foreign_company: true }),
    await farm.call(counterpartyLibrary.create, { name: 'ООО Рыба' }),
  ]
  const people = [
    await farm.call(employeeLibrary.create, { fio: 'Иванов Пётр' }),
    await farm.call(employeeLibrary.create, { fio: 'Иванов Петр' }),
  ]
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return {
    ...{ cages, generations, categories, water, modules: ids(modules), feeds: ids(goods), stocks: ids(stocks) },
    ...{ goods: ids([...goods, ...others]), articles: ids(articles), partners: ids(partners), people: ids(people) },
  }
}

/** A life by chance, of which the farm refuses what cannot be. */
export async function live(farm: Farm, place: Awaited<ReturnType<typeof layFarm>>, operations: number, seed: number) {
  const on = (day: number) => farm.daysAgo(DAYS - day)
  const chance = chanceFrom(seed)
  const { pick, whole, happens } = chance
  const mg = (most: number) => whole(1, most * 1e6) / 1e6
  let day = 0
  const moment = () => ({ date: on(day), time: pick(['00:00', '08:00', '08:00', '17:35', '23:59']) })
  const group = () => ({
    generation_id: pick(place.generations.slice(0, happens(0.7) ? 1 : 3)),
    age_category_id: pick(place.categories),
  })
  const cage = () => pick(place.cages.slice(0, happens(0.7) ? 2 : 6))
  const fish = (weight: number) => ({ count: whole(1, 40), ...(happens(0.5) && { weight: mg(weight) }) })
  const selection = () => pick([undefined, 'graded', 'representative'] as const)
  const roubles = () => whole(1, 9_999_999) / 100
  let told = 0
  const everyOther = <T extends object>(of: T) => (told++ % 2 === 0 ? of : {})
  const line = () => ({ good_id: pick(place.goods), amount: whole(1, 30) })
  const calls = [
    () =>
      farm.call(kinds.stocking.create, {
        ...moment(),
        to_id: cage(),
        ...group(),
        count: whole(50, 300),
        weight: mg(90),
        payment: pick([undefined, roubles()]),
        ...everyOther({ origin: 'Хозяйство «Кижи»', condition: 'Бодрая, 2 % травм' }),
      }),
    () =>
      farm.call(kinds.transfer.create, {
        ...moment(),
        from_id: cage(),
        to_id: cage(),
        ...group(),
        ...fish(20),
        selection: selection(),
      }),
    () =>
      farm.call(kinds.withdrawal.create, {
        ...moment(),
        from_id: cage(),
        ...group(),
        ...fish(20),
        selection: selection(),
        reason: pick(['sale', 'culling']),
      }),
    () =>
      farm.call(kinds.retreat.create, {
        ...moment(),
        from_id: cage(),
        ...group(),
        ...fish(2),
        note: 'под сеткой\nи 3 < 4 & "5"',
      }),
    () =>
      farm.call(kinds.weighing.create, {
        ...moment(),
        cage_id: cage(),
        generations: place.generations.slice(0, whole(0, 3)),
        count: whole(1, 30),
        weight: mg(9),
      }),
    () => farm.call(kinds.weighing.create, { ...moment(), cage_id: cage(), avg_weight: mg(1) }),
    () => farm.call(kinds.correction.create, { ...moment(), cage_id: cage(), ...group(), count: pick([0, 7, 120]) }),
    () => farm.call(kinds.closeOut.create, { ...moment(), cage_id: cage(), ...group(), count: pick([0, 0, 3]) }),
    () => {
      const { generation_id: generationId, age_category_id: category_id } = group()
      return farm.call(cageCalls.changeCategory, { cageId: cage(), generationId, category_id, ...moment() })
    },
    () =>
      farm.call(kinds.feeding.create, {
        ...moment(),
        cage_id: cage(),
        feed_type_id: pick(place.feeds),
        stock_id: pick(place.stocks),
        volume: mg(9),
      }),
    () =>
      farm.call(kinds.receipt.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        counterparty_id: pick([undefined, ...place.partners]),
        ...everyOther({ waybill_number: '0017', waybill_date: '29.02.2024', vat_rate: '20', act_number: 'А-3' }),
        lines: [
          { ...line(), price: whole(0, 99_999) / 100, lot: pick([undefined, 'L-1']), best_before: '2030-01-31' },
          line(),
        ],
      }),
    () =>
      farm.call(kinds.writeOff.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        lines: [line(), line()],
        note: 'мыши',
      }),
    () =>
      farm.call(kinds.move.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        to_stock_id: pick(place.stocks),
        lines: [line(), line()],
      }),
    () =>
      farm.call(kinds.stocktake.create, {
        ...moment(),
        stock_id: pick(place.stocks),
        lines: [{ good_id: pick(place.goods), amount: pick([0, 5, 40]) }],
      }),
    () =>
      farm.call(kinds.treatment.create, {
        ...moment(),
        cage_id: cage(),
        good_id: place.goods[2]!,
        stock_id: pick(place.stocks),
        volume: mg(9),
      }),
    () =>
      farm.call(kinds.withdrawal.create, {
        ...moment(),
        from_id: cage(),
        ...group(),
        ...fish(20),
        show_with_counterparty: true,
        counterparty_id: pick(place.partners),
        ...everyOther({ employee_id: place.people[0] }),
        price_per_kilogram: pick([undefined, roubles()]),
        payment: pick([undefined, roubles()]),
      }),
    () =>
      farm.call(kinds.spending.create, {
        date: on(day),
        name: pick(['Водолазы', 'Лёд']),
        amount: roubles(),
        spending_category_id: pick(place.articles),
        generation_id: pick([undefined, ...place.generations]),
        ...pick([{}, { for_cage_id: cage() }, { for_location_id: pick(place.modules) }]),
        note: pick([undefined, 'по счёту']),
      }),
    () => {
      const { id, depth, location_id: module } = pick(place.water)
      const own = place.cages.slice(...(module === place.modules[0] ? [0, 3] : [3, 6]))
      return farm.call(measurementCalls.create, {
        ...moment(),
        measure_parameter_id: id,
        depth: pick(depth),
        cage_id: pick([undefined, ...own]),
        value: whole(0, 40_000_000) / 1e6,
      })
    },
  ]
  let done = 0
  for (let turn = 0; turn < operations; turn++) {
    day = Math.floor((turn * DAYS) / operations)
    const first = turn < 12
    const call = first ? pick([calls[0]!, calls[10]!]) : pick(calls)
    await call().then(
      () => done++,
      () => undefined,
    )
  }
  return done
}
