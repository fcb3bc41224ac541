import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Database, openDatabase } from '../../server/db/client'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { makeOperator, send, type Session, TEST_PASSWORD, tokenOf } from '../../testing/session'
import { readToken } from '../../server/session'
import { invitationCalls } from '../access/invitation/invitation.contract'
import { accessCalls } from '../access/sign-in/access.contract'
import { outsideCalls } from '../outside/outside.contract'
import { companyCalls } from './companies.contract'

let farm: Farm
let database: Database
let as: Session
/** a session of theirs of the time before they operated anything */
let earlier: string
beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 2)
  as = await farm.company('Хозяин установки')
  earlier = (await signIn(as.email)).cookie!
  await makeOperator(farm.sql, as.user)
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

const list = () => farm.call(companyCalls.list, {}, { as })
const rowOf = async (id: number) => (await list()).find((row) => row.id === id)!
const given = (name: string, email = `${name.length}${Date.now()}@example.com`) => ({
  name,
  user_name: 'Пётр Волков',
  email,
  time_zone: 'Asia/Vladivostok',
  type: 'paid' as const,
  end_date: farm.daysAgo(-100),
})
const signIn = (email: string) =>
  send(farm.app, { method: 'POST', path: '/login', body: { email, password: TEST_PASSWORD } })

const accept = (token: string) =>
  send(farm.app, {
    method: 'POST',
    path: invitationCalls.accept.path,
    body: { token, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD },
  })

/** Something is recorded there. */
async function record(who: Session) {
  const category = await farm.spendingCategory('Статья', { as: who })
  const spent = { date: farm.daysAgo(1), name: 'Сеть', amount: 5, spending_category_id: category.id }
  await farm.call(kinds.spending.create, spent, { as: who })
}

