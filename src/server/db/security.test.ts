import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { subscriptionCalls } from '../../features/subscription/subscription.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { fillViews } from '../../testing/farm/view-rows'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { feedingRows } from '../../testing/farm/feeding-rows'
import { plainRows } from '../../testing/farm/plain-lists'
import type { Session } from '../../testing/session'
import { type Database, openDatabase, type Tx } from './client'

/** Tables that belong to no company. A new one needs a reason to stand here. */
const SHARED = ['guesses', 'job_runs', 'push_keys', 'schema_migrations']

let farm: Farm
let database: Database
let other: Session

beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 2)
  other = await farm.company()
  await Promise.all([fill(farm.session), fill(other)])
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

/** Leaves a row of the company in every table. */
async function fill(as: Session) {
  const [company, user] = [as.user.company.id, as.user.id]
  const location = await farm.module('Модуль', { as })
  const [species, stock] = [await farm.species('Форель', { as }), await farm.stock('Склад', { as })]
  const [good, net] = [await farm.good({ as }), await farm.item({ stock: stock.id, date: farm.daysAgo(4), as })]
  const cage = await farm.cage({ location: location.id, net: net.id, as })
  const generation = await farm.generation({ species: species.id, as })
  const category = await farm.category('Мелкая', { as })
  const moment = { date: farm.daysAgo(3), time: '10:00' }
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(4), as })
  await farm.sql(`insert into fish_cost_months values ($1, '2026-01-01', 'fifo:biomass:10', '{}')`, [company])
  await farm.sql(`insert into month_sums values ($1, 'feeding', '2026-01-01', '{1}', '{1}', '{1}', '{1}', '{1}')`, [
    company,
  ])
  await farm.sql('insert into good_minimums values ($1, $2, $3, 1)', [company, good.id, stock.id])
  const fish = { count: 1000, avg_weight: '0,2', generation_id: generation.id, age_category_id: category.id }
  await farm.call(kinds.stocking.create, { ...moment, ...fish, to_id: cage.id }, { as, key: 'stocking' })
  const feeding = { cage_id: cage.id, feed_type_id: good.id, stock_id: stock.id, volume: 5 }
  await farm.call(kinds.feeding.create, { ...moment, time: '11:00', ...feeding }, { as })
  const parameter = await farm.parameter({ location: location.id, as })
  await farm.call(measurementCalls.create, { ...moment, measure_parameter_id: parameter.id, value: 8 }, { as })
  await farm.call(accessCalls.downloadTicket, { path: '/measurements-template' }, { as })
  await feedingRows(farm, company, { good: good.id, cage: cage.id })
  const dispatch = { from_id: cage.id, count: 1, reason: 'sending_to_workshop', stock_id: stock.id }
  await farm.call(kinds.withdrawal.create, { ...moment, time: '12:00', ...dispatch }, { as })
  await plainRows(farm, as, 'Строка')
  const pair = 'select $1::int, min(id), max(id) from operations where company_id = $1'
  await farm.sql(`insert into operation_twins ${pair}`, [company])
  for (const [table, columns, values] of [
    ['password_resets', 'token_hash, expires_at', `'hash', now() + interval '1 h'`],
    ['second_factors', 'secret', `'sealed'`],
    ['recovery_codes', 'code_hash', `'hash'`],
    ['half_sessions', 'token_hash, expires_at', `'hash', now() + interval '1 h'`],
    ['security_events', 'kind', `'signed-in'`],
  ])
    await farm.sql(`insert into ${table} (company_id, user_id, ${columns}) values ($1, $2, ${values})`, [company, user])
  await fillViews(farm, company, user)
  const app = `insert into external_users (company_id, name, token_hash) values ($1, 'Датчик', 'hash') returning id`
  await farm.sql(`with app as (${app}) insert into external_uses select $1, id, now(), 'export', 1 from app`, [company])
  await farm.call(userCalls.create, { name: 'Новый', email: `newcomer-of-${company}@example.com` }, { as })
  await farm.call(subscriptionCalls.request, { name: 'Анна', months_count: 1, email: 'anna@example.com' }, { as })
}

const tenantTables = async () =>
  (
    await farm.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm', 'v') order by 1`,
    )
  ).map(({ name }) => name)

