/** Exports of reports, and changes of their periods since. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { fieldErrors } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { cagesWithin } from '../documents/engine/journal-where.server'
import { kinds } from '../documents/kinds/kinds.contract'
import { type ExportedChange, exportedCalls, MOST_COUNTED, MOST_TOLD } from './exported.contract'

type Sheet = Omit<ParsedOf<typeof exportedCalls.note>, 'title'>

/** A digest of period and filters: ten thousand cages would be too long for an index. */
const askedOf = ({ start, end, cages_id, location_id }: Sheet): string =>
  createHash('sha256')
    .update(JSON.stringify([start, end, cages_id && [...cages_id].sort((a, b) => a - b), location_id]))
    .digest('hex')

async function note(input: ParsedOf<typeof exportedCalls.note>, { tx, company, user, audit }: Context) {
  if (input.start > input.end) throw fieldErrors({ end: 'Конец периода раньше начала' })
  const { id } = await tx.one<{ id: number }>(sql`
    insert into report_exports (company_id, report, asked, user_id)
    values (${company.id}, ${input.report}, ${askedOf(input)}, ${user.id})
    on conflict (company_id, report, asked) do update set at = excluded.at, user_id = excluded.user_id
    returning id`)
  const { title, start, end } = input
  audit({ action: 'create', entity: 'report_export', id, after: { title, start, end } })
  return { id }
}

interface Exported {
  at: Date
  exported_at: string
  user: string | null
}

/** Of so many lines of the log, the latest, is looked for changes of the period. */
const MOST_LINES = 20_000

const entitiesOf = (journal: string | null) =>
  Object.values(kinds).flatMap(({ kind, path }) => (journal === null || path === journal ? [kind] : []))

/** SQL: the document lies in the period and in one of these cages; null is all. */
const within = (
  document: RawBuilder<unknown>,
  { start, end }: Pick<Sheet, 'start' | 'end'>,
  cages: readonly number[] | null,
) => sql`
  coalesce(${document} ->> 'at' >= ${start} and ${document} ->> 'at' <= ${end}
  ${
    cages
      ? sql`and ((${document} ->> 'cage_id')::int = any(${[...cages]}::int[])
          or (${document} ->> 'to_cage_id')::int = any(${[...cages]}::int[]))`
      : sql``
  }, false)`

interface Since extends Pick<Sheet, 'start' | 'end' | 'cages_id' | 'location_id'> {
  since: Date
  /** the journal that a report is made of; null for all of them */
  journal: string | null
}

/** Operations of a period that were entered, changed or deleted since a moment, as far as their cages are open. */
export async function changesSince(context: Context, { since, journal, ...asked }: Since): Promise<ExportedChange[]> {
  const { tx, company } = context
  const cages = await cagesWithin(context, asked)
  const inside = (document: 'before' | 'after') => within(sql.ref(`l.${document}`), asked, cages)
  return tx.rows<ExportedChange>(sql`
    with lines as (
      select id, at, user_id, entity, entity_id, action, before, after from audit_log
      where company_id = ${company.id} and at > ${since}::timestamptz
        and entity = any(${entitiesOf(journal)}::text[])
      order by at desc, id desc limit ${MOST_LINES}
    ), latest as (
      select distinct on (l.entity, l.entity_id) l.* from lines l
      where ${inside('before')} or ${inside('after')}
      order by l.entity, l.entity_id, l.at desc, l.id desc
    )
    select l.id, l.entity, l.entity_id, l.action, (l.at at time zone ${company.time_zone}::text)::timestamp as datetime,
      coalesce(l.after, l.before) ->> 'at' as at, u.name as user, c.number
    from latest l left join users u on u.company_id = ${company.id} and u.id = l.user_id
    left join cages c on c.company_id = ${company.id} and c.id = coalesce(
      (coalesce(l.after, l.before) ->> 'cage_id')::int, (coalesce(l.after, l.before) ->> 'to_cage_id')::int)
    order by l.at desc, l.id desc limit ${MOST_COUNTED}`)
}

async function changes({ journal, ...input }: ParsedOf<typeof exportedCalls.changes>, context: Context) {
  const { tx, company } = context
  const exported = await tx.maybe<Exported>(sql`
    select e.at, (e.at at time zone ${company.time_zone}::text)::timestamp as exported_at, u.name as user
    from report_exports e left join users u on u.company_id = ${company.id} and u.id = e.user_id
    where e.company_id = ${company.id} and e.report = ${input.report} and e.asked = ${askedOf(input)}`)
  if (!exported) return { exported_at: null, user: null, count: 0, changes: [] }
  const rows = await changesSince(context, { ...input, journal, since: exported.at })
  const { exported_at, user } = exported
  return { exported_at, user, count: rows.length, changes: rows.slice(0, MOST_TOLD) }
}

export const exportedRoutes: Route[] = [route(exportedCalls.note, note), route(exportedCalls.changes, changes)]
