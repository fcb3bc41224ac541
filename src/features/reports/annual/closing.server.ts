/** Closing a year and opening it again. The digest is of the whole report, whoever asks: it tells no number. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MOST_TOLD } from '../../../core/reports/exported.contract'
import { changesSince } from '../../../core/reports/exported.server'
import { fieldErrors } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { ROLE_ABILITIES } from '../../../shared/abilities'
import type { ParsedOf } from '../../../shared/contract'
import {
  type AnnualCell,
  type AnnualRow,
  type BalanceRow,
  type METHODS,
  type SectionName,
  SECTIONS,
} from './annual.contract'
import { annualReport } from './annual.server'
import { type Closing, closingCalls } from './closing.contract'
import { feedOf } from './feed-part.server'
import { balanceRows, balancesOf } from './goods-balance.server'
import { spanOf } from './months.server'

const entity = 'closed_year'

/** As somebody who sees all of the farm. */
const whole = (context: Context): Context => ({
  ...context,
  user: { ...context.user, is_admin: true, permissions: [...ROLE_ABILITIES], location_ids: null, stock_ids: null },
})

const cellOf = ({ weight, money, count }: AnnualCell) => [weight ?? null, money ?? null, count ?? null]

const inOrder = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const rowsOf = (rows: readonly AnnualRow[]) =>
  inOrder(rows, ({ key }) => key).map(({ key, months, total }) => [key, months.map(cellOf), cellOf(total)])

const STATES = ['opening', 'received', 'consumed', 'lost', 'closing', 'unpriced'] as const

const goodOf = (row: BalanceRow) => [
  String(row.good_id),
  ...STATES.flatMap((state) => row[state] ?? [0, 0]),
  row.rounding ?? 0,
]

/**
 * SHA-256 of the numbers of a year by both methods, in one order and without names: what is called otherwise since is
 * the same year. Only feed and the balance of goods have a method, so the rest is read once.
 */
async function digestOf(year: number, context: Context): Promise<string> {
  const reader = whole(context)
  const [{ sections }, feed, goods] = await Promise.all([
    annualReport({ year, method: 'fifo' }, reader),
    feedOf(reader, spanOf(year, context), 'avg'),
    balancesOf(reader, year),
  ])
  const names = Object.keys(SECTIONS) as SectionName[]
  const numbers = (method: keyof typeof METHODS) => {
    const own = method === 'fifo' ? sections : { ...sections, feed }
    const rows = inOrder(balanceRows(goods, method), ({ good_id }) => String(good_id))
    return [method, names.map((name) => [name, rowsOf(own[name])]), rows.map(goodOf)]
  }
  return createHash('sha256')
    .update(JSON.stringify([year, numbers('fifo'), numbers('avg')]))
    .digest('hex')
}

interface Stored {
  at: Date
  closed_at: string
  user: string | null
  digest: string
}

const readClosed = (year: number, { tx, company }: Context) =>
  tx.maybe<Stored>(sql`
    select y.closed_at as at, (y.closed_at at time zone ${company.time_zone}::text)::timestamp as closed_at,
      u.name as user, y.digest
    from closed_years y left join users u on u.company_id = ${company.id} and u.id = y.user_id
    where y.company_id = ${company.id} and y.year = ${year}`)

export async function yearClosing(year: number, context: Context): Promise<Closing> {
  const found = await readClosed(year, context)
  if (!found) return { closed: null, digest: null, count: 0, changes: [] }
  const { at, ...closed } = found
  const period = { start: `${year}-01-01T00:00`, end: `${year}-12-31T23:59`, cages_id: null, location_id: null }
  const [digest, changes] = await Promise.all([
    digestOf(year, context),
    changesSince(context, { since: at, journal: null, ...period }),
  ])
  return { closed, digest, count: changes.length, changes: changes.slice(0, MOST_TOLD) }
}

async function set({ year, closed }: ParsedOf<typeof closingCalls.set>, context: Context): Promise<Closing> {
  const { tx, company, user, audit, changed } = context
  if (spanOf(year, context).last) throw fieldErrors({ year: 'Этот год ещё не закончился' })
  const before = await readClosed(year, context)
  if (closed && !before) {
    const digest = await digestOf(year, context)
    const made = await tx.run(sql`
      insert into closed_years (company_id, year, user_id, digest)
      values (${company.id}, ${year}, ${user.id}, ${digest}) on conflict do nothing`)
    if (made > 0) audit({ action: 'create', entity, id: year, after: { year: String(year), digest } })
  }
  if (!closed && before) {
    await tx.run(sql`delete from closed_years where company_id = ${company.id} and year = ${year}`)
    audit({ action: 'delete', entity, id: year, before: { year: String(year), digest: before.digest } })
  }
  changed('lists')
  return yearClosing(year, context)
}

export const closingRoutes: Route[] = [
  route(closingCalls.get, ({ year }, context) => yearClosing(year, context)),
  route(closingCalls.set, set),
]
