/** What the audit journal calls things whose change says nothing of their name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { accessCalls } from '../access/sign-in/access.contract'
import { companyCalls } from '../companies/companies.contract'
import { outsideCalls } from '../outside/outside.contract'
import { auditCalls, type AuditRow } from './audit.contract'
import { makeOperator } from '../../testing/session'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const linesOf = async (entity: string, entity_id: number) => {
  const period = { start: farm.daysAgo(1), end: farm.daysAgo(0), page: 1, per_page: 100 }
  return ((await farm.call(auditCalls.list, { ...period, entity, entity_id })) as { rows: AuditRow[] }).rows
}

test('a renewed token is told with the application, its last signs and until when it is good', async () => {
  const expires = farm.daysAgo(-10)
  const { id, value } = await farm.call(outsideCalls.create, { name: 'Буй у моста', expires })
  const module = await farm.module('Северный')
  await farm.call(outsideCalls.update, { id, name: 'Буй у моста', expires, location_ids: [module.id] })
  const { value: renewed } = await farm.call(outsideCalls.renew, { id })
  await farm.call(outsideCalls.remove, { id })
  const [gone, fresh, limited, made] = await linesOf('external_user', id)
  expect([gone, fresh, limited, made].map((line) => line!.name)).toEqual(Array(4).fill('Буй у моста'))
  const day = expires.split('.').reverse().join('-')
  expect(made!.changes).toContainEqual({ field: 'expires', before: null, after: day })
  expect(limited!.changes).toEqual([{ field: 'location_ids', before: null, after: ['Северный'] }])
  expect(fresh!.changes).toEqual([{ field: 'token', before: value, after: renewed }])
  expect(gone!.changes).toContainEqual({ field: 'expires', before: day, after: null })
})

test('a company is told by its name in the journal of the operator, with what became of it', async () => {
  await makeOperator(farm.sql, farm.session.user)
  const { id } = (await farm.company('Ферма «Запад»')).user.company
  await farm.call(companyCalls.archiving.archive, { id })
  await farm.call(companyCalls.archiving.unarchive, { id })
  const end_date = farm.daysAgo(-99)
  await farm.call(companyCalls.update, { id, name: 'Ферма «Юго-запад»', type: 'paid', end_date })
  const [paid, back, away] = await linesOf('company', id)
  expect([paid!.name, back!.name, away!.name]).toEqual(['Ферма «Юго-запад»', 'Ферма «Запад»', 'Ферма «Запад»'])
  expect(away!.changes).toEqual([{ field: 'archived', before: false, after: true }])
  expect(paid!.changes.map(({ field, after }) => [field, after])).toEqual([
    ['name', 'Ферма «Юго-запад»'],
    ['type', 'Оплаченная'],
    ['end_date', end_date.split('.').reverse().join('-')],
  ])
})

test('how norms are matched is told in words, and the temperatures of the lake as they are', async () => {
  const months = [0.7, 0.2, 0.2, 1, 4, 9.5, 15, 17.3, 12, 7.8, 4.2, 2]
  const settings = { 'feeding-rates': { 'temperature-matching': 'round_up' as const }, 'lake-temperatures': months }
  await farm.call(accessCalls.companySettings, settings)
  const [line] = await linesOf('settings', farm.session.user.company.id)
  expect(line!.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['feeding-rates', 'Ближайшая', 'К большей'],
    ['lake-temperatures', [...months.slice(0, 7), 15.7, ...months.slice(8)], months],
  ])
})