/** Runs as the application does inside company A, and leaves nothing behind. */
async function asFirst<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undo')
  let result: { value: T } | null = null
  await database
    .transaction(farm.session.user.company.id, async (tx) => {
      result = { value: await work(tx) }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return result!.value
}

describe('row-level security', () => {
  it('stands on every table of a company, for the owner too, on reading and on writing', async () => {
    const tables = await farm.sql<{
      name: string
      enabled: boolean
      forced: boolean
      tenant: boolean
      guarded: boolean
    }>(
      `select c.relname as name, relrowsecurity as enabled, relforcerowsecurity as forced,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as tenant,
         exists (select from pg_policies p where p.tablename = c.relname and p.cmd = 'ALL' and p.permissive = 'PERMISSIVE' and p.roles = '{public}'
           and p.qual = '(company_id = (current_setting(''app.company_id''::text))::integer)' and p.with_check = p.qual) as guarded
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm', 'v') order by 1`,
    )
    expect(tables.filter(({ tenant }) => !tenant).map(({ name }) => name)).toEqual(SHARED)
    const open = tables.filter(({ tenant, enabled, forced, guarded }) => tenant && !(enabled && forced && guarded))
    expect(open).toEqual([])
    expect(tables.length).toBeGreaterThan(20)
  })

  it('has no other policies that open anything than those for whoever has not signed in yet', async () => {
    const others = await farm.sql(
      `select tablename, policyname, cmd, qual from pg_policies
       where schemaname = 'public' and policyname <> 'tenant' and permissive = 'PERMISSIVE' order by tablename`,
    )
    expect(others).toEqual([
      {
        tablename: 'guesses',
        policyname: 'before_sign_in',
        cmd: 'ALL',
        qual: expect.stringMatching(/current_setting\('app.company_id'::text, true\) = '0'::text.* OR starts_with/),
      },
      {
        tablename: 'logins',
        policyname: 'sign_in',
        cmd: 'SELECT',
        qual: `(email = current_setting('app.email'::text, true))`,
      },
    ])
  })
})

describe('the role of the application', () => {
  it('is weak: no superuser, no way round the policies, no other role, no login', async () => {
    const [role] = await farm.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
         exists (select from pg_auth_members where member = r.oid) as belongs from pg_roles r where rolname = 'sadok_app'`,
    )
    expect(new Set(Object.values(role!))).toEqual(new Set([false]))
  })

  it('owns nothing, may create nothing and may not empty a table past the policies', async () => {
    expect(await farm.sql(`select * from pg_shdepend where refobjid = 'sadok_app'::regrole and deptype = 'o'`)).toEqual(
      [],
    )
    const [may] = await farm.sql(
      `select has_schema_privilege('sadok_app', 'public', 'create') as schema,
         has_database_privilege('sadok_app', current_database(), 'create') as database,
         exists (select from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and has_table_privilege('sadok_app', c.oid, 'truncate, references, trigger')) as table,
         has_table_privilege('sadok_app', 'schema_migrations', 'select, insert, update, delete') as migrations`,
    )
    expect(may).toEqual({ schema: false, database: false, table: false, migrations: false })
    for (const statement of [
      'create table mine (id int)',
      'drop table cages',
      'alter table cages disable row level security',
    ]) {
      await expect(asFirst((tx) => tx.run(sql.raw(statement)))).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('adds to what is on record, and never changes or removes it', async () => {
    for (const statement of ['update audit_log set at = now()', 'delete from audit_log'])
      await expect(asFirst((tx) => tx.run(sql.raw(statement)))).rejects.toMatchObject({ code: '42501' })
  })

  it('sees no addresses that were tried while it works for a company, nor the counters of another one', async () => {
    const { id } = farm.session.user.company
    await farm.sql(`insert into guesses (key, failures) values ('account a@example.com', 1), ('outside ${id}.1', 1),
      ('outside ${id}0.1', 1), ('outside ${other.user.company.id}.1', 1)`)
    const keys = await asFirst((tx) => tx.rows<{ key: string }>(sql`select key from guesses order by key`))
    expect(keys).toEqual([{ key: `outside ${id}.1` }])
    const forged = sql`insert into guesses (key, failures) values ('account b@example.com', 1)`
    await expect(asFirst((tx) => tx.run(forged))).rejects.toMatchObject({ code: '42501' })
    const before = await database.beforeLogin('', (tx) => tx.rows(sql`select key from guesses where key like '%@%'`))
    expect(before).toContainEqual({ key: 'account a@example.com' })
  })

  it('is all that its connection can become: there is no way back to the owner', async () => {
    const outside = await asFirst(async (tx) => {
      await tx.run(sql`reset role`)
      return tx.one<{ role: string }>(sql`select current_user as role`)
    })
    for (const role of ['sadok_test_owner', 'postgres'])
      await expect(asFirst((tx) => tx.run(sql.raw(`set role ${role}`)))).rejects.toMatchObject({ code: '42501' })
    const [may] = await farm.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         exists (select from pg_shdepend where refobjid = r.oid and deptype = 'o') as owns,
         (select array_agg(roleid::regrole::text) from pg_auth_members where member = r.oid) as member_of
       from pg_roles r where rolname = $1`,
      [outside.role],
    )
    expect(may).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owns: false,
      member_of: ['sadok_app'],
    })
    for (const statement of ['alter table cages no force row level security', 'delete from audit_log'])
      await expect(
        asFirst(async (tx) => {
          await tx.run(sql`reset role`)
          return tx.run(sql.raw(statement))
        }),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('is what a transaction runs as, and the company is forgotten with it', async () => {
    const who = sql<{ role: string; company: string | null }>`
      select current_user as role, nullif(current_setting('app.company_id', true), '') as company`
    const inside = await database.transaction(7, (tx) => tx.one(who))
    expect(inside).toEqual({ role: 'sadok_app', company: '7' })
    const first = await database.beforeLogin('a@example.com', (tx) => tx.one(who))
    expect(first).toEqual({ role: 'sadok_app', company: '0' })
    const outside = await Promise.all([1, 2, 3, 4].map(() => database.plain<{ company: string | null }>(who)))
    expect(outside.flat().map(({ company }) => company)).toEqual([null, null, null, null])
  })
})

/** What the application may not change: updates of them are refused altogether. */
const ADDED_TO = ['audit_log', 'norm_versions', 'security_events', 'subscription_requests']

describe('another company', () => {
  const counted = sql<{ count: number }>`select count(*)::int as count from `
  const visible = async (table: string) =>
    (await asFirst((tx) => tx.one(sql<{ count: number }>`${counted}${sql.table(table)}`))).count

  it('is invisible in every table, although it has rows in each', async () => {
    for (const table of await tenantTables()) {
      const rows = await farm.sql<{ company_id: number; count: number }>(
        `select company_id, count(*)::int as count from ${table} group by 1`,
      )
      const of = ({ user }: Session) => rows.find(({ company_id }) => company_id === user.company.id)?.count ?? 0
      expect(of(other), table).toBeGreaterThan(0)
      expect(of(farm.session), table).toBeGreaterThan(0)
      expect(await visible(table), table).toBe(of(farm.session))
    }
  })

  it('cannot be changed or deleted', async () => {
    const company = other.user.company.id
    for (const table of (await tenantTables()).filter((one) => !ADDED_TO.includes(one))) {
      const name = sql.table(table)
      const [updated, deleted] = await asFirst(async (tx) => [
        await tx.run(sql`update ${name} set company_id = company_id where company_id = ${company}`),
        await tx.run(sql`delete from ${name} where company_id = ${company}`),
      ])
      expect([updated, deleted], table).toEqual([0, 0])
    }
  })

  it('cannot be given a row, neither a new one nor one of ours', async () => {
    const company = other.user.company.id
    for (const table of await tenantTables()) {
      const name = sql.table(table)
      const [row] = await farm.sql<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where company_id = ${company}`,
      )
      const add = sql`insert into ${name} overriding system value
        select * from jsonb_populate_record(null::${name}, ${JSON.stringify(row!.row)}::jsonb)`
      for (const query of [add, sql`update ${name} set company_id = ${company}`])
        await expect(
          asFirst((tx) => tx.run(query)),
          table,
        ).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('is not there before signing in, but for the row that says where an address belongs, and that cannot be written', async () => {
    const { email } = other
    const seen = await database.beforeLogin(email, async (tx) => [
      await tx.rows(sql`select email from logins`),
      await tx.rows(sql`select 1 from users`),
      await tx.run(sql`delete from logins where email = ${email}`),
    ])
    expect(seen).toEqual([[{ email }], [], 0])
    for (const table of (await tenantTables()).filter((name) => name !== 'logins'))
      expect(await database.transaction(0, (tx) => tx.rows(sql`select 1 from ${sql.table(table)}`)), table).toEqual([])
  })

  it('cannot be reached without naming a company at all', async () => {
    await expect(database.plain(sql`select 1 from cages`)).rejects.toMatchObject({
      message: expect.stringMatching(/app.company_id|integer/),
    })
  })
})