describe('the operator', () => {
  it('sees every company: who, until when, when it was last written to, and no number of its books', async () => {
    const other = await farm.company('Ферма «Восток»')
    await record(other)
    await farm.user({ of: other })
    const row = await rowOf(other.user.company.id)
    expect(row).toMatchObject({
      name: 'Ферма «Восток»',
      type: 'trial',
      type_name: 'Пробная',
      days_left: 30,
      users: 2,
      delete_disabled: true,
    })
    expect(row.last_activity).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(row.subscriptions.actual_subscription?.end_date).toBe(row.end_date)
    expect(await list()).toHaveLength(3)
    const people = await farm.call(companyCalls.users, { id: other.user.company.id }, { as })
    expect(people.map(({ email, is_admin }) => [email, is_admin])).toContainEqual([other.email, true])
    expect(JSON.stringify(people)).not.toContain('argon2')
    // the farm itself is as closed to an operator as to anybody
    expect(await farm.call(kinds.spending.list, { start: farm.daysAgo(9), end: farm.today() }, { as })).toEqual([])
  })

  it('makes a company whose first administrator chooses a password by a link, mailed and shown once', async () => {
    const asked = given('Ферма «Тихий океан»', 'volkov@example.com')
    const { invitation, ...row } = await farm.call(companyCalls.create, asked, { as })
    expect(row).toMatchObject({ type: 'paid', time_zone: 'Asia/Vladivostok', users: 1, days_left: expect.any(Number) })
    expect((await signIn('volkov@example.com')).status).toBe(422)
    await expect.poll(async () => (await farm.letters()).join()).toContain(invitation.link)
    const link = tokenOf(invitation.link)
    const entered = await accept(link)
    expect(entered.status).toBe(200)
    expect((await accept(link)).status).toBe(422)
    const { body } = await signIn('volkov@example.com')
    expect(body).toMatchObject({ is_admin: true, abilities: expect.not.arrayContaining(['manage companies']) })
    const again = await farm.call(companyCalls.create, asked, { as, expect: 422 })
    expect(again.errors).toHaveProperty('email')
    expect((await list()).filter(({ name }) => name === asked.name)).toHaveLength(1)
    const wrong = { ...asked, name: ' ', type: 'gold' as never, end_date: 'завтра', time_zone: 'Луна' }
    const refused = await farm.call(companyCalls.create, wrong, { as, expect: 422 })
    expect(Object.keys(refused.errors!).sort()).toEqual(['end_date', 'name', 'time_zone', 'type'])
  })

  it('invites the first administrator anew until one has entered; the link before opens nothing', async () => {
    const asked = given('Ферма «Ждёт»', 'waits@example.com')
    const { id, awaited, invitation } = await farm.call(companyCalls.create, asked, { as })
    expect(awaited).toBe(true)
    const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token')!
    const again = await farm.call(companyCalls.invite, { id }, { as })
    expect(again).toMatchObject({ name: 'Пётр Волков', until: expect.stringMatching(/^\d{4}-/) })
    await expect.poll(async () => (await farm.letters()).join()).toContain(again.link)
    expect((await accept(tokenIn(invitation.link))).status).toBe(422)
    const told = await farm.sql(`select 1 from security_events where company_id = $1 and kind = 'user-invited'`, [id])
    expect(told).toHaveLength(2)

    await farm.call(companyCalls.archiving.archive, { id }, { as })
    await farm.call(companyCalls.invite, { id }, { as, expect: 409 })
    await farm.call(companyCalls.archiving.unarchive, { id }, { as })
    expect((await accept(tokenIn(again.link))).status).toBe(200)
    expect((await rowOf(id)).awaited).toBe(false)
    expect((await farm.call(companyCalls.invite, { id }, { as, expect: 409 })).message).toMatch(/уже входил/)
    await farm.call(companyCalls.invite, { id: 999_999 }, { as, expect: 404 })
  })

  it('changes a name and a subscription, which holds at the next call', async () => {
    const other = await farm.company('Ферма «Запад»')
    const { id } = other.user.company
    const end = { id, name: 'Ферма «Дальний запад»', type: 'paid' as const }
    const over = await farm.call(companyCalls.update, { ...end, end_date: farm.daysAgo(3) }, { as })
    expect(over).toMatchObject({ name: 'Ферма «Дальний запад»', type: 'paid', days_left: -3 })
    await farm.call(accessCalls.companySettings, { 'weighing-age-days': 20 }, { as: other, expect: 403 })
    await farm.call(companyCalls.update, { ...end, end_date: farm.daysAgo(-9) }, { as })
    await farm.call(accessCalls.companySettings, { 'weighing-age-days': 20 }, { as: other })
    const told = await farm.sql(
      `select company_id as company, details ->> 'end_date' as end from security_events where kind = 'company-changed' and company_id = $1`,
      [id],
    )
    expect(told).toHaveLength(2)
    await farm.call(companyCalls.update, { ...end, id: 999_999, end_date: farm.today() }, { as, expect: 404 })
  })

  it('puts a company into the archive: nobody signs in, no sensor writes, nothing is lost', async () => {
    const other = await farm.company('Ферма «Юго-запад»')
    const { id } = other.user.company
    await record(other)
    const { token } = await farm.call(outsideCalls.create, { name: 'Датчик' }, { as: other })
    await farm.call(companyCalls.remove, { id }, { as, expect: 409 })
    expect(await farm.call(companyCalls.archiving.archive, { id }, { as })).toMatchObject({ archived: true })
    await farm.call(accessCalls.user, {}, { as: other, expect: 401 })
    const refused = await signIn(other.email)
    expect(refused.status).toBe(403)
    expect((refused.body as { message: string }).message).toContain('Доступ хозяйства закрыт')
    const wrong = await send(farm.app, {
      method: 'POST',
      path: '/login',
      body: { email: other.email, password: 'нет' },
    })
    expect((wrong.body as { message: string }).message).toBe('Неверный пароль')
    const headers = { authorization: `Bearer ${token}` }
    const sent = await send(farm.app, { method: 'POST', path: '//external/input/1', body: { value: 1 }, headers })
    expect(sent.status).toBe(401)
    await farm.call(companyCalls.archiving.unarchive, { id }, { as })
    expect((await signIn(other.email)).status).toBe(200)
    const own = as.user.company.id
    await farm.call(companyCalls.archiving.archive, { id: own }, { as, expect: 409 })
    await farm.call(companyCalls.remove, { id: own }, { as, expect: 409 })
  })

  it('does so when its own subscription has run out: the farms are not its business', async () => {
    const { id } = (await farm.company('Ферма «Юго-восток»')).user.company
    const own = as.user.company.id
    const until = (days: number) =>
      farm.sql(`update subscriptions set end_date = current_date + $1::int where company_id = $2`, [days, own])
    await until(-2)
    try {
      expect(await farm.call(companyCalls.archiving.archive, { id }, { as })).toMatchObject({ archived: true })
      expect(await farm.call(companyCalls.archiving.unarchive, { id }, { as })).toMatchObject({ archived: false })
    } finally {
      await until(30)
    }
  })

  it('deletes a company that nothing was recorded in, with every row of it and of no other', async () => {
    const other = await farm.company('Пустое хозяйство')
    const { id } = other.user.company
    await farm.cage({ location: (await farm.module(undefined, { as: other })).id, as: other })
    const tables = await farm.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    )
    const rows = async (condition: string) =>
      Object.fromEntries(
        await Promise.all(
          tables.map(async ({ name }) => [
            name,
            (await farm.sql<{ count: number }>(`select count(*)::int from ${name} where ${condition}`))[0]!.count,
          ]),
        ),
      ) as Record<string, number>
    const others = `company_id not in (${id}, ${as.user.company.id})`
    const before = await rows(others)
    await farm.call(companyCalls.remove, { id }, { as })
    expect(Object.values(await rows(`company_id = ${id}`)).filter((count) => count > 0)).toEqual([])
    expect(await rows(others)).toEqual(before)
    expect((await signIn(other.email)).status).toBe(422)
  })

  it('keeps a company with an application outside, and one with what it has sent', async () => {
    const other = await farm.company('Хозяйство с датчиком')
    const { id } = other.user.company
    const refused = async () => (await farm.call(companyCalls.remove, { id }, { as, expect: 409 })).message
    const { token, ...device } = await farm.call(outsideCalls.create, { name: 'Датчик' }, { as: other })
    expect(await refused()).toMatch(/есть записи или внешние приложения/)
    const { id: location } = await farm.module(undefined, { as: other })
    const parameter = await farm.parameter({ location, as: other })
    const sent = await send(farm.app, {
      method: 'POST',
      path: `//external/input/${parameter.id}`,
      body: { value: 7 },
      headers: { authorization: `Bearer ${token}` },
    })
    expect([sent.status, sent.text]).toEqual([200, expect.any(String)])
    await farm.call(outsideCalls.remove, { id: device.id }, { as: other })
    expect(await refused()).toMatch(/есть записи или внешние приложения/)
  })
})

