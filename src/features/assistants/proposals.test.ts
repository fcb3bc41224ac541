/** What an assistant proposes, and what people make of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditCalls, type AuditRow } from '../audit/audit.contract'
import { noticesCall } from '../../shared/notices/notices'
import { roleOf, speaker } from '../../testing/assistants/speaker'
import { openPond, type Pond } from '../../testing/farm/pond'
import { watchRows } from '../../testing/row-changes'
import type { Session } from '../../testing/session'
import { outsideCalls } from '../outside/outside.contract'
import { OPEN_AT_ONCE, proposalCalls } from './proposals.contract'

let pond: Pond
let farm: Pond['farm']
let cage: number
let token: string
let changes: () => Promise<string[]>
const NAME = 'Разумник'

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  cage = (await pond.cage()).id
  await pond.stock(cage, 20)
  token = (await farm.call(outsideCalls.create, { name: NAME, assistant_role_id: 1 })).token
  changes = await watchRows(farm.sql, ['guesses'])
})
afterAll(() => farm.close())
beforeEach(() => farm.sql(`delete from guesses where key like 'outside %'`))

let minute = 0
/** Each at another minute: it is another proposal. */
const loss = (count = 3) => ({
  date: farm.daysAgo(1),
  time: `10:${String(++minute).padStart(2, '0')}`,
  from_id: cage,
  count,
})
const ask = (name: string, given: object, by = token) => speaker(farm, by).call(name, given)

async function propose(given: object = loss(), by = token): Promise<number> {
  const told = await ask('preview_retreat', given, by)
  expect(told.isError, JSON.stringify(told)).toBeUndefined()
  return told.structuredContent['proposal_id'] as number
}
const listed = async (as?: Session) => farm.call(proposalCalls.list, {}, { as })
const rowOf = async (id: number) => (await listed()).find((row) => row.id === id)!
const seenOf = async (id: number, as?: Session) => (await farm.call(proposalCalls.preview, { id }, { as })).seen
const confirm = async (id: number, as?: Session) =>
  farm.call(proposalCalls.confirm, { id, seen: await seenOf(id, as) }, { as })
const told = async (as?: Session) =>
  (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'proposed').map(({ key }) => key)

describe('a preview', () => {
  it('changes nothing, and people see what it would', async () => {
    const before = await pond.cageNow(cage)
    await changes()
    const answer = await ask('preview_retreat', { ...loss(14), why: 'Водолаз <b>поднял</b> 14 штук' })
    const { proposal_id: id, preview } = answer.structuredContent as never as {
      proposal_id: number
      preview: { groups: { before: { count: number }; after: { count: number } }[] }
    }
    expect(preview.groups[0]!.after.count).toBe(before.count - 14)
    const stored = (await changes()).filter((table) => !/^(external_|assistant_|guesses)/.test(table))
    expect(stored).toEqual(['proposals'])
    expect((await pond.cageNow(cage)).count).toBe(before.count)
    expect(await rowOf(id)).toMatchObject({
      assistant: NAME,
      kind: 'retreat',
      title: 'Отход',
      state: 'open',
      reason: 'Водолаз <b>поднял</b> 14 штук',
      decided_by: null,
    })
    const fields = Object.fromEntries((await rowOf(id)).fields.map(({ field, after }) => [field, after]))
    expect(fields).toMatchObject({ datetime: expect.any(String), count: 14 })
    expect(await told()).toContain(`proposed:${id}`)
  })

  it('that is refused proposes nothing, and says why', async () => {
    const before = (await listed()).length
    const refused = await ask('preview_retreat', { ...loss(99_999_999), why: 'много' })
    expect(refused.isError).toBe(true)
    expect(refused.structuredContent).toMatchObject({ status: 422, errors: { count: [expect.any(String)] } })
    expect((await ask('preview_retreat', {})).structuredContent.status).toBe(422)
    expect((await ask('preview_retreat', { ...loss(), why: 'я'.repeat(501) })).structuredContent.status).toBe(422)
    expect(await listed()).toHaveLength(before)
  })

  it('of the same twice is one proposal', async () => {
    const given = loss()
    expect(await propose({ ...given, count: String(given.count) })).toBe(await propose(given))
  })

  it('of a kind that the role may not record is no tool', async () => {
    const person = await farm.user({ permissions: ['create feedings'] })
    const app = await farm.call(outsideCalls.create, {
      name: 'Кормилец',
      assistant_role_id: await roleOf(farm, person),
    })
    const { tools } = (await speaker(farm, app.token).rpc('tools/list', {})).result
    const previews = tools.map(({ name }) => name).filter((name) => name.startsWith('preview_'))
    expect(previews).toEqual(['preview_feeding'])
    expect((await ask('preview_retreat', loss(), app.token)).structuredContent.status).toBe(404)
  })

  it('of a cage in a module that is closed to the application is refused', async () => {
    const far = await farm.module('Дальний модуль')
    const app = await farm.call(outsideCalls.create, { name: 'Дальний', assistant_role_id: 1, location_ids: [far.id] })
    const refused = await ask('preview_retreat', loss(), app.token)
    expect([refused.isError, refused.structuredContent.status! >= 400]).toEqual([true, true])
  })

  it('is refused once too many wait', async () => {
    const { id, token: many } = await farm.call(outsideCalls.create, { name: 'Многословный', assistant_role_id: 1 })
    const first = await propose(loss(), many)
    await farm.sql(
      `insert into proposals (company_id, external_user_id, kind, key, input, preview, location_ids, stock_ids, expires_at)
       select company_id, external_user_id, kind, n::text, input, preview, location_ids, stock_ids, expires_at
       from proposals, generate_series(2, $2) n where id = $1`,
      [first, OPEN_AT_ONCE],
    )
    const refused = await ask('preview_retreat', loss(), many)
    expect(refused.structuredContent).toMatchObject({ status: 422, message: expect.stringContaining('50') })
    await farm.call(outsideCalls.remove, { id })
  })
})

