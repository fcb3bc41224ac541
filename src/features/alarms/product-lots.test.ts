/** What the workshop keeps has a rule of its own: who may see the warehouse alone is told nothing of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmRules } from '../../app.alarms.server'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { openDatabase } from '../../server/db/client'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { initialTerms } from '../../shared/alarms/rules'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { alarmCalls } from './alarms.contract'
import { watchCompany } from './alarms-job.server'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

test('a product whose last day comes rings for whoever may see the workshop', async () => {
  const product = await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  const lines = [{ good_id: product.id, amount: 5, best_before: farm.daysAgo(-2) }]
  const came = { date: farm.daysAgo(3), time: '10:00', stock_id: (await farm.stock()).id, lines }
  await farm.call(kinds.workshopReceipt.create, came as never)
  const would = async (kind: 'best_before' | 'product_best_before') =>
    (await farm.call(alarmCalls.history, { kind, terms: initialTerms(kind) })).episodes.map(({ text }) => text)
  expect(await would('best_before')).toEqual([])
  expect(await would('product_best_before')).toEqual([`«Филе»: срок до ${farm.daysAgo(-2)}, осталось 5 кг`])

  const rule = { kind: 'product_best_before', on: true, terms: initialTerms('product_best_before') }
  await farm.call(alarmCalls.save, rule as never)
  const database = openDatabase(farm.database.webUrl, 1)
  const tools = { database, secrets: openSecretBox(farm.dataDir) }
  expect((await watchCompany(tools, farm.session.user.company.id, alarmRules)).errors).toEqual([])
  await database.close()
  expect(await farm.call(alarmCalls.open, {})).toMatchObject([{ kind: 'product_best_before', danger: false }])
  const keeper = await farm.user({ permissions: ['read stocks'] })
  expect(await farm.call(alarmCalls.open, {}, { as: keeper })).toEqual([])
})