describe('nobody else', () => {
  it('reaches another company: not an administrator, not by a role', async () => {
    const { id } = as.user.company
    const role = await farm.user({ permissions: ['manage companies'], is_admin: true })
    for (const one of [farm.session, role]) {
      const refused = { as: one, expect: 403 }
      await farm.call(companyCalls.list, {}, refused)
      await farm.call(companyCalls.users, { id }, refused)
      await farm.call(companyCalls.update, { id, name: 'Моё', type: 'paid', end_date: farm.today() }, refused)
      await farm.call(companyCalls.create, given('Моё'), refused)
      await farm.call(companyCalls.archiving.archive, { id }, refused)
      await farm.call(companyCalls.remove, { id }, refused)
      await farm.call(companyCalls.invite, { id }, refused)
    }
    expect((await rowOf(id)).name).toBe('Хозяин установки')
  })

  it('opens the functions of the operator, even inside the database', async () => {
    const target = farm.session.user.company.id
    const calls = (company: number, hash: string) => [
      sql`select operator_only(${company}::int, ${hash}::text)`,
      sql`select * from operator_companies(${company}::int, ${hash}::text)`,
      sql`select * from operator_users(${company}::int, ${hash}::text, ${target}::int)`,
      sql`select operator_change(${company}::int, ${hash}::text, ${target}::int, 'x', 'paid', current_date)`,
      sql`select operator_archive(${company}::int, ${hash}::text, ${target}::int, true)`,
      sql`select operator_remove(${company}::int, ${hash}::text, ${target}::int)`,
      sql`select * from operator_awaited(${company}::int, ${hash}::text)`,
      sql`select operator_invite(${company}::int, ${hash}::text, ${target}::int, 1, 'hash', 7)`,
    ]
    const other = await farm.company()
    await farm.sql(`update sessions set expires_at = now() where token_hash = $1`, [readToken(earlier)!.hash])
    const strangers = [other.cookie, farm.session.cookie, earlier, `${as.user.company.id}.${'x'.repeat(43)}`]
    for (const cookie of strangers) {
      const { company, hash } = readToken(cookie)!
      // nor does the session of one company with the number of another
      for (const asking of [company, as.user.company.id])
        for (const query of calls(asking, hash))
          await expect(database.transaction(company, (tx) => tx.run(query))).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('is left in another company when a function has ended', async () => {
    const { company, hash } = readToken(as.cookie)!
    const setting = sql<{ company: string }>`select current_setting('app.company_id') as company`
    const after = await database.transaction(company, async (tx) => {
      await tx.rows(sql`select * from operator_companies(${company}::int, ${hash}::text)`)
      return tx.one(setting)
    })
    expect(after.company).toBe(String(company))
  })

  it('runs as the owner of the tables, but for the one that removes and those of jobs; and one file alone names them', async () => {
    const defined = await farm.sql<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    )
    const ofJobs = 'company_jobs company_retry enqueue order_months_of_past installation_clock installation_jobs'
    const all = [...ofJobs.split(' '), 'installation_retry', 'installation_run', 'operator_remove']
    expect(defined.map(({ name }) => name).sort()).toEqual(all.sort())
    const open = await farm.sql<{ name: string }>(
      `select proname as name from pg_proc where proname like 'operator\\_%' and has_function_privilege('public', oid, 'execute')`,
    )
    expect(open).toEqual([])
    const files = (await readdir('src', { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    const naming = []
    for (const name of files)
      if (
        /operator_(only|companies|users|change|archive|remove|awaited|invite)/.test(
          await readFile(join('src', name), 'utf8'),
        )
      )
        naming.push(name)
    expect(naming).toEqual([join('features', 'companies', 'companies.server.ts')])
  })
})