describe('confirmed', () => {
  it('it is recorded by that person, once, and the history names the assistant', async () => {
    const before = (await pond.cageNow(cage)).count
    const id = await propose(loss(7))
    const seen = await seenOf(id)
    const done = await farm.call(proposalCalls.confirm, { id, seen }, { key: 'once' })
    expect(await farm.call(proposalCalls.confirm, { id, seen }, { key: 'once' })).toEqual(done)
    expect((await pond.cageNow(cage)).count).toBe(before - 7)
    const again = await farm.call(proposalCalls.confirm, { id, seen }, { expect: 409 })
    expect(again.message).toContain('уже подтверждено')
    expect((await farm.call(proposalCalls.reject, { id }, { expect: 409 })).message).toContain('уже подтверждено')
    expect((await pond.cageNow(cage)).count).toBe(before - 7)
    const [operation] = await farm.sql('select user_id, count from operations where id = $1', [done.operation_id])
    expect(operation).toEqual({ user_id: farm.session.user.id, count: 7 })
    expect(await rowOf(id)).toMatchObject({ state: 'confirmed', decided_by: farm.session.user.name })
    expect(await told()).not.toContain(`proposed:${id}`)
    const asked = { start: farm.daysAgo(0), end: farm.today(), entity: 'retreat', page: 1, per_page: 10 }
    const { rows } = (await farm.call(auditCalls.list, asked)) as { rows: AuditRow[] }
    const line = rows.find(({ entity_id }) => entity_id === done.operation_id)!
    expect(line.changes).toContainEqual(expect.objectContaining({ field: 'proposed_by', after: NAME }))
  })

  it('by two at once it is recorded once', async () => {
    const before = (await pond.cageNow(cage)).count
    const id = await propose(loss(2))
    const seen = await seenOf(id)
    const all = await Promise.all(
      [1, 2, 3].map(() => farm.post(`/proposals/${id}/confirm`, { seen }).then(({ status }) => status)),
    )
    expect(all.sort()).toEqual([200, 409, 409])
    expect((await pond.cageNow(cage)).count).toBe(before - 2)
  })

  it('after the data have changed it is shown anew first', async () => {
    const id = await propose(loss(5))
    const seen = await seenOf(id)
    expect(await farm.call(proposalCalls.preview, { id })).toMatchObject({ changed: false })
    await pond.lose(cage, 2, 100)
    const before = (await pond.cageNow(cage)).count
    const refused = await farm.call(proposalCalls.confirm, { id, seen }, { expect: 409 })
    expect(refused.message).toContain('данные изменились')
    expect((await pond.cageNow(cage)).count).toBe(before)
    const fresh = await farm.call(proposalCalls.preview, { id })
    expect(fresh.changed).toBe(true)
    expect(fresh.preview.groups[0]!.before.count).toBe(fresh.proposed.groups[0]!.before.count - 100)
    await farm.call(proposalCalls.confirm, { id, seen: fresh.seen })
    expect((await pond.cageNow(cage)).count).toBe(before - 5)
  })

  it('never, when it has become impossible', async () => {
    const id = await propose(loss(4))
    const seen = await seenOf(id)
    const { count } = await pond.cageNow(cage)
    await pond.lose(cage, 2, count - 1)
    expect((await farm.call(proposalCalls.confirm, { id, seen }, { expect: 422 })).message).toBeTruthy()
    await farm.call(proposalCalls.preview, { id }, { expect: 422 })
    expect(await rowOf(id)).toMatchObject({ state: 'open' })
    await pond.stock(cage, 15, count)
  })
})

