/**
 * Users and audit: the cost of session and abilities for a request, pages of 500 users, 30 roles, and an audit journal
 * of half a million lines.
 */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { addDays } from '../src/shared/dates'
import { can } from '../src/shared/abilities'
import { openDatabase } from '../src/server/db/client'
import { bySession, readToken } from '../src/server/session'
import { ms, spread } from './figures'
import { openPage, QUICK, repeat, taken, TIMES, withBrowser } from './map'
import { compare } from './reads'
import type { Run } from './run'

const USERS = 500
const ROLES = 30
const LINES = 500_000
const TURNS = 2000

/** Alternates with `select 1` on the same connection, so that the round trip itself is not counted. */
async function measureSession(run: Run): Promise<void> {
  const token = readToken(run.app.cookie.split('=')[1])!
  const database = openDatabase(run.databaseUrl, 1)
  const alone: number[] = []
  const times: number[] = []
  const timed = async (all: number[], work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    all.push(performance.now() - start)
  }
  await database.transaction(token.company, async (tx) => {
    for (let turn = 0; turn < TURNS; turn++) {
      await timed(alone, () => tx.one(sql`select 1 as one`))
      await timed(times, async () => {
        const session = await bySession(tx, token.company, token.hash)
        if (!session || !can(session.user, 'view audit')) throw new Error('no session')
      })
    }
  })
  await database.close()
  const bare = spread(alone.slice(TURNS / 4)).p50
  const { p50, p95 } = spread(times.slice(TURNS / 4))
  run.add({
    what: 'session and permission of a request',
    figure: `p50 ${(p50 - bare).toFixed(2)} ms more than a round trip (p95 ${(p95 - bare).toFixed(2)})`,
    gate: '<= 0.30 ms',
    bare: `${bare.toFixed(2)} ms`,
  })
}

async function makePeople({ admin, app, lastDay }: Run, lines: number): Promise<void> {
  await admin.query(
    `insert into users (company_id, name, email, password_hash, role_id)
     select 1, 'Человек ' || n, 'person-' || n || '@example.com', '', 2 + n % 4 from generate_series(1, $1) n`,
    [USERS],
  )
  const { roles } = JSON.parse((await app.send('GET', '/permissions-by-roles')).text) as { roles: unknown[] }
  for (let role = roles.length; role < ROLES; role++)
    await app.send('POST', '/role', { name: `Роль ${role}`, copy_of: 3 })
  // a year of lines like the application writes
  await admin.query(
    `insert into audit_log (company_id, at, user_id, action, entity, entity_id, before, after)
     select 1, $1::date - 365 * random() * interval '1 day', u.id, case when n % 9 = 0 then 'update' else 'create' end,
       o.kind, o.id, case when n % 9 = 0 then jsonb_build_object('comment', 'было') end,
       jsonb_build_object('comment', 'стало', 'cage_id', 1, 'weight', n)
     from generate_series(1, $2::int) n
     join (select id, kind, row_number() over () - 1 as at from (select * from operations limit 1000) o) o
       on o.at = n % 1000
     join (select id, row_number() over () - 1 as at from users limit 20) u on u.at = n % 20`,
    [lastDay, lines],
  )
  await admin.query('vacuum analyze audit_log, users')
}

async function ready(page: Page, path: string, last: string): Promise<number> {
  const start = performance.now()
  await page.goto(path)
  await page.locator(last).first().waitFor()
  return performance.now() - start
}

async function measurePages(run: Run): Promise<void> {
  const add = (what: string, times: number[], gate?: string) =>
    run.add({ what, figure: `${ms(spread(times).p50)} (${ms(spread(times).p95)})`, gate })
  await withBrowser(async (browser) => {
    const page = await openPage(browser, run)
    await ready(page, '/users', 'tbody tr')
    add(`page of ${USERS} users, until its rows: p50 (p95)`, await repeat(6, () => ready(page, '/users', 'tbody tr')))
    const name = page.getByRole('columnheader').first().getByRole('button')
    add('users sorted: p50 (p95)', await repeat(TIMES, () => taken(page, 'click', () => name.click())), QUICK)
    const cell = 'td button[aria-haspopup=menu]'
    await ready(page, '/roles', cell)
    add(`matrix of ${ROLES} roles, until its cells: p50 (p95)`, await repeat(6, () => ready(page, '/roles', cell)))
    const opened: number[] = []
    const set = await repeat(TIMES, async (index) => {
      opened.push(
        await taken(
          page,
          'click',
          () =>
            page
              .locator(cell)
              .nth(40 + index)
              .click(),
          '[role=menu]',
        ),
      )
      return taken(page, 'click', () => page.locator('[role=menuitemradio][aria-checked=false]').first().click())
    })
    add('a cell of the matrix opens: p50 (p95)', opened, QUICK)
    add('a permission is set: p50 (p95)', set, QUICK)
    await page.context().close()
  })
}

export async function measurePeople(run: Run): Promise<void> {
  await measureSession(run)
  await makePeople(run, run.small ? LINES / 20 : LINES)
  await compare(run, `GET /users, ${USERS}`, null, () => '/users')
  await measurePages(run)
  const audit = (days: number) => () =>
    `/audit?start=${addDays(run.lastDay, -days)}&end=${run.lastDay}&page=1&per_page=50`
  await compare(run, 'audit journal, 30 days', null, audit(29))
  await compare(run, 'audit journal, a year', null, audit(364))
}
