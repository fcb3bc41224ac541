/**
 * How goods stand as days begin: kept at the end of months that are over, beside the amounts there, and taken further
 * by what came since. Of the time before only the oldest receipts that are used up meanwhile are read.
 */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays } from '../../../shared/dates'
import { advance, NO_STANDING, type Standing, type Step, usedBeyond } from '../../../shared/ledger/standing'
import type { Receipt } from '../../../shared/ledger/valuation'
import type { Database, Tx } from '../client'
import { keepMonths } from '../kept-months'
import { readMonthEnds } from './stock-months'

/** SQL: entries `e` of a company that are receipts. What a move brings is none. */
export const isReceipt = (company: number) => sql`e.company_id = ${company} and e.amount > 0 and e.moved is not true`

export interface ReceiptRow extends Receipt {
  good_id: number
}

const SUMS = ['received', 'cost', 'unpriced', 'unpricedCost', 'amount', 'worth', 'unsure'] as const

/** A good's standing as a text. */
function pack(good: number, standing: Standing): string {
  const { unpricedReceipts, price, oldest } = standing
  const rest = oldest && [oldest.at, oldest.operation, oldest.line, oldest.amount, oldest.price, oldest.left]
  const sums = SUMS.map((key) => standing[key])
  return [good, ...sums, unpricedReceipts, price, ...(rest ?? []), ...(oldest?.assumed ? ['assumed'] : [])].join(' ')
}

function unpack(text: string): [number, Standing] {
  const [good, received, cost, unpriced, unpricedCost, amount, worth, unsure, ...rest] = text.split(' ') as string[]
  const [unpricedReceipts, price, at, operation, line, came, its, left, assumed] = rest
  return [
    Number(good),
    {
      received: BigInt(received!),
      cost: BigInt(cost!),
      unpriced: BigInt(unpriced!),
      unpricedCost: BigInt(unpricedCost!),
      unpricedReceipts: Number(unpricedReceipts),
      amount: BigInt(amount!),
      worth: BigInt(worth!),
      unsure: BigInt(unsure!),
      price: Number(price),
      oldest:
        at === undefined
          ? null
          : {
              at,
              operation: Number(operation),
              line: Number(line),
              amount: Number(came),
              price: Number(its),
              left: Number(left),
              assumed: assumed !== undefined,
            },
    },
  ]
}

/** Only what came: all that the average asks of a year, and a tenth of the work. */
function unpackCame(text: string): [number, Standing] {
  const [good, received, cost, unpriced] = text.split(' ', 4) as string[]
  return [
    Number(good),
    { ...NO_STANDING, received: BigInt(received!), cost: BigInt(cost!), unpriced: BigInt(unpriced!) },
  ]
}

/** By good; whoever is not there has never come. */
type Standings = ReadonlyMap<number, Standing>

/** A day that follows a kept month, how goods stood then, and which of the days asked for go on from there. */
interface Kept {
  since: string
  standings: Standings
  days: string[]
}

/**
 * In one statement: what it answers is all that is known, whoever changes the past meanwhile. Of the days in `came`
 * only that is asked.
 */
async function readKept(
  tx: Tx,
  company: number,
  days: readonly string[],
  came: readonly string[] = [],
): Promise<Kept[]> {
  const rows = await tx.rows<{ since: string; standings: string; days: string }>(sql`
    select (m.month + interval '1 month')::date as since, array_to_string(m.standings, ',') as standings, d.days
    from (
      select string_agg(day, ',') as days, (
        select max(month) from stock_months where company_id = ${company} and standings is not null
          and month <= day::date - interval '1 month') as month
      from unnest(${[...days]}::text[]) as n (day) group by 2) d
    join stock_months m on m.company_id = ${company} and m.month = d.month`)
  return rows.map(({ since, standings, days: own }) => ({
    since,
    standings: new Map(
      standings === '' ? [] : standings.split(',').map(own === since && came.includes(since) ? unpackCame : unpack),
    ),
    days: own.split(',').sort(),
  }))
}

/** Receipts of goods since a day, by good in their order. */
async function readCame(tx: Tx, company: number, goods: readonly number[], since: string | null, until: string) {
  const rows = await tx.rows<ReceiptRow>(sql`
    select g.id as good_id, e.at, e.operation_id as operation, e.line, e.amount, e.price
    from unnest(${[...goods]}::int[]) as g (id)
    join stock_entries e on e.good_id = g.id and ${isReceipt(company)}
      and e.at >= ${since ?? '-infinity'}::timestamp and e.at < ${until}::timestamp
    order by e.good_id, e.at, e.operation_id, e.line`)
  return groupBy(rows, ({ good_id }) => good_id)
}

/** A good of which more is used up than is left of its oldest receipt. */
interface Needing {
  good: number
  oldest: Receipt
  need: bigint
}

/** so many receipts after the oldest are looked at first */
const FIRST = 4
const FURTHER = 8

