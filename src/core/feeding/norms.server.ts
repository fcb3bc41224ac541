/** Stored feeding norms: versions of a feed's or a brand's seasons, none of which is ever changed. */
import { sql } from 'kysely'
import { dayOf } from '../../shared/dates'
import type { Season } from '../../shared/feeding/norm'
import { say } from '../../shared/say'
import type { Tx } from '../../server/db/client'
import { conflict, notFound } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { auditedNorms } from './norm-changes.server'
import { type NormOwner, sentOf } from './norms.contract'

export interface NormVersion {
  version: number
  seasons: Season[]
}

/**
 * The newest norms of each good, by good. One without norms is left out; one whose norms were deleted has a version
 * without seasons.
 */
export async function latestNorms(
  tx: Tx,
  company: number,
  goods: readonly number[],
): Promise<Map<number, NormVersion>> {
  const rows = await tx.rows<NormVersion & { good_id: number }>(sql`
    select wanted.good_id, newest.id as version, newest.seasons from unnest(${[...goods]}::int[]) as wanted (good_id)
    cross join lateral (
      select id, seasons from norm_versions where company_id = ${company} and good_id = wanted.good_id
      order by id desc limit 1
    ) newest`)
  return new Map(rows.map(({ good_id, version, seasons }) => [good_id, { version, seasons }]))
}

const OWNERS = {
  feed: { entity: 'feed_norms', table: 'goods', column: 'good_id', missing: 'Корм не найден.' },
  brand: { entity: 'brand_norms', table: 'feed_brands', column: 'feed_brand_id', missing: 'Марка не найдена.' },
} as const

/** The column of `norm_versions` that names the owner. */
export const ownerColumn = ({ kind }: NormOwner) => sql.ref(OWNERS[kind].column)

interface OwnerRow {
  name: string
}

/** Throws 404. `lock` keeps others from saving its norms until the transaction ends. */
export async function requireOwner(owner: NormOwner, { tx, company }: Context, lock = false): Promise<OwnerRow> {
  const { table, missing } = OWNERS[owner.kind]
  const row = await tx.maybe<OwnerRow>(sql`
    select name from ${sql.table(table)} where company_id = ${company.id} and id = ${owner.id}
      ${owner.kind === 'feed' ? sql`and type = 'feed'` : sql``} ${lock ? sql`for update` : sql``}`)
  if (!row) throw notFound(missing)
  return row
}

/** The newest version, or the one with this id; undefined when there is none. */
export const readNorms = (owner: NormOwner, { tx, company }: Context, version: number | null = null) =>
  tx.maybe<NormVersion>(sql`
    select id as version, seasons from norm_versions
    where company_id = ${company.id} and ${ownerColumn(owner)} = ${owner.id}
      ${version === null ? sql`` : sql`and id = ${version}`}
    order by id desc limit 1`)

const MEANWHILE =
  'Пока вы правили, эти нормы сохранил кто-то другой. Ваши правки остались на экране: сверьте их с новыми нормами.'

/** Throws when a calculation that goes on needs the norms. */
async function refuseUsed({ id, kind }: NormOwner, { tx, company }: Context): Promise<void> {
  if (kind !== 'feed') return
  const calc = await tx.maybe<{ name: string }>(sql`
    select name from feed_calcs where company_id = ${company.id} and good_id = ${id} and archived_at is null
      and (ends_on is null or ends_on >= ${dayOf(company.now)}::date) order by id limit 1`)
  if (calc) throw conflict(say('Нормы нельзя удалить: корм назначен расчётом «{{name}}».', { name: calc.name }))
}

export interface NormWrite {
  owner: NormOwner
  seasons: Season[]
  /** that the edit began with, 0 for none; null compares nothing */
  version: number | null
  /** for the audit log: where they come from */
  from?: { file: string } | { feed_brand_id: number }
}

const same = (one: readonly Season[], other: readonly Season[]) =>
  JSON.stringify(sentOf(one)) === JSON.stringify(sentOf(other))

/** Stores a new version, unless the newest is the same; no seasons delete the norms. Throws when it may not. */
export async function saveNorms({ owner, seasons, version, from }: NormWrite, context: Context): Promise<void> {
  const { tx, company, author, audit, changed } = context
  await requireOwner(owner, context, true)
  const newest = await readNorms(owner, context)
  if (version !== null && version !== (newest?.version ?? 0)) throw conflict(MEANWHILE)
  const before = newest?.seasons ?? []
  if (same(before, seasons)) return
  if (seasons.length === 0) await refuseUsed(owner, context)
  await tx.run(sql`
    insert into norm_versions (company_id, ${ownerColumn(owner)}, seasons, user_id)
    values (${company.id}, ${owner.id}, ${JSON.stringify(seasons)}::jsonb, ${author.id})`)
  audit({ entity: OWNERS[owner.kind].entity, id: owner.id, ...auditedNorms(before, seasons, from) })
  changed('lists')
}
