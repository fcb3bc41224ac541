/**
 * A barge without signal: the application opens, every kind is recorded, and all of it reaches the server once and in
 * order.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds, type KindName } from '../src/core/documents/kinds/kinds.contract'
import { PASSWORD, registerPond, sql } from './farm'
import { cage, choose, dialog, expectCage, expectText, field, fill, notices, operate, save } from './actions'
import { openKept } from './kept'

type Pond = Awaited<ReturnType<typeof registerPond>>

/** Records a loss in the form of a cage. */
async function lose(page: Page, number: string, count: string): Promise<void> {
  await operate(page, number, 'Отход')
  await fill(page, { Количество: count })
  await save(page)
}

const waiting = (page: Page) => page.getByRole('button', { name: /^\d+ запис/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Записи на этом устройстве' })

/** The labels of the list, in order. */
async function queued(page: Page): Promise<string[]> {
  await waiting(page).click()
  await list(page).getByRole('listitem').first().waitFor()
  const labels = await list(page).getByRole('listitem').locator('b').allTextContents()
  await list(page).getByRole('button', { name: 'Закрыть' }).click()
  return labels.map((label) => label.replace(/\s+/g, ' '))
}

const allSent = (page: Page) => expect.poll(() => waiting(page).count(), { timeout: 20_000 }).toBe(0)

/** The rows of a journal of the last month, in the order in which the server stored them. */
async function journal(pond: Pond, kind: KindName) {
  const { list } = kinds[kind]
  const answer = (await pond.call(list as (typeof kinds)['note']['list'], {
    start: pond.daysAgo(30),
    end: pond.daysAgo(0),
  })) as { id: number }[] | { rows: { id: number }[] }
  return (Array.isArray(answer) ? answer : answer.rows).sort((one, other) => one.id - other.id)
}

test('all nine kinds are recorded without a network, outlive the page, and are stored once and in order', async () => {
  const pond = await registerPond('Баржа', { cages: 3, stocked: 2 })
  const stock = await pond.stock('Баржа')
  for (const type of ['feed', 'medicine'] as const) {
    const good = await pond.good({ type, name: type === 'feed' ? 'Корм 6 мм' : 'Соль' })
    await pond.adding({ good: good.id, stock: stock.id, count: 500, date: pond.daysAgo(10) })
  }
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)

  await operate(page, '1', 'Кормление')
  await choose(page, 'Корм', 'Корм 6 мм')
  await fill(page, { Количество: '25,5' })
  await save(page)
  await expectText(notices(page), 'Ждёт сети. Садок 1, кормление 25,5 кг')
  await lose(page, '1', '12')
  await operate(page, '1', 'Навеска')
  await fill(page, { Навеска: '0,22' })
  await save(page)
  await operate(page, '1', 'Лечение')
  await choose(page, 'Препарат', 'Соль')
  await field(page, 'Вес').fill('3')
  await save(page)

  // the page dies with four records; a new one opens without a network, knows the farm and goes on
  await page.close()
  const again = await context.newPage()
  again.setDefaultTimeout(10_000)
  await again.goto('/')
  // with what waits on this device
  await expectCage(again, '1', /988 шт, 217 кг.*ждёт сети/)
  await expectText(waiting(again), '4 записи ждут сети')

  await cage(again, '1').click()
  await again.getByRole('menuitem', { name: 'Пересадка' }).click()
  await cage(again, '3').click()
  await fill(again, { Количество: '100' })
  // 1 000 known, 12 lost here a moment ago
  await expectText(dialog(again), /988.*888/)
  await save(again)
  await operate(again, '2', 'Подъём рыбы')
  await fill(again, { Количество: '50' })
  await save(again)
  await operate(again, '3', 'Зарыбление')
  await choose(again, 'Генерация', 'Весна 2026')
  await choose(again, 'Возрастная категория', 'Сеголетки')
  await fill(again, { Количество: '200', Навеска: '0,3' })
  await save(again)
  await operate(again, '2', 'Коррекция')
  await fill(again, { 'Фактическое количество': '940' })
  await save(again)
  await operate(again, '2', 'Примечание')
  await fill(again, { Текст: 'Сеть порвана' })
  await save(again)
  await expect
    .poll(() => queued(again))
    .toEqual([
      'Садок 1, кормление 25,5 кг',
      'Садок 1, отход 12 шт',
      'Садок 1, навеска 0,2200 кг',
      'Садок 1, лечение: Соль, 3 кг',
      'Садки 1 → 3, пересадка 100 шт',
      'Садок 2, подъём 50 шт',
      'Садок 3, зарыбление 200 шт',
      'Садок 2, коррекция до 940 шт',
      'Садок 2, примечание',
    ])

  await context.setOffline(false)
  await allSent(again)
  await expectCage(again, '1', /888 шт, 195 кг/)
  await expectCage(again, '2', /940 шт/)
  await expectCage(again, '3', /300 шт/)
  const order: KindName[] = [
    'feeding',
    'retreat',
    'weighing',
    'treatment',
    'transfer',
    'withdrawal',
    'stocking',
    'correction',
    'note',
  ]
  const ids: number[] = []
  for (const kind of order) {
    const rows = await journal(pond, kind)
    // two cages were stocked before
    const fresh = kind === 'stocking' ? rows.slice(2) : rows
    expect([kind, fresh.length]).toEqual([kind, 1])
    ids.push(fresh[0]!.id)
  }
  expect(ids).toEqual([...ids].sort((one, other) => one - other))
  await close()
})

test('an answer that is lost on its way does not store a record twice, corrected or not', async () => {
  const pond = await registerPond('Плохая связь')
  const { page, context, close } = await openKept(pond)
  // the server stores it, the page never learns of it
  const loseAnswers = () =>
    context.route('**/api/retreat', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
  await loseAnswers()
  await lose(page, '1', '10')
  await expectText(notices(page), 'Ждёт сети')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await allSent(page)
  await expect.poll(() => journal(pond, 'retreat')).toHaveLength(1)
  await expectCage(page, '1', /990 шт/)

  // 20 was stored, 30 is what the person meant: one row, with 30
  await loseAnswers()
  await lose(page, '1', '20')
  await context.setOffline(true)
  await waiting(page).click()
  await list(page).getByRole('button', { name: 'Изменить: Садок 1, отход 20 шт' }).click()
  await expectText(dialog(page).getByRole('heading'), 'Отход: 1')
  await fill(page, { Количество: '30' })
  await save(page)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await allSent(page)
  const rows = (await journal(pond, 'retreat')) as unknown as { count: number }[]
  expect(rows.map(({ count }) => count)).toEqual([10, 30])
  await expectCage(page, '1', /960 шт/)
  await close()
})

test('what the server refuses comes back as a draft, the others go on; corrected it is stored', async () => {
  const pond = await registerPond('Отказ', { cages: 2, stocked: 2 })
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await lose(page, '1', '900')
  await lose(page, '2', '5')
  // meanwhile somebody else takes the fish of the first cage
  await pond.call(kinds.retreat.create, {
    date: pond.daysAgo(1),
    time: '12:00',
    from_id: pond.cages[0],
    ...pond.group,
    count: 400,
  })
  await context.setOffline(false)
  await expectText(notices(page), 'Не принята: Садок 1, отход 900 шт')
  await expectText(waiting(page), '1 запись не принята')
  await expectCage(page, '2', /995 шт/)
  await page.reload()
  await expectText(waiting(page), '1 запись не принята')
  await waiting(page).click()
  await expectText(list(page), /Не принята: .*не хватает 300 шт/)
  await list(page).getByRole('button', { name: 'Изменить: Садок 1, отход 900 шт' }).click()
  await fill(page, { Количество: '90' })
  await save(page)
  await allSent(page)
  await expectCage(page, '1', /510 шт/)
  await expect.poll(() => journal(pond, 'retreat')).toHaveLength(3)
  await close()
})

test('two devices: each sends its own, both are stored once', async () => {
  const pond = await registerPond('Два телефона', { cages: 2, stocked: 2 })
  const colleague = await pond.colleague(['create retreats'])
  const [mine, theirs] = await Promise.all([openKept(pond), openKept(colleague)])
  await Promise.all([mine.context.setOffline(true), theirs.context.setOffline(true)])
  await lose(mine.page, '1', '3')
  await lose(theirs.page, '1', '4')
  await lose(mine.page, '2', '5')
  await lose(theirs.page, '2', '6')
  // a second tab of the same device must not send its queue again
  const tab = await mine.context.newPage()
  await tab.goto('/')
  await expectText(waiting(tab), '2 записи ждут сети')
  await Promise.all([mine.context.setOffline(false), theirs.context.setOffline(false)])
  await Promise.all([allSent(mine.page), allSent(theirs.page), allSent(tab)])
  await expectCage(mine.page, '1', /993 шт/)
  await expectCage(theirs.page, '2', /989 шт/)
  await expect.poll(() => journal(pond, 'retreat')).toHaveLength(4)
  await Promise.all([mine.close(), theirs.close()])
})

test('a session that ended meanwhile is asked for over the open page, and the queue goes on', async () => {
  const pond = await registerPond('Долго без сети')
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await lose(page, '1', '7')
  await sql('delete from sessions where company_id = $1', [pond.user.company.id])
  await context.setOffline(false)
  const ask = page.getByRole('dialog', { name: 'Войдите снова' })
  await ask.waitFor()
  await expectText(ask, '1 запись ждёт входа')
  await ask.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await ask.getByRole('button', { name: 'Войти' }).click()
  await ask.waitFor({ state: 'hidden' })
  await allSent(page)
  await expectCage(page, '1', /993 шт/)
  await close()
})

test('a record is taken off the list and comes back', async () => {
  const pond = await registerPond('Передумал')
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await lose(page, '1', '8')
  await waiting(page).click()
  await list(page).getByRole('button', { name: 'Убрать: Садок 1, отход 8 шт' }).click()
  await expectText(list(page), 'Записывайте как обычно')
  await list(page).getByRole('button', { name: 'Закрыть' }).click()
  await notices(page).getByRole('button', { name: 'Отменить' }).last().click()
  await expectText(waiting(page), '1 запись ждёт сети')
  await context.setOffline(false)
  await allSent(page)
  await expectCage(page, '1', /992 шт/)
  await close()
})

test('what is stored is not changed or deleted without a network, and says so', async () => {
  const pond = await registerPond('Правка без сети')
  const { page, context, close } = await openKept(pond)
  await lose(page, '1', '6')
  await page.goto('/journals/retreat')
  await page.getByRole('row').getByRole('button', { name: 'Изменить' }).first().waitFor()
  await context.setOffline(true)
  await page.getByRole('row').getByRole('button', { name: 'Изменить' }).first().click()
  await fill(page, { Количество: '60' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), 'Нет связи с сервером')
  await expect.poll(() => field(page, 'Количество').inputValue()).toBe('60')
  await close()
})

test('a browser that keeps nothing says so, and the form stays as it is', async () => {
  const pond = await registerPond('Частное окно')
  const { page, context, close } = await openKept(pond)
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.reload()
  await expectCage(page, '1', /1 000 шт/)
  await context.setOffline(true)
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '9' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), 'этот браузер ничего не хранит')
  await expect.poll(() => field(page, 'Количество').inputValue()).toBe('9')
  await context.setOffline(false)
  await save(page)
  await expectCage(page, '1', /991 шт/)
  await close()
})
