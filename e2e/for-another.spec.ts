/**
 * What somebody recorded who can no longer sign in: whoever heads the farm sees it, sends it in their name, or puts it
 * away.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { userCalls } from '../src/features/people/person/users.contract'
import { cage, expectCage, expectText, fill, notices, operate, plain, save } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'
import { openKept } from './kept'

type Pond = Awaited<ReturnType<typeof registerPond>>

const losses = async (pond: Pond) => {
  const rows = await pond.call(kinds.retreat.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) })
  return (rows as { count: number; user: string; sent_by: string | null }[]).map(({ count, user, sent_by }) => [
    count,
    user,
    sent_by,
  ])
}

async function lose(page: Page, number: string, count: string): Promise<void> {
  await operate(page, number, 'Отход')
  await fill(page, { Количество: count })
  await save(page)
}

/** Somebody else signs in on the tablet. */
async function handOver(context: BrowserContext, page: Page, to: { cookie: string }): Promise<void> {
  const [cookie] = await context.cookies()
  await context.addCookies([{ ...cookie!, value: to.cookie }])
  await context.setOffline(false)
  await page.goto('/')
  await expectCage(page, '1', /1 000 шт/)
}

const list = (page: Page) => page.getByRole('dialog', { name: 'Записи на этом устройстве' })
const openList = (page: Page) => page.getByRole('button', { name: /^\d+ запис/ }).click()

test('two losses of a person who was deleted: another person sees that they wait, the administrator sends them', async () => {
  const pond = await registerPond('За другого', { cages: 2, stocked: 2 })
  const igor = await pond.colleague(['create retreats'], 'Игорь Судаков')
  const masha = await pond.colleague(['create retreats'], 'Ольга Ершова')
  const { page, context, close } = await openKept(igor)
  await context.setOffline(true)
  await lose(page, '1', '7')
  await lose(page, '2', '3')
  await pond.call(userCalls.remove, { id: igor.user.id })

  await handOver(context, page, masha)
  await openList(page)
  await expectText(list(page), /В этом браузере ждут ещё записи: 2\. .*Игорь Судаков/)
  await expect.poll(async () => plain(await list(page).textContent())).not.toContain('отход')

  await handOver(context, page, pond)
  await openList(page)
  const own = list(page).getByRole('region', { name: 'Игорь Судаков' })
  await expectText(own, /Садок 1, отход 7 шт.*Садок 2, отход 3 шт/)
  await own.getByRole('button', { name: 'Отправить от имени: Игорь Судаков' }).click()
  await own.waitFor({ state: 'hidden' })
  await expect
    .poll(() => losses(pond))
    .toEqual([
      [3, 'Игорь Судаков', pond.user.name],
      [7, 'Игорь Судаков', pond.user.name],
    ])
  await list(page).getByRole('button', { name: 'Закрыть' }).click()
  await expectCage(page, '1', /993 шт/)
  await page.goto('/journals/retreat')
  await expectText(page.getByRole('main'), new RegExp(`Игорь Судаков ?отправитель: ${pond.user.name}`))
  await close()
})

test('what is wrong is put away after a question, and nothing of it comes to the server', async () => {
  const pond = await registerPond('Убрать чужое', { cages: 1, stocked: 1 })
  const igor = await pond.colleague(['create retreats'], 'Игорь Судаков')
  const { page, context, close } = await openKept(igor)
  await context.setOffline(true)
  await lose(page, '1', '7')
  await handOver(context, page, pond)
  await openList(page)
  await list(page).getByRole('button', { name: 'Убрать: Садок 1, отход 7 шт' }).click()
  await expectText(page.getByRole('alertdialog'), 'Убрать запись? Игорь Судаков: Садок 1, отход 7 шт')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click()
  await expectText(notices(page), 'Убрана из списка: Садок 1, отход 7 шт')
  await expectText(list(page), 'Все ваши записи на сервере.')
  await cage(page, '1').waitFor()
  expect(await losses(pond)).toEqual([])
  await close()
})

test('who sent a reading for another is told beside its author, on the card, in the table and as a column of it', async () => {
  const own = await registerPond('Замер за другого')
  const igor = await own.colleague(['create measurements'], 'Игорь Судаков')
  const { id } = await own.parameter({ location: own.module.id })
  const reading = { date: own.daysAgo(1), time: '08:00', measure_parameter_id: id, value: '4,2' }
  const sent = await fetch(`${inject('baseUrl')}/api${measurementCalls.create.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `sadok_session=${own.cookie}`,
      'x-sadok-for': `${igor.user.company.id}:${igor.user.id}`,
    },
    body: JSON.stringify(reading),
  })
  expect(sent.status).toBe(200)
  const { page, close } = await openPage({ width: 1440, height: 1000, as: own })
  const told = new RegExp(`Игорь Судаков ?отправитель: ${own.user.name}`)
  await page.goto(`/measurements?date=${own.daysAgo(1)}`)
  await expectText(page.getByRole('listitem', { name: /^Замер №/ }), told)
  const table = page.getByRole('table', { name: 'Данные графика' })
  await expectText(table, told)
  await page.getByRole('button', { name: /^Столбцы/ }).click()
  await page.getByRole('checkbox', { name: 'Отправитель' }).click({ force: true })
  await table.getByRole('columnheader', { name: 'Отправитель' }).waitFor()
  await close()
})
