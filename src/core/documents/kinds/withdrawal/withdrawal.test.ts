/** Withdrawals through the API: sales with a counterparty and what they come to. */
import { describe, expect, test } from 'vitest'
import { liftingLab } from '../../../../testing/farm/lifting'
import { accessCalls } from '../../../../features/access/sign-in/access.contract'
import { libraries } from '../../../lists/library.contract'
import { kinds } from '../kinds.contract'

const { withdrawal } = kinds

const lab = liftingLab()
const { on, lift, rowsOf } = lab

describe('the exact vector', () => {
  test('holds with a sale and a dispatch to the workshop in it', async () => {
    await lab.farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
    await lab.farm.call(kinds.retreat.create, {
      ...lab.pond.on(4),
      from_id: lab.cage,
      ...lab.pond.group,
      count: 50,
      weight: '4',
    })
    await lab.farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': false })
    const buyer = await lab.farm.counterparty()
    const sale = { reason: 'sale', show_with_counterparty: true, counterparty_id: buyer.id, price_per_kilogram: '650' }
    const sold = await lift({ ...on(3, 2000, 520), ...sale })
    expect(sold.cage).toMatchObject({ count: 7950, weight: 1476, avg_weight: 0.18566 })
    expect(sold.from).toEqual(sold.cage)
    expect(sold).toMatchObject({ weight: 520, total_price: 338_000 })
    const corrected = await lab.farm.call(kinds.correction.create, {
      ...lab.pond.on(2),
      cage_id: lab.cage,
      ...lab.pond.group,
      count: 7900,
    })
    expect(corrected.cage).toMatchObject({ count: 7900, weight: 1466.716981 })
    const shop = await lab.farm.stock()
    const all = await lift({ ...on(1, 7900), reason: 'sending_to_workshop', stock_id: shop.id })
    expect(all).toMatchObject({ weight: 1466.716981, workshop_weight: 1466.716981, cage: { count: 0, weight: 0 } })
  })
})

