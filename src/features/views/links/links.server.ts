/** Making and revoking addresses of saved views. */
import { type RawBuilder, sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { addressOf } from '../../../shared/contract'
import { forbidden, notFound } from '../../../server/errors'
import { originOf } from '../../../server/http/origin'
import { type Context, route, type Route } from '../../../server/http/route'
import { languageOf } from '../../../server/language'
import { newExternalToken } from '../../../server/outside/external-user'
import { REMEMBERED } from '../../../server/outside/personal-address'
import { noteSecurity } from '../../../server/security-events'
import { closedOf, mayChange, type Stored, viewOf } from '../kept/kept-views.server'
import { type Readable, readView } from '../kept/view-sheets.server'
import { type CompanyLink, externalReport, linkCalls, type LinkRow } from './link.contract'
import { reportRoute } from './report.server'

const entity = 'report_link'

type Secret = Pick<CompanyLink, 'value'>
type StoredLink = Omit<CompanyLink, keyof Secret> & { token_end: string }

/** Those in force, with what else the condition asks of link `l` and view `v`. */
async function readLinks({ tx, user, company }: Context, where: RawBuilder<unknown>): Promise<CompanyLink[]> {
  const zoned = (column: string) => sql`(${sql.ref(column)} at time zone ${company.time_zone}::text)::timestamp`
  const rows = await tx.rows<StoredLink>(sql`
    select l.id, u.name as user, l.user_id = ${user.id} as own, l.token_end, ${zoned('l.created_at')} as created_at,
      ${zoned('l.last_used_at')} as last_used_at, l.last_address, v.name as view_name, not v.shared as is_private
    from report_links l
    join users u on u.company_id = ${company.id} and u.id = l.user_id
    join report_views v on v.company_id = ${company.id} and v.id = l.view_id
    where l.company_id = ${company.id} and l.revoked_at is null and ${where}
    order by own desc, u.name, v.name, l.id limit 1000`)
  return rows.map(({ token_end, ...row }) => ({ ...row, value: `${company.id}.••••${token_end}` }))
}

/** Of a view: one's own, and those of others for whoever may change it. */
async function linksOf(view: Stored, context: Context): Promise<LinkRow[]> {
  const { user } = context
  const mine = sql`l.view_id = ${view.id} and (l.user_id = ${user.id} or ${mayChange(view, user)})`
  return (await readLinks(context, mine)).map(({ view_name: _, is_private: __, ...link }) => link)
}

const told = async (view: Stored, context: Context) => ({
  address: `${originOf(context)}${addressOf(externalReport)}`,
  links: await linksOf(view, context),
})

type Kind = 'token-created' | 'token-renewed' | 'token-removed'
const note = ({ tx, company, user, request }: Context, kind: Kind, name: string) =>
  noteSecurity(tx, company.id, request, { kind, user: user.id, by: user.id, details: { name } })

const create = (readable: Readable) =>
  route(linkCalls.create, async ({ id }, context) => {
    const { tx, company, user, request, audit, changed } = context
    const view = await viewOf(id, context, true)
    const [closed] = await closedOf([view], context, readable)
    if (closed) throw forbidden(closed)
    const { token, token_hash, token_end } = newExternalToken(company.id)
    const language = languageOf(request)
    const made = await tx.one<{ id: number; renewed: boolean }>(sql`
      insert into report_links as known (company_id, view_id, user_id, token_hash, token_end, language)
      values (${company.id}, ${id}, ${user.id}, ${token_hash}, ${token_end}, ${language})
      on conflict (company_id, view_id, user_id) do update set
        past_hashes = (known.token_hash || known.past_hashes)[1:${REMEMBERED}::int],
        token_hash = excluded.token_hash, token_end = excluded.token_end, language = excluded.language,
        created_at = now(), revoked_at = null, last_used_at = null, last_address = null
      returning id, cardinality(past_hashes) > 0 as renewed`)
    audit({ action: made.renewed ? 'update' : 'create', entity, id: made.id, after: { name: view.name, token_end } })
    note(context, made.renewed ? 'token-renewed' : 'token-created', view.name)
    changed('lists')
    return { ...(await told(view, context)), token }
  })

const remove = route(linkCalls.remove, async ({ id }, context) => {
  const { tx, company, user, audit, changed } = context
  const gone = notFound('Адрес не найден: возможно, его уже отозвали.')
  const link = await tx.maybe<{ view: number; user_id: number | null; token_end: string; name: string }>(sql`
    select l.view_id as view, l.user_id, l.token_end, v.name
    from report_links l join report_views v on v.company_id = ${company.id} and v.id = l.view_id
    where l.company_id = ${company.id} and l.id = ${id} and l.revoked_at is null for update of l`)
  if (!link) throw gone
  // whoever sets up the farm ends those of views that they may not open, too
  if (link.user_id !== user.id && !can(user, 'access settings')) {
    await viewOf(link.view, context)
    throw forbidden()
  }
  await tx.run(sql`update report_links set revoked_at = now() where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'delete', entity, id, before: { name: link.name, token_end: link.token_end } })
  note(context, 'token-removed', link.name)
  changed('lists')
  return { ok: true as const }
})

const tables = (readable: Readable) =>
  route(linkCalls.tables, async ({ id }, context) => {
    const view = await viewOf(id, context)
    const [closed] = await closedOf([view], context, readable)
    if (closed) throw forbidden(closed)
    const sheets = await readView(readable, view, { ...context, language: languageOf(context.request) })
    return sheets.map(({ name, title, sheet }) => ({ name, title, rows: sheet.rows.length }))
  })

export const linkRoutes = (readable: Readable): Route[] => [
  route(linkCalls.list, async ({ id }, context) => told(await viewOf(id, context), context)),
  route(linkCalls.all, (_, context) => readLinks(context, sql`true`)),
  tables(readable),
  create(readable),
  remove,
  reportRoute(readable),
]
