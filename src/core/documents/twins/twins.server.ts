/** Pairs of documents about the same event: shown in the bell until a person confirms both. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import { can } from '../../../shared/abilities'
import { say, word } from '../../../shared/say'
import { notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { type NoticeSource, TOLD_DAYS } from '../../../server/notices/notices'
import { scope } from '../../../server/scope'
import { showDay } from '../../../shared/dates'
import { kinds } from '../kinds/kinds.contract'
import { kindServers } from '../kinds/kinds.server'
import { lockOwn } from '../engine/write/operations.server'
import { twinCalls } from './twins.contract'
import { recordedBy } from '../engine/journal-row.server'

const contractOf = (code: string) => Object.values(kinds).find(({ kind }) => kind === code)!

async function keep({ id }: { id: number }, context: Context) {
  const { tx, company, audit, changed } = context
  const found = await tx.maybe<{ kind: string }>(
    sql`select kind from operations where company_id = ${company.id} and id = ${id}`,
  )
  const kind = Object.values(kindServers).find(({ contract }) => contract.kind === found?.kind)
  if (!kind) throw notFound()
  await lockOwn(kind, [id], context)
  const pairs = await tx.rows<{ twin_id: number }>(sql`
    delete from operation_twins where company_id = ${company.id} and ${id}::bigint in (operation_id, twin_id)
    returning twin_id`)
  if (pairs.length === 0) throw notFound()
  const twins = pairs.map(({ twin_id }) => twin_id).filter((twin) => twin !== id)
  audit({ action: 'update', entity: kind.contract.kind, id, before: { doubled: twins }, after: { doubled: [] } })
  changed('fish', 'goods')
  return { ok: true as const }
}

export const twinRoutes: Route[] = [route(twinCalls.keep, keep)]

interface Pair {
  id: number
  twin: number
  kind: string
  day: string
  noted: string
  cage: string | null
  one: string | null
  other: string | null
}

const readPairs = ({ tx, company, user }: Context) =>
  tx.rows<Pair>(sql`
    select w.operation_id as id, w.twin_id as twin, o.kind, o.at::date::text as day, c.number as cage,
      (w.noted_at at time zone ${company.time_zone})::timestamp as noted, ${sql.raw(recordedBy())} as one,
      ${sql.raw(recordedBy('t', 'v'))} as other
    from operation_twins w
    join operations o on o.company_id = ${company.id} and o.id = w.operation_id
    join operations t on t.company_id = ${company.id} and t.id = w.twin_id
    left join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    left join users v on v.company_id = ${company.id} and v.id = t.user_id
    where w.company_id = ${company.id} and w.operation_id < w.twin_id
      and w.noted_at > now() - make_interval(days => ${TOLD_DAYS})
      and (o.cage_id is null or true ${scope(user).modules('c.location_id')})
      and not exists (
        select from operation_lines l where l.company_id = ${company.id} and l.operation_id = o.id
          and l.stock_id is not null
          and l.stock_id not in (select s.id from stocks s
            where s.company_id = ${company.id} ${scope(user).stocks('s.id')}))
    order by w.noted_at desc limit 20`)

export const doneTwice: NoticeSource = {
  kind: 'doubled',
  ability: 'signed-in',
  read: async (context) => {
    const pairs = await readPairs(context)
    const readable = pairs.filter(({ kind }) => {
      const { reading } = contractOf(kind)
      return !reading || can(context.user, reading)
    })
    return readable.map(({ id, twin, kind, day, noted, cage, one, other }) => {
      const { path, inSentence } = contractOf(kind)
      const values = {
        noun: word(inSentence, { context: 'операция' }),
        cage: cage ?? '—',
        one: one ?? '—',
        other: other ?? '—',
      }
      return {
        key: `${id}:${twin}`,
        at: noted,
        message:
          cage === null
            ? say('Возможно, записано дважды: {{noun}}. {{one}} и {{other}}', values)
            : say('Возможно, записано дважды: садок {{cage}}, {{noun}}. {{one}} и {{other}}', values),
        href: hrefOf('journal', { path, start: showDay(day), end: showDay(day) }),
      }
    })
  },
}