describe('a sale with a counterparty', () => {
  test('keeps who, price and payment, and works out the total and the paid weight', async () => {
    const [buyer, seller] = [await lab.farm.counterparty('ООО «Улов»'), await lab.farm.employee('Рантала Олег')]
    const made = await lift({
      ...on(3, 100, 20.5),
      show_with_counterparty: true,
      counterparty_id: buyer.id,
      employee_id: seller.id,
      price_per_kilogram: 651,
      payment: '10000',
      // computed by the server, whatever is sent
      total_price: 1,
      actually_paid_weight: 1,
    })
    const sale = {
      reason: 'sale',
      show_with_counterparty: true,
      counterparty_id: buyer.id,
      counterparty: 'ООО «Улов»',
      employee_id: seller.id,
      employee: 'Рантала Олег',
      price_per_kilogram: 651,
      total_price: 13_346, // 20.5 · 651 = 13 345.5
      actually_paid_weight: 15.361, // 10 000 / 651 = 15.36098…
      payment: 10_000,
    }
    expect(made).toMatchObject({ ...sale, batch: null, workshop_weight: null })
    expect((await rowsOf()).rows).toMatchObject([sale])
  })

  test('of fish nobody weighed follows the book average', async () => {
    const buyer = await lab.farm.counterparty()
    const sale = { show_with_counterparty: true, counterparty_id: buyer.id, price_per_kilogram: 600 }
    const made = await lift({ ...on(3, 1000), ...sale })
    expect(made).toMatchObject({ weight: 200, weight_typed: false, total_price: 120_000 })
    await lab.pond.weigh(lab.cage, 10, 0.25)
    expect((await rowsOf()).rows).toMatchObject([{ weight: 250, total_price: 150_000 }])
  })

  test('without the switch, or for another reason, keeps nothing of the block', async () => {
    const buyer = await lab.farm.counterparty()
    const block = { counterparty_id: buyer.id, price_per_kilogram: 600, payment: 100 }
    const nothing = { show_with_counterparty: false, counterparty_id: null, price_per_kilogram: null, payment: null }
    expect(await lift({ ...on(3, 10, 2), ...block })).toMatchObject({ reason: 'sale', ...nothing })
    const culled = { ...on(3, 10, 2), reason: 'culling', show_with_counterparty: true, ...block }
    expect(await lift(culled)).toMatchObject({ reason: 'culling', ...nothing })
    const made = await lift({ ...on(3, 10, 2), show_with_counterparty: true, ...block })
    expect(await lab.farm.call(withdrawal.update, { id: made.id, ...on(3, 10, 2), reason: 'other' })).toMatchObject(
      nothing,
    )
  })

  test('needs a counterparty of the company, an employee too when one is named', async () => {
    const as = await lab.farm.company()
    const [theirs, stranger] = [await lab.farm.counterparty('Чужой', { as }), await lab.farm.employee('Чужая', { as })]
    const mine = await lab.farm.counterparty()
    const refused = async (rest: object) =>
      (
        await lab.farm.call(
          withdrawal.create,
          { ...on(3, 10, 2), show_with_counterparty: true, ...rest },
          { expect: 422 },
        )
      ).errors
    expect(await refused({})).toEqual({ counterparty_id: ['Выберите контрагента'] })
    expect(await refused({ counterparty_id: theirs.id })).toEqual({ counterparty_id: ['Контрагент не найден'] })
    expect(await refused({ counterparty_id: mine.id, employee_id: stranger.id })).toEqual({
      employee_id: ['Сотрудник не найден'],
    })
    expect(await refused({ counterparty_id: mine.id, price_per_kilogram: '1000000,01' })).toEqual({
      price_per_kilogram: ['Слишком большая сумма, проверьте число'],
    })
    expect(await refused({ counterparty_id: mine.id, payment: '-1' })).toEqual({
      payment: ['Введите сумму, не более двух знаков после запятой'],
    })
    expect((await rowsOf()).rows).toEqual([])
  })

  test('stands in the totals of the journal, of all rows and not only of the page', async () => {
    const buyer = await lab.farm.counterparty()
    const sale = { show_with_counterparty: true, counterparty_id: buyer.id }
    // 3 · 651 = 1 953; 0.5 · 651 = 325.5; no price
    await lift({ ...on(5, 15, 3), ...sale, price_per_kilogram: 651, payment: '1000,50' })
    await lift({ ...on(4, 2, 0.5), ...sale, price_per_kilogram: 651, payment: 100 })
    await lift({ ...on(3, 5, 1), ...sale })
    await lift(on(2, 5, 1))
    const period = { start: lab.farm.daysAgo(60), end: lab.farm.today(), cages_id: [lab.cage], page: 1, per_page: 1 }
    const { footer } = (await lab.farm.call(withdrawal.list, period)) as Awaited<ReturnType<typeof rowsOf>>
    expect(footer).toEqual({
      count: 27,
      weight: 5.5,
      avg_weight: 0.203704,
      total_price: 1953 + 326,
      payment: 1100.5,
      actually_paid_weight: 1.691, // 1.53686…, 0.15360…
      count_difference: -27,
    })
  })

  test.each(['counterparty', '-employee', 'total_price', '-payment', 'batch_name', '-workshop_weight', 'constructor'])(
    'orders the journal by %s',
    async (sort) => {
      await lift(on(3, 5, 1))
      const period = { start: lab.farm.daysAgo(60), end: lab.farm.today(), sort }
      expect(await lab.farm.call(withdrawal.list, period)).not.toEqual([])
    },
  )
})

describe('what a withdrawal names', () => {
  test('is not deleted from its library', async () => {
    const [buyer, seller, shop] = [await lab.farm.counterparty(), await lab.farm.employee(), await lab.farm.stock()]
    const sale = { show_with_counterparty: true, counterparty_id: buyer.id, employee_id: seller.id }
    await lift({ ...on(3, 10), ...sale })
    await lift({ ...on(3, 10), reason: 'sending_to_workshop', stock_id: shop.id })
    const reasons = [
      [libraries.counterparty, buyer.id, 'Контрагента нельзя удалить: ему продавали рыбу.'],
      [libraries.employee, seller.id, 'Сотрудника нельзя удалить: он указан в подъёмах рыбы.'],
      [libraries.stock, shop.id, 'Склад нельзя удалить: на нём есть партии цеха.'],
    ] as const
    for (const [library, id, message] of reasons)
      expect(await lab.farm.call(library.remove, { id }, { expect: 409 })).toMatchObject({ message })
  })
})

describe('a fair sample', () => {
  test('sets the average of the whole group before the fish go; sorted fish leave the difference to the rest', async () => {
    const graded = await lift({ ...on(3, 1000, 260), selection: 'graded' })
    expect(graded.cage).toMatchObject({ count: 9000, weight: 1740 })
    const fair = await lab.farm.call(withdrawal.update, {
      id: graded.id,
      ...on(3, 1000, 260),
      selection: 'representative',
    })
    expect(fair).toMatchObject({ selection: 'representative', weight: 260, cage: { count: 9000, weight: 2340 } })
  })
})