describe('not confirmed', () => {
  it('rejected it records nothing', async () => {
    const id = await propose()
    const seen = await seenOf(id)
    await changes()
    await farm.call(proposalCalls.reject, { id })
    expect((await changes()).sort()).toEqual(['audit_log', 'proposals'])
    expect((await farm.call(proposalCalls.confirm, { id, seen }, { expect: 409 })).message).toContain('отклонено')
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', decided_by: farm.session.user.name })
  })

  it('after a day it has run out, and proposed again it is a new one', async () => {
    const given = loss()
    const id = await propose(given)
    const seen = await seenOf(id)
    await farm.sql(`update proposals set expires_at = now() - interval '1 minute' where id = $1`, [id])
    expect((await farm.call(proposalCalls.confirm, { id, seen }, { expect: 409 })).message).toContain('Срок')
    expect((await rowOf(id)).state).toBe('expired')
    expect(await told()).not.toContain(`proposed:${id}`)
    expect(await propose(given)).toBe(id)
    expect((await rowOf(id)).state).toBe('open')
  })
})

describe('a person', () => {
  it('who may not record it is not told, and cannot confirm', async () => {
    const id = await propose()
    const seen = await seenOf(id)
    const feeder = await farm.user({ permissions: ['create feedings'] })
    const elsewhere = await farm.module('Верхний модуль')
    const limited = await farm.user({ permissions: ['create retreats'], locations: [elsewhere.id] })
    for (const [as, refused] of [
      [feeder, 403],
      [limited, 404],
    ] as const) {
      expect(await listed(as)).toEqual([])
      expect(await told(as)).toEqual([])
      await farm.call(proposalCalls.preview, { id }, { as, expect: refused })
      await farm.call(proposalCalls.confirm, { id, seen }, { as, expect: refused })
      await farm.call(proposalCalls.reject, { id }, { as, expect: refused })
    }
    const other = await farm.company()
    expect(await listed(other)).toEqual([])
    await farm.call(proposalCalls.confirm, { id, seen }, { as: other, expect: 404 })
    const may = await farm.user({ permissions: ['create retreats'] })
    expect((await listed(may)).map((row) => row.id)).toContain(id)
    const { operation_id } = await confirm(id, may)
    expect(await farm.sql('select user_id from operations where id = $1', [operation_id])).toEqual([
      { user_id: may.user.id },
    ])
  })

  it('decides also after the token has gone; an assistant never does', async () => {
    const app = await farm.call(outsideCalls.create, { name: 'Ушедший', assistant_role_id: 1 })
    const id = await propose(loss(), app.token)
    const headers = { authorization: `Bearer ${app.token}` }
    const seen = await seenOf(id)
    expect((await farm.post(`/proposals/${id}/confirm`, { seen }, { as: null, headers })).status).toBe(401)
    for (const name of ['confirm_proposal', 'create_proposal_confirm', 'get_proposals', 'create_retreat'])
      expect((await ask(name, { id, seen }, app.token)).structuredContent.status).toBe(404)
    await farm.call(outsideCalls.remove, { id: app.id })
    await confirm(id)
    expect(await rowOf(id)).toMatchObject({ state: 'confirmed', assistant: 'Ушедший' })
  })
})

it('once the subscription has ended nothing is proposed, and reading goes on', async () => {
  await farm.sql(`update subscriptions set end_date = now() - interval '3 days'`)
  expect((await ask('preview_retreat', loss())).structuredContent).toMatchObject({
    status: 403,
    subscriptionEnded: true,
  })
  expect((await ask('get_cages', {})).isError).toBeUndefined()
})
