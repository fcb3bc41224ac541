import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSheet } from '../../../server/sheets/read-sheet'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { accessCalls } from '../../access/sign-in/access.contract'
import { importCalls } from './measurement-import.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const { path } = importCalls.template
const titlesOf = async (bytes: Buffer) => (await readSheet(0, bytes, 10))[0]

it('the template has a column for each parameter and depth, and is read back as it was written', async () => {
  const [north, south] = [await farm.module('Север'), await farm.module('Юг')]
  await farm.parameter({ location: north.id, name: 'Вода', depth: [0.5, 2] })
  await farm.parameter({ location: south.id, name: 'Вода', depth: [2] })
  await farm.parameter({ location: south.id, name: 'Кислород', type: 'oxygen', depth: [2] })
  const places = ['Дата', 'Время', 'Модуль', 'Садок']
  const all = await farm.get(path)
  expect(all.headers['content-disposition']).toContain(encodeURIComponent('Замеры.xlsx'))
  expect(await titlesOf(all.bytes)).toEqual([...places, 'Вода, °C, 0,5 м', 'Вода, °C, 2 м', 'Кислород, мг/л, 2 м'])
  const one = await farm.get(path, { location_id: south.id })
  expect(await titlesOf(one.bytes)).toEqual([...places, 'Вода, °C, 2 м', 'Кислород, мг/л, 2 м'])

  const body = { location_id: south.id, preview: 1 }
  const { body: answer } = await farm.upload(importCalls.upload.path, { name: 'a.xlsx', bytes: one.bytes }, body)
  // rows to go on from have no values, so they are passed over
  expect(answer).toMatchObject({ rows: 0, created: 0, error_count: 0 })
})

it('whoever reads English gets it in English, and it is read back', async () => {
  const module = await farm.module('Север-2')
  await farm.parameter({ location: module.id, name: 'Вода', depth: [0.5] })
  const headers = { 'accept-language': 'en' }
  const { bytes, headers: answered } = await farm.get(path, { location_id: module.id }, { headers })
  expect(decodeURIComponent(String(answered['content-disposition']))).toContain('Measurements Север-2.xlsx')
  expect(await titlesOf(bytes)).toEqual(['Date', 'Time', 'Module', 'Cage', 'Вода, °C, 0,5 m'])
  const body = { location_id: module.id, preview: 1 }
  const { body: answer } = await farm.upload(importCalls.upload.path, { name: 'a.xlsx', bytes }, body)
  expect(answer).toMatchObject({ rows: 0, error_count: 0 })
})

it('the template has a row for the module and for each of its cages, as people count them', async () => {
  const module = await farm.module('Восток')
  await farm.parameter({ location: module.id, name: 'Вода' })
  for (const number of ['10', '9', '9а']) await farm.cage({ location: module.id, number })
  const { bytes } = await farm.get(path, { location_id: module.id })
  const rows = await readSheet(0, bytes, 10)
  expect(rows.slice(1).map((row) => row.slice(1, 4))).toEqual([
    ['08:00', 'Восток', null],
    ['08:00', 'Восток', '9'],
    ['08:00', 'Восток', '10'],
    ['08:00', 'Восток', '9а'],
  ])
})

it('a ticket fetches it without a session, but only this address and only for a minute', async () => {
  const { token } = await farm.call(accessCalls.downloadTicket, { path })
  const asStranger = { as: null }
  expect((await farm.get(path, {}, asStranger)).status).toBe(401)
  expect((await farm.get(path, { token }, asStranger)).status).toBe(200)
  expect((await farm.get('/measurements-calendar-counts/1', { token, month: '11.2026' }, asStranger)).status).toBe(401)
  const elsewhere = await farm.call(accessCalls.downloadTicket, { path: '/cages/download-all' })
  expect((await farm.get(path, { token: elsewhere.token }, asStranger)).status).toBe(401)
  await farm.sql(`update download_tickets set expires_at = now() - interval '1 second'`)
  expect((await farm.get(path, { token }, asStranger)).status).toBe(401)
})

it('someone limited to modules gets the template of these alone', async () => {
  const [open, shut] = [await farm.module(), await farm.module()]
  await farm.parameter({ location: open.id, name: 'Открытая вода' })
  await farm.parameter({ location: shut.id, name: 'Закрытая вода' })
  const as = await farm.user({ locations: [open.id] })
  expect(await titlesOf((await farm.get(path, {}, { as })).bytes)).toContain('Открытая вода, °C, 2 м')
  expect(await titlesOf((await farm.get(path, {}, { as })).bytes)).not.toContain('Закрытая вода, °C, 2 м')
  expect((await farm.get(path, { location_id: shut.id }, { as })).status).toBe(403)
})
