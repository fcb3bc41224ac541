/** Addresses of saved views: what a spreadsheet reads under one, whom it serves, and when it ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTwoModules, type TwoModules } from '../../../testing/farm/two-modules'
import { send, type Session } from '../../../testing/session'
import { viewCalls, type ViewRow } from '../kept/views.contract'
import { linkCalls } from './link.contract'

let world: TwoModules
let farm: TwoModules['farm']
let colleague: Session
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
  colleague = await farm.user({ permissions: ['access reports'], locations: [world.strait.id], name: 'Ольга' })
})
afterAll(() => farm.close())
beforeEach(() => farm.sql(`delete from guesses where key like 'outside %'`))

const QUERY = { start: '01.02.2026', end: '28.02.2026' }
let count = 0
const save = (more: object = {}) =>
  farm.call(viewCalls.create, { page: 'retreatReports', name: `Отход ${++count}`, query: QUERY, shared: true, ...more })
const link = async ({ id }: Pick<ViewRow, 'id'>, as: { cookie: string } = farm.session) =>
  (await farm.call(linkCalls.create, { id }, { as })).token
const read = (token: string, query: object = {}, inAddress = false) =>
  send(farm.app, {
    method: 'GET',
    path: '//external/report',
    query: inAddress ? { ...query, token } : query,
    headers: inAddress ? {} : { authorization: `Bearer ${token}` },
  })
const refusal = async (token: string, query?: object) => {
  const { status, body } = await read(token, query)
  return [status, (body as { message: string }).message]
}
const events = (kind: string, name: string) =>
  farm.sql<{ details: object }>(
    `select details from security_events where kind = '${kind}' and details ->> 'name' = '${name}'`,
  )

describe('what is read', () => {
  const tables = { 'report-retreats': { columns: ['n0', 'name'], sort: '-name' } }

  it('is the table of the page, its secret in the header or in the address', async () => {
    const token = await link(await save({ tables }))
    const { status, text, headers } = await read(token)
    expect([status, text]).toEqual([200, 'Кол-во шт,Садок\r\n20,1\r\n'])
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    expect((await read(token, {}, true)).text).toBe(text)
  })

  it('has numbers and days that every country reads, or those of a Russian Excel', async () => {
    const view = await save({ page: 'journal', path: 'retreat', query: QUERY })
    const token = await link(view)
    expect((await read(token)).text).toMatch(/^Время,Садок,.*\r\n2026-02-\d\d \d\d:\d\d,1,[^;]*\r\n$/)
    const russian = await read(token, { separator: 'semicolon' })
    const [header, row] = russian.text.split('\r\n').map((line) => line.split(';'))
    expect(header![0]).toBe('\uFEFFВремя')
    expect(row).toHaveLength(header!.length)
    const { body } = await read(token, { format: 'json' })
    const [first] = body as Record<string, unknown>[]
    expect(Object.keys(first!)).toEqual(['Время', ...header!.slice(1)])
    expect(Object.values(first!).filter((value) => typeof value === 'number').length).toBeGreaterThan(0)
  })

  const SERIES = ['', '-by-period', '-by-causes', '-by-causes-weight'].map((name) => `report-retreats${name}`)
  const NAMES = [...SERIES, 'loss-calendar']

  it('is one of several tables by its name; a name that there is not is told with those that there are', async () => {
    const view = await save()
    const told = await farm.call(linkCalls.tables, { id: view.id })
    expect(told.map(({ name }) => name)).toEqual(NAMES)
    const token = await link(view)
    const [, second] = told
    expect((await read(token, { table: second!.name })).text.split('\r\n').length - 2).toBe(second!.rows)
    expect(await refusal(token, { table: 'нет' })).toEqual([
      404,
      `Такой таблицы в отчёте нет. Есть: ${told.map(({ name }) => name).join(', ')}.`,
    ])
  })

  it('holds the language of its titles, whatever a program asks for', async () => {
    const view = await save({ tables })
    const token = await link(view)
    const asked = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
    const { text } = await send(farm.app, { method: 'GET', path: '//external/report', headers: asked })
    expect(text).toMatch(/^Кол-во шт,Садок/)
  })
})

describe('whom it serves', () => {
  it('whoever made it: their modules, and no more', async () => {
    const view = await save({ page: 'consolidatedForPeriod' })
    const [all, part] = [await link(view), await link(view, colleague)]
    const cages = async (token: string) => {
      const rows = (await read(token, { format: 'json', table: 'consolidated-period-cages' })).body
      return [...new Set((rows as Record<string, unknown>[]).map((row) => row['Садок']))].sort()
    }
    expect([await cages(all), await cages(part)]).toEqual([[1, 2, 3], [3]])
  })

  it('nothing in part: a place that is closed to its owner is said instead', async () => {
    const view = await save({ query: { ...QUERY, cagesId: world.cages.map(String) } })
    await farm.call(linkCalls.create, { id: view.id }, { as: colleague, expect: 403 })
    const token = await link(view)
    expect((await read(token)).status).toBe(200)
    await farm.sql(`update users set location_ids = $1 where id = $2`, [[world.strait.id], farm.session.user.id])
    const told = await refusal(token)
    await farm.sql(`update users set location_ids = null where id = $1`, [farm.session.user.id])
    expect(told).toEqual([403, expect.stringMatching(/^Видны не все садки этого отчёта/)])
  })

  it('not after its owner has left, lost the right, or the subscription is over', async () => {
    const leaver = await farm.user({ permissions: ['access reports'], name: 'Уволенный' })
    const view = await save()
    const token = await link(view, leaver)
    await farm.sql(`update roles set permissions = '{}' where id = (select role_id from users where id = $1)`, [
      leaver.user.id,
    ])
    expect(await refusal(token)).toEqual([403, 'Права на этот отчёт нет.'])
    await farm.sql(`update users set archived_at = now() where id = $1`, [leaver.user.id])
    expect(await refusal(token)).toEqual([401, 'Того, кто создал этот адрес, в хозяйстве больше нет.'])
    const own = await link(view)
    await farm.sql('update subscriptions set end_date = end_date - 10000')
    const over = await refusal(own)
    await farm.sql('update subscriptions set end_date = end_date + 10000')
    expect(over).toEqual([403, 'Подписка хозяйства кончилась.'])
  })

  it('only views that a person may open, and shows nobody the secret of another', async () => {
    const own = await save({ shared: false })
    await farm.call(linkCalls.create, { id: own.id }, { as: colleague, expect: 404 })
    const shared = await save()
    const token = await link(shared, colleague)
    const seen = await farm.call(linkCalls.list, { id: shared.id })
    expect(seen.links).toMatchObject([{ user: 'Ольга', own: false, value: expect.stringMatching(/^\d+\.••••.{4}$/) }])
    expect(JSON.stringify(seen)).not.toContain(token.split('.')[1])
    await link(shared)
    // whoever may not change the view sees their own alone
    expect((await farm.call(linkCalls.list, { id: shared.id }, { as: colleague })).links).toHaveLength(1)
    const mine = (await farm.call(linkCalls.list, { id: shared.id })).links.find((one) => one.own)!
    await farm.call(linkCalls.remove, { id: mine.id }, { as: colleague, expect: 403 })
  })
})

describe('when it ends', () => {
  it('at once when it is revoked or made anew, and the journal of security says who still tries', async () => {
    const view = await save()
    const [first, second] = [await link(view), await link(view)]
    expect(await refusal(first)).toEqual([401, 'Адрес создали заново, этот больше не действует.'])
    expect((await read(second)).status).toBe(200)
    const { id, last_used_at } = (await farm.call(linkCalls.list, { id: view.id })).links[0]!
    expect(last_used_at).toMatch(/^\d{4}-/)
    await farm.call(linkCalls.remove, { id })
    expect(await refusal(second)).toEqual([401, 'Этот адрес отозван или его отчёт удалён.'])
    expect((await farm.call(linkCalls.list, { id: view.id })).links).toEqual([])
    await farm.call(linkCalls.remove, { id }, { expect: 404 })
    const told = (await events('token-refused', view.name)).map(({ details }) => details)
    expect(told).toMatchObject([{ reason: 'replaced' }, { reason: 'revoked' }])
    for (const kind of ['token-created', 'token-renewed', 'token-removed'])
      expect(await events(kind, view.name), kind).toHaveLength(1)
  })

  it('with its view', async () => {
    const view = await save()
    const token = await link(view)
    await farm.call(viewCalls.remove, { id: view.id })
    expect(await refusal(token)).toEqual([401, 'Этот адрес отозван или его отчёт удалён.'])
  })

  it('for a minute when it is read too often', async () => {
    const token = await link(await save())
    const statuses: number[] = []
    for (let call = 0; call < 31; call++) statuses.push((await read(token)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('whoever sets up the farm', () => {
  it('sees all addresses, those of private views too, and revokes any', async () => {
    const view = await farm.call(
      viewCalls.create,
      {
        page: 'retreatReports',
        name: 'Личный отход',
        query: { ...QUERY, module: String(world.strait.id) },
        shared: false,
      },
      { as: colleague },
    )
    const token = await link(view, colleague)
    const all = await farm.call(linkCalls.all, {})
    const found = all.find(({ view_name }) => view_name === 'Личный отход')!
    expect(found).toMatchObject({ user: 'Ольга', own: false, is_private: true, last_used_at: null })
    expect(JSON.stringify(all)).not.toContain(token.split('.')[1])
    await farm.call(linkCalls.all, {}, { as: colleague, expect: 403 })
    const other = await farm.user({ permissions: ['access reports'] })
    await farm.call(linkCalls.remove, { id: found.id }, { as: other, expect: 404 })
    await farm.call(linkCalls.remove, { id: found.id })
    expect(await refusal(token)).toEqual([401, 'Этот адрес отозван или его отчёт удалён.'])
    const lines = await farm.sql(
      `select action, user_id from audit_log where entity = 'report_link' and entity_id = $1 order by id`,
      [found.id],
    )
    expect(lines.map(({ action }) => action)).toEqual(['create', 'delete'])
  })
})

it('the secret stands nowhere: not in the database, nor in the audit journal', async () => {
  const view = await save()
  const token = await link(view)
  await read(token, {}, true)
  const secret = token.split('.')[1]
  for (const table of ['report_links', 'audit_log', 'security_events', 'idempotency_keys']) {
    const [{ found }] = (await farm.sql<{ found: boolean }>(
      `select bool_or(t::text like '%' || $1 || '%') as found from ${table} t`,
      [secret],
    )) as [{ found: boolean }]
    expect(found, table).not.toBe(true)
  }
})
