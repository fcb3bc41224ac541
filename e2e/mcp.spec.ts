/** An assistant is switched on and proposes two losses by the protocol's own client; a person confirms one of them. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, inject, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { choose, closeNotices, dialog, expectText, fill, notices, overflow, save } from './actions'

async function connect(token: string) {
  const client = new Client({ name: 'journey', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${inject('baseUrl')}/mcp`), { requestInit: { headers } }),
  )
  return client
}

test('what an assistant proposes is recorded when a person confirms it, and not before', async () => {
  const pond = await registerPond('Помощник')
  const cage = pond.cages[0]!
  const { page, errors, close } = await openPage({ width: 390, as: pond })
  await page.goto('/external-apps')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await fill(page, { Название: 'Разумник' })
  await page.getByRole('switch', { name: 'Помощник (MCP)' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expectText(dialog(page), 'Выберите роль')
  await choose(page, 'Роль', 'Администратор')
  await save(page)
  const token = await dialog(page).locator('code').first().innerText()
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await closeNotices(page)

  const client = await connect(token)
  const propose = (count: number, why: string) =>
    client.callTool({
      name: 'preview_retreat',
      arguments: { date: pond.daysAgo(1), time: `09:${count % 60}`, from_id: cage, count, why },
    })
  expect((await propose(14, '<img src=x onerror=alert(1)> нашли утром')).isError).toBeUndefined()
  expect((await propose(150, 'ошибка')).isError).toBeUndefined()
  expect((await propose(15_000_000, 'много')).isError).toBe(true)
  await client.close()

  await page.goto('/')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await dialog(page).getByRole('link', { name: '«Разумник» предлагает записать: отход' }).first().click()
  const heading = page.getByRole('heading', { name: 'Отход' })
  const card = (count: number) => page.getByRole('listitem').filter({ has: heading, hasText: `Количество${count} шт` })
  await expectText(card(14), '<img src=x onerror=alert(1)> нашли утром')
  await expectText(card(14), /986 шт/)
  await expect.poll(() => overflow(page)).toBe(0)
  // what a form would ask about
  await expectText(card(150), /15,0 % поголовья/)
  await card(150).getByRole('button', { name: 'Отклонить' }).click()
  await expectText(notices(page), 'Предложение отклонено')
  await closeNotices(page)
  await card(14).getByRole('button', { name: 'Подтвердить' }).click()
  await expectText(notices(page), 'Записано!')
  await page.getByText('Предложений, которые ждут решения, нет.').waitFor()
  await expectText(card(14), 'Подтверждено')
  await expectText(card(150), 'Отклонено')
  expect((await pond.call(cageCalls.list, {})).find(({ id }) => id === cage)!.count).toBe(986)
  expect(errors).toEqual([])
  await close()
})