/** The receipts after the oldest ones, before a day: of each good those that are used up, and one more. */
async function readFollowing(tx: Tx, company: number, needing: readonly Needing[], before: string) {
  const found = new Map<number, ReceiptRow[]>()
  let missing = needing
  for (let most = FIRST; missing.length > 0; most *= FURTHER) {
    const rows = await tx.rows<ReceiptRow & { last: boolean }>(sql`
      select n.good as good_id, r.at, r.operation, r.line, r.amount, r.price, r.until > n.need as last
      from unnest(${missing.map(({ good }) => good)}::int[], ${missing.map(({ oldest }) => oldest.at)}::timestamp[],
        ${missing.map(({ oldest }) => oldest.operation)}::bigint[], ${missing.map(({ oldest }) => oldest.line)}::int[],
        ${missing.map(({ need }) => String(need))}::numeric[]) as n (good, at, operation, line, need)
      cross join lateral (
        select f.*, sum(amount) over (order by at, operation, line rows unbounded preceding) as until from (
          select e.at, e.operation_id as operation, e.line, e.amount, e.price from stock_entries e
          where e.good_id = n.good and ${isReceipt(company)} and e.at < ${before}::timestamp
            and (e.at, e.operation_id, e.line) > (n.at, n.operation, n.line)
          order by e.at, e.operation_id, e.line limit ${most}) f) r
      where r.until - r.amount <= n.need`)
    const byGood = groupBy(rows, ({ good_id }) => good_id)
    missing = missing.filter(({ good }) => {
      const own = byGood.get(good) ?? []
      found.set(good, own)
      return own.length === most && !own.at(-1)!.last
    })
  }
  return found
}

interface Asked {
  tx: Tx
  company: number
  goods: readonly number[]
  /** ascending */
  days: readonly string[]
  /** all that lies of a good as a day begins; null where only what came is asked for: then nothing is used up */
  amountOf: ((good: number, day: string) => bigint) | null
  /** days of which nothing else is asked either */
  came?: readonly string[]
}

/** more than ever came */
const ALL = 1n << 100n

/** From a day whose standings are known, or from the beginning, to later ones: by day and good. */
async function goOn({ tx, company, goods, days, amountOf }: Asked, since: string | null, known: Standings) {
  const came = await readCame(tx, company, goods, since, days.at(-1)!)
  const all = goods.map((good) => {
    const own = came.get(good) ?? []
    let place = 0
    const steps = days.map((day): Step => {
      const from = place
      while (place < own.length && own[place]!.at < day) place++
      return { came: own.slice(from, place), amount: amountOf ? amountOf(good, day) : ALL }
    })
    return { good, from: known.get(good) ?? NO_STANDING, steps }
  })
  const needing = all.flatMap(({ good, from, steps }): Needing[] => {
    const need = from.oldest ? usedBeyond(from, steps) : -1n
    return need < 0n ? [] : [{ good, oldest: from.oldest!, need }]
  })
  const following = since === null ? null : await readFollowing(tx, company, needing, since)
  const found = days.map((day): [string, Map<number, Standing>] => [day, new Map()])
  for (const { good, from, steps } of all)
    advance(from, following?.get(good) ?? [], steps).forEach((one, index) => found[index]![1].set(good, one))
  return new Map(found)
}

/** By day and good; whoever is not there has never come. */
export async function readStandings(asked: Asked): Promise<Map<string, Standings>> {
  const { tx, company, days } = asked
  const kept = await readKept(tx, company, days, asked.amountOf === null ? days : asked.came)
  const based = new Set(kept.flatMap((one) => one.days))
  const fresh = { since: null, standings: new Map(), days: days.filter((day) => !based.has(day)) }
  const found = new Map<string, Standings>()
  for (const { since, standings, days: own } of [...kept, fresh]) {
    if (since !== null) found.set(since, standings)
    const later = own.filter((day) => day !== since)
    if (later.length === 0) continue
    for (const [day, all] of await goOn({ ...asked, days: later }, since, standings)) found.set(day, all)
  }
  return found
}

/** The amounts beside the standings of a month are those of all goods as the next one begins. */
async function standingsAfter(tx: Tx, company: number, month: string): Promise<string[]> {
  const day = nextMonth(month)
  const lying = (await readMonthEnds(tx, company, [day])).get(day) ?? new Map<number, bigint>()
  const goods = (
    await tx.rows<{ id: number }>(sql`select id from goods where company_id = ${company} order by id`)
  ).map(({ id }) => id)
  const [before] = (await readKept(tx, company, [month])).filter(({ since }) => since === month)
  const asked = { tx, company, goods, days: [day], amountOf: (good: number) => lying.get(good) ?? 0n }
  const found = await goOn(asked, before?.since ?? null, before?.standings ?? new Map())
  return [...found.get(day)!].flatMap(([good, one]) => (one.received > 0n ? [pack(good, one)] : []))
}

const nextMonth = (first: string) => `${addDays(first, 31).slice(0, 7)}-01`

/** After the amounts, month by month. */
export const keepStandings = (database: Database, company: number): Promise<void> =>
  keepMonths(database, company, {
    next: (tx) =>
      tx.maybe<{ month: string }>(sql`
        select month from stock_months where company_id = ${company} and standings is null order by month limit 1`),
    keep: async (tx, month) =>
      tx.run(sql`
        update stock_months set standings = ${await standingsAfter(tx, company, month)}::text[]
        where company_id = ${company} and month = ${month}::date`),
  })

/** A sentence for each month whose standings are not those of the month before it and of its receipts. */
export async function checkStandings(tx: Tx, company: number): Promise<string[]> {
  const kept = await tx.rows<{ month: string; standings: string }>(sql`
    select month, array_to_string(standings, ',') as standings from stock_months
    where company_id = ${company} and standings is not null order by month`)
  const wrong: string[] = []
  for (const { month, standings } of kept)
    if (standings !== (await standingsAfter(tx, company, month)).join(','))
      wrong.push(`goods at the end of ${month.slice(0, 7)}: the kept worths are not those of the receipts`)
  return wrong
}
