/** An inspector asks about a box: what is in it, what the fish ate, and a paper that says so. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls, workshopGoodCalls } from '../src/core/goods/good-calls.contract'
import { counterpartyLibrary } from '../src/core/lists/libraries/counterparty.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { choose, chooseAction, dialog, expectText, fill, notices, operate } from './actions'

type Pond = Awaited<ReturnType<typeof registerPond>>

/** Fish that were fed of lot А-17 become fillet, of which the buyer gets 4 kg. */
async function shipFillet(pond: Pond) {
  const stock = await pond.stock('Баржа')
  const feed = await pond.call(goodCalls.create, { name: 'Корм 6 мм', type: 'feed', measure: 'kg' })
  const fillet = await pond.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  const buyer = await pond.call(counterpartyLibrary.create, { name: 'Рыбный двор' })
  const on = (time: string) => ({ date: pond.daysAgo(1), time })
  const lines = [{ good_id: feed.id, amount: 100, lot: 'А-17', best_before: pond.daysAgo(-90) }]
  await pond.call(kinds.receipt.create, { ...on('06:00'), stock_id: stock.id, lines })
  const [cage] = pond.cages
  const fed = { cage_id: cage!, feed_type_id: feed.id, stock_id: stock.id, volume: 12 }
  await pond.call(kinds.feeding.create, { ...on('08:00'), ...fed })
  const dispatch = { from_id: cage!, count: 10, reason: 'sending_to_workshop', stock_id: stock.id, workshop_weight: 20 }
  const { batch } = await pond.call(kinds.withdrawal.create, { ...on('09:00'), ...dispatch })
  await pond.call(kinds.batchTransform.create, {
    ...on('10:00'),
    batch_id: batch!.id,
    consumable_goods: [],
    result_workshop_goods: [{ workshop_good_id: fillet.id, count: 11, stock_id: stock.id }],
  })
  await pond.call(kinds.shipment.create, {
    ...on('11:00'),
    stock_id: stock.id,
    counterparty_id: buyer.id,
    waybill_number: 'Н-5',
    vat_rate: '20',
    lines: [{ good_id: fillet.id, amount: 4, price: 900 }],
  })
  return { stock }
}

test('from the row of a shipment one comes to its chain, its passport and its waybill', async () => {
  const pond = await registerPond('Паспорт')
  await shipFillet(pond)
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/workshop/shipping-journal')
  await chooseAction(page.getByRole('row').nth(1), 'Прослеживаемость')
  await expectText(page.getByRole('heading', { level: 1 }), /Отгрузка № Н-5 от .*, Рыбный двор/)
  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expectText(step('Отгружено'), /Рыбный двор.*Филе.*4 кг/)
  await expectText(step('Корма'), /Корм 6 мм.*партия А-17, годна до .*12 кг/)
  await step('Корма').getByRole('link', { name: 'В журнале' }).click()
  await expectText(page.getByRole('heading', { level: 1 }), 'Журнал кормлений')
  await expectText(page.getByRole('row').nth(1), /Корм 6 мм.*12/)
  await page.goBack()

  await page.getByRole('button', { name: 'Паспорт партии' }).click()
  const sheet = page.getByRole('article')
  await expectText(sheet, /Филе 4 кг.*партия № 1.*А-17.*Лечений не зарегистрировано.*Паспорт составил/)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('navigation').first().isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: 'Печать' }).isVisible()).toBe(false)
  await expect.poll(() => sheet.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await page.goto('/workshop/shipping-journal')
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Печать' }).click()
  // 3 600 with VAT of 20 %, of which 600 are VAT
  await expectText(
    page.getByRole('article'),
    /ТОВАРНАЯ НАКЛАДНАЯ.*Н-5.*3 000,00.*20 %.*600,00.*3 600,00.*Три тысячи шестьсот рублей 00 копеек/,
  )
  expect(errors).toEqual([])
  await close()
})

test('the form says which lot goes first, and expired medicine is refused under its amount', async () => {
  const pond = await registerPond('Сроки')
  const stock = await pond.stock('Баржа')
  const cure = await pond.call(goodCalls.create, { name: 'Хлорамин', type: 'medicine', measure: 'kg' })
  const come = (lot: string, amount: number, until: number) =>
    pond.call(kinds.receipt.create, {
      date: pond.daysAgo(1),
      time: '06:00',
      stock_id: stock.id,
      lines: [{ good_id: cure.id, amount, lot, best_before: pond.daysAgo(until) }],
    })
  await come('Л-1', 5, 1)
  await come('Л-2', 2, -30)
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await operate(page, '1', 'Лечение')
  await choose(page, 'Препарат', /Хлорамин/)
  await expectText(dialog(page), /Первой уйдёт партия Л-2, годна до/)
  await fill(page, { Вес: '3' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), /Срок годности «Хлорамин» истёк .*: годного 2 кг/)
  await fill(page, { Вес: '2' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), /лечение/i)

  await page.goto('/stock/best-before')
  await expectText(page.getByRole('row').nth(1), /Хлорамин.*просрочен.*истёк.*Л-1.*5/)
  await close()
})
