/** A program outside: added with its secret, tried, told of an alarm, away, and removed; at a desk and on a phone. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { initialTerms } from '../src/shared/alarms/rules'
import { alarmCalls } from '../src/features/alarms/alarms.contract'
import { dialog, expectText, fill, notices, overflow, save } from './actions'
import { openPage } from './browser'
import { registerPond, sql } from './farm'

let status = 200
let heard: { path: string; signature: string; text: string }[] = []
const program = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const signature = String(request.headers['x-sadok-signature'])
    heard.push({ path: request.url!, signature, text: Buffer.concat(parts).toString() })
    response.writeHead(status).end()
  })
})
beforeAll(() => new Promise<void>((resolve) => program.listen(inject('hookPort'), '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => program.close(resolve)))

const look = () =>
  sql(
    `insert into pgboss.job (name, policy, data) values ('alarms', 'short', '{"asked": true}') on conflict do nothing`,
  )

test.each([1440, 390])('a program is told of alarms, %i wide', async (width) => {
  const pond = await registerPond(`Вебхук ${width}`)
  heard = []
  status = 200
  const own = () => heard.filter(({ path }) => path === `/${width}`)
  const { page, errors, close } = await openPage({ width, as: pond })
  await page.goto('/alarms?show=hooks')
  await page.getByText('Тревоги никуда не отправляются.').waitFor()
  await page.getByRole('button', { name: 'Добавить программу' }).click()
  await fill(page, { Название: 'Бот дежурных', Адрес: 'https://192.168.0.7/alarms' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), /Адрес ведёт во внутреннюю сеть сервера/)
  await fill(page, { Адрес: `http://127.0.0.1:${inject('hookPort')}/${width}` })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  const code = dialog(page).locator('code')
  await code.waitFor()
  const secret = (await code.textContent())!
  await dialog(page).getByRole('button', { name: 'Готово' }).click()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Бот дежурных/ }) })
  await row.getByRole('button', { name: 'Проверить' }).click()
  await expectText(notices(page), /Ответ 200 за \d+ мс/)
  const { signature, text } = own()[0]!
  const [time, signed] = signature.split(',')
  expect(signed).toBe(
    `v1=${createHmac('sha256', secret)
      .update(`${time!.slice(2)}.${text}`)
      .digest('hex')}`,
  )
  expect(JSON.parse(text)).toMatchObject({ event: 'test', title: 'Проверка связи: тревоги хозяйства приходят сюда' })
  await expect.poll(() => overflow(page)).toBe(0)

  const parameter = await pond.parameter({ location: pond.module.id, name: 'Кислород', type: 'oxygen' })
  const terms = { ...initialTerms('oxygen'), recover: 0, silence: 336 }
  await pond.call(alarmCalls.save, { kind: 'oxygen', on: true, terms, people: [] } as never)
  status = 503
  await pond.call(measurementCalls.create, {
    ...{ date: pond.daysAgo(1), time: '12:00', value: 4.2, depth: 2 },
    measure_parameter_id: parameter.id,
  })
  await look()
  await expectText(row, /Ответ 503.*Программа отказалась принять тревогу\..*Ждут отправки: 1/)
  await expect.poll(() => overflow(page)).toBe(0)
  status = 200
  await sql(`update pgboss.job set start_after = now() where name = 'alarm-hook' and state = 'retry'`)
  await expectText(row, /Последняя отправка .*: Ответ 200 за/)
  const told = own()
    .slice(1)
    .map((one) => JSON.parse(one.text) as Record<string, unknown>)
  expect(told).toMatchObject([{ event: 'alarm.danger' }, { event: 'alarm.danger', module: pond.module.name }])
  expect(told[1]).toEqual(told[0])

  await row.getByRole('button', { name: 'Настроить' }).click()
  await dialog(page).getByRole('switch', { name: 'Только опасные' }).click()
  await save(page)
  await row.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await page.getByText('Тревоги никуда не отправляются.').waitFor()
  // the browser tells of the address that was refused
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  await close()
})
