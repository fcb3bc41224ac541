/** What a person recorded who can no longer sign in, sent by an administrator: theirs, told, and nobody else may. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'
import { workshopCalls } from '../../features/workshop/workshop.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { FOR_HEADER } from '../../shared/contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import type { Session } from '../../testing/session'

let farm: Farm
let module: { id: number }
let cage: { id: number }
beforeAll(async () => {
  farm = await openFarm()
  module = await farm.module()
  cage = await farm.cage({ location: module.id })
})
afterAll(() => farm.close())

const nameOf = ({ user }: Session) => `${user.company.id}:${user.id}`
const note = (text: string) => ({ date: farm.today(), time: '00:00', cage_id: cage.id, text })
const recordFor = (person: string, text: string, { as = farm.session, key = randomUUID() as string } = {}) =>
  farm.post('/note', note(text), { headers: { [FOR_HEADER]: person }, as, key })
const notes = async () => {
  const rows = await farm.call(kinds.note.list, { start: farm.daysAgo(1), end: farm.today() })
  return rows as unknown as { id: number; note: string; user: string; user_id: number; sent_by: string | null }[]
}
const noted = async (text: string) => (await notes()).filter((row) => row.note === text)

test('of a person in the archive it stays their row, who sent it is told, and both logs know', async () => {
  const igor = await farm.user({ name: 'Игорь Судаков', permissions: ['create notes'] })
  await farm.call(kinds.note.create, note('ещё сам'), { as: igor })
  await farm.call(userCalls.remove, { id: igor.user.id })
  const answer = await recordFor(nameOf(igor), 'сеть порвана')
  expect(answer.status).toBe(200)
  expect(await noted('сеть порвана')).toMatchObject([
    { user: 'Игорь Судаков', user_id: igor.user.id, sent_by: farm.session.user.name },
  ])
  const [audited] = await farm.sql<{ user_id: number }>(
    `select user_id from audit_log where entity = 'note' and entity_id = $1`,
    [(answer.body as { id: number }).id],
  )
  expect(audited).toMatchObject({ user_id: farm.session.user.id })
  const events = await farm.sql(
    `select user_id, by_user_id, details from security_events where kind = 'sent-for-another'`,
  )
  expect(events).toEqual([
    {
      user_id: igor.user.id,
      by_user_id: farm.session.user.id,
      details: { name: 'Игорь Судаков', call: '/api/note' },
    },
  ])
})

test('of a person who was deleted it is told by the name that the audit log has, whatever the device says', async () => {
  const olga = await farm.user({ name: 'Ольга Ершова', permissions: ['create notes'] })
  expect(await farm.call(userCalls.remove, { id: olga.user.id })).toMatchObject({ archived: false })
  expect((await recordFor(nameOf(olga), 'лёд у садка')).status).toBe(200)
  expect(await noted('лёд у садка')).toMatchObject([{ user: 'Ольга Ершова', sent_by: farm.session.user.name }])
  const { id } = await farm.parameter({ location: module.id })
  const reading = { date: farm.today(), time: '00:00', measure_parameter_id: id, value: '4' }
  const answer = await farm.post(measurementCalls.create.path, reading, { headers: { [FOR_HEADER]: nameOf(olga) } })
  expect(answer.body).toMatchObject({ user_name: 'Ольга Ершова', sent_by: farm.session.user.name })
})

test('they are named alike wherever the record is told, also after its deletion was undone', async () => {
  const olga = await farm.user({ name: 'Ольга Лососева', permissions: ['access workshop'] })
  await farm.call(userCalls.remove, { id: olga.user.id })
  const stock = (await farm.stock()).id
  const { id: good } = await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  const at = { date: farm.today(), time: '00:00' }
  await farm.call(workshopGoodCalls.transact, { id: good, stock, count: 9, date: farm.daysAgo(1), time: '08:00' })
  const shipped = { ...at, stock_id: stock, lines: [{ good_id: good, amount: 2, price: '100' }] }
  const answer = await farm.post('/shipments', shipped, { headers: { [FOR_HEADER]: nameOf(olga) } })
  const { id } = answer.body as { id: number }
  const period = { start: farm.daysAgo(1), end: farm.today() }
  const told = async () => {
    const [row] = (await farm.call(kinds.shipment.list, period)) as unknown as { user: string; sent_by: string }[]
    const [line] = (await farm.call(workshopCalls.shipping, period)) as { user_name: string }[]
    const moved = (await farm.call(movementCalls.list, { type: 'workshop_good', id: good, ...period })) as {
      id: number
      user: string
    }[]
    return [row!.user, row!.sent_by, line!.user_name, moved.find((one) => one.id === id)!.user]
  }
  const alike = ['Ольга Лососева', farm.session.user.name, 'Ольга Лососева', 'Ольга Лососева']
  expect(await told()).toEqual(alike)
  await farm.call(kinds.shipment.remove, { id })
  await farm.call(kinds.shipment.restore, { ids: [id] })
  expect(await told()).toEqual(alike)
})

test('what the person had sent themselves is not stored again, and is not sent again by them either', async () => {
  const igor = await farm.user({ permissions: ['create notes'] })
  const [key, other] = [randomUUID(), randomUUID()]
  await farm.post('/note', note('однажды'), { as: igor, key })
  expect((await recordFor(nameOf(igor), 'однажды', { key })).status).toBe(200)
  await recordFor(nameOf(igor), 'дважды', { key: other })
  expect((await farm.post('/note', note('дважды'), { as: igor, key: other })).status).toBe(200)
  expect(await noted('однажды')).toHaveLength(1)
  expect(await noted('дважды')).toHaveLength(1)
})

test('nobody but an administrator sends for another, and only for people of the same farm', async () => {
  const igor = await farm.user({ permissions: ['create notes'] })
  const masha = await farm.user({ permissions: ['create notes'] })
  expect(await recordFor(nameOf(igor), 'чужое', { as: masha })).toMatchObject({
    status: 403,
    body: { message: 'Записи другого человека отправляет администратор хозяйства.' },
  })
  const company = farm.session.user.company.id
  for (const person of [`${company + 1}:${igor.user.id}`, `${company}:2147000000`, 'кто-то', `${company}:`])
    expect([person, (await recordFor(person, 'чужое')).status]).toEqual([person, 422])
  expect(await noted('чужое')).toEqual([])
  // one's own is one's own
  expect((await recordFor(nameOf(masha), 'своё', { as: masha })).status).toBe(200)
  expect(await noted('своё')).toMatchObject([{ user_id: masha.user.id, sent_by: null }])
})
