/**
 * What cages were given: columns of numbers instead of rows, since a farm gives feed very often, and each time is
 * looked at once and forgotten.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { addDays } from '../../../shared/dates'
import type { Used } from '../../../shared/fish-cost/walk'
import type { Span } from './spans.server'

const COLUMNS = ['minutes', 'ids', 'cages', 'goods', 'amounts', 'feeds'] as const
type Columns<T> = Record<(typeof COLUMNS)[number], T>

const PER_DAY = 1440
const two = (value: number) => String(value).padStart(2, '0')

/** In the order of the ledger; `minutes` are those since the beginning of the first day. */
function* usesOf({ minutes, ids, cages, goods, amounts, feeds }: Columns<number[]>, first: string): Generator<Used> {
  let [known, at] = [-1, '']
  for (const [index, minute] of minutes.entries()) {
    if (minute !== known) {
      const clock = minute % PER_DAY
      at = `${addDays(first, Math.floor(minute / PER_DAY))}T${two(Math.floor(clock / 60))}:${two(clock % 60)}`
      known = minute
    }
    yield {
      at,
      operation: ids[index]!,
      part: feeds[index] === 1 ? 'feed' : 'medicine',
      cage: cages[index]!,
      good: goods[index]!,
      amount: amounts[index]!,
    }
  }
}

/** Feed and medicine of a stretch, in order of instant and operation. */
export async function readUsed(
  { tx, company }: Pick<Context, 'tx'> & { company: { id: number } },
  { first, until }: Span,
): Promise<Iterable<Used>> {
  const given = (kind: string, feed: number) => sql`
    select at, id, cage_id, good_id, volume, ${feed}::int as feed from operations
    where company_id = ${company.id} and kind = ${kind} and at >= ${first}::timestamp and at < ${until}::timestamp
      and volume > 0`
  const texts = await tx.one<Columns<string | null>>(sql`
    select array_agg((date_part('epoch', at - ${first}::timestamp) / 60)::int)::text as minutes,
      array_agg(id)::text as ids, array_agg(cage_id)::text as cages, array_agg(good_id)::text as goods,
      array_agg(volume)::text as amounts, array_agg(feed)::text as feeds
    from (${given('feeding', 1)} union all ${given('treatment', 0)} order by at, id) u`)
  const columns = Object.fromEntries(
    COLUMNS.map((name) => [name, JSON.parse(`[${texts[name]?.slice(1, -1) ?? ''}]`) as number[]]),
  ) as Columns<number[]>
  return { [Symbol.iterator]: () => usesOf(columns, first) }
}
