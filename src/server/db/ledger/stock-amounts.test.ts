/**
 * Amounts of now are what the database makes of the days, whoever writes these: a version of the application that keeps
 * them itself, or one that knows nothing of them, may run beside this one.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../testing/database'
import { COMPANY, stored, transaction, useGoodsLab, wipe } from '../../../testing/ledger/goods-lab'
import { query } from '../../../testing/server'
import { projectRoot } from '../../base/project-root'
import type { Tx } from '../client'
import { migrate } from '../migrate'

useGoodsLab()

/** A day of a good in warehouse 1. */
interface Day {
  good: number
  day: number
  closing: number
}

const dayText = (day: number) => `2026-03-0${day}`

/** One statement for all, as the ledger closes days. */
const close = (tx: Tx, days: Day[]) =>
  tx.run(sql`insert into stock_days (company_id, good_id, stock_id, day, closing, lowest)
    select ${COMPANY}::int, good, 1, day, closing, 0 from unnest(${days.map(({ good }) => good)}::int[],
      ${days.map(({ day }) => dayText(day))}::date[], ${days.map(({ closing }) => closing)}::bigint[])
      n (good, day, closing)
    on conflict (company_id, good_id, stock_id, day) do update set closing = excluded.closing`)

const shift = (tx: Tx, good: number, after: number, by: number) =>
  tx.run(sql`update stock_days set closing = closing + ${by}::bigint
    where company_id = ${COMPANY} and good_id = ${good} and day > ${dayText(after)}::date`)

const drop = (tx: Tx, goods: number[], days: number[]) =>
  tx.run(sql`delete from stock_days where company_id = ${COMPANY} and good_id = any(${goods}::int[])
    and day = any(${days.map(dayText)}::date[])`)

/** What the version before did to the amounts before it wrote the days. */
const keepAsBefore = (tx: Tx, good: number, day: number, by: number) =>
  tx.run(sql`insert into stock_amounts as a (company_id, good_id, stock_id, day, amount)
    values (${COMPANY}, ${good}, 1, ${dayText(day)}, ${by})
    on conflict (company_id, good_id, stock_id)
      do update set day = greatest(a.day, excluded.day), amount = a.amount + excluded.amount`)

const good = fc.constantFrom(1, 2)
const day = fc.integer({ min: 1, max: 6 })
const statement = fc.oneof(
  fc
    .uniqueArray(fc.record({ good, day, closing: fc.nat(50) }), {
      minLength: 1,
      selector: (one) => `${one.good} ${one.day}`,
    })
    .map((days) => (tx: Tx) => close(tx, days)),
  fc.tuple(good, day, fc.integer({ min: -5, max: 5 })).map((values) => (tx: Tx) => shift(tx, ...values)),
  fc.tuple(fc.uniqueArray(good), fc.uniqueArray(day, { maxLength: 4 })).map(
    ([goods, days]) =>
      (tx: Tx) =>
        drop(tx, goods, days),
  ),
)

/** «1:1:2026-03-04 10» of the last day of each good. */
const lastDays = () =>
  transaction(async (tx) =>
    (
      await tx.rows<{ text: string }>(sql`
        select distinct on (good_id, stock_id) format('%s:%s:%s %s', good_id, stock_id, day, closing) as text
        from stock_days where company_id = ${COMPANY} order by good_id, stock_id, day desc`)
    ).map(({ text }) => text),
  )

test('they are the closings of the last days after any statement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 5, maxLength: 20 }), async (statements) => {
      await wipe()
      for (const run of statements) {
        await transaction(run)
        expect((await stored()).amounts).toEqual(await lastDays())
      }
    }),
    { numRuns: 40 },
  )
})

test('they stay right beside a version that keeps them itself', async () => {
  await transaction((tx) => close(tx, [{ good: 1, day: 2, closing: 10 }]))
  // a later day, then an earlier one that moves it, then the later one goes again
  await transaction(async (tx) => {
    await keepAsBefore(tx, 1, 4, 5)
    await close(tx, [{ good: 1, day: 4, closing: 15 }])
  })
  expect((await stored()).amounts).toEqual(['1:1:2026-03-04 15'])
  await transaction(async (tx) => {
    await keepAsBefore(tx, 1, 1, 7)
    await shift(tx, 1, 1, 7)
    await close(tx, [{ good: 1, day: 1, closing: 7 }])
  })
  expect((await stored()).amounts).toEqual(['1:1:2026-03-04 22'])
  await transaction(async (tx) => {
    await keepAsBefore(tx, 1, 4, -5)
    await drop(tx, [1], [4])
  })
  expect((await stored()).amounts).toEqual(['1:1:2026-03-02 17'])
})

const LEFT_BEHIND = `
  insert into stock_days (company_id, good_id, stock_id, day, closing, lowest)
    values (1, 1, 1, '2026-05-01', 5, 0), (1, 1, 1, '2026-05-02', 7, 0), (1, 2, 1, '2026-05-01', 3, 0);
  insert into stock_amounts (company_id, good_id, stock_id, day, amount)
    values (1, 1, 1, '2026-05-01', 5), (1, 3, 1, '2026-05-03', 9)`

test('those that an earlier version left behind its days are made anew by the migration', async () => {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'sadok-upgrade-'))
  const all = join(projectRoot, 'migrations')
  for (const name of readdirSync(all)) if (name < '0051') copyFileSync(join(all, name), join(folder, name))
  await query(database.adminUrl, (client) => client.query('drop schema public, pgboss cascade'))
  await query(database.url, (client) => client.query('create schema public'))
  await migrate(database.url, undefined, folder)
  await query(database.adminUrl, (client) => client.query(LEFT_BEHIND))
  await migrate(database.url)
  const { rows } = await query(database.adminUrl, (client) =>
    client.query(`select format('%s: %s on %s', good_id, amount, day) as text from stock_amounts order by good_id`),
  )
  rmSync(folder, { recursive: true })
  await database.drop()
  expect(rows.map(({ text }) => text)).toEqual(['1: 7 on 2026-05-02', '2: 3 on 2026-05-01'])
})
