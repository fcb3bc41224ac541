/** A saved view as a table for a spreadsheet, in the name of whoever made the address, as open to them now. */
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../server/db/client'
import { CallError, forbidden, notFound, tooMany } from '../../../server/errors'
import { countRequest } from '../../../server/http/limits/failed-attempts'
import { publicFileRoute, type Services } from '../../../server/http/route'
import { speakIn } from '../../../server/language'
import { meetToken, noteRefusal, refusedToken, REMEMBER_USE, type Token } from '../../../server/outside/admission'
import { findUser, needsFactor, type Session } from '../../../server/session'
import type { Language } from '../../../shared/i18n/languages'
import { say } from '../../../shared/say'
import type { Sheet } from '../../../shared/sheets/sheet'
import { closedOf, viewOf } from '../kept/kept-views.server'
import { type Readable, readView } from '../kept/view-sheets.server'
import { externalReport } from './link.contract'
import { tableBytes, TYPES } from './table-bytes.server'

/** A workbook asks once for each table, and again for its preview. */
const A_MINUTE = 30

interface FoundLink {
  id: number
  company: number
  view: number | null
  user: number | null
  language: Language
  /** of the view */
  name: string | null
  dead: 'replaced' | 'revoked' | null
}

const find = (tx: Tx, { company, hash }: Token) =>
  tx.maybe<FoundLink>(sql`
    select l.id, l.company_id as company, l.view_id as view, l.user_id as user, l.language, v.name,
      case when l.revoked_at is not null or l.view_id is null or l.user_id is null then 'revoked'
        when l.token_hash <> ${hash} then 'replaced' end as dead
    from report_links l left join report_views v on v.company_id = ${company} and v.id = l.view_id
    where l.company_id = ${company} and (l.token_hash = ${hash} or ${hash} = any(l.past_hashes))`)

const DEAD = {
  revoked: 'Этот адрес отозван или его отчёт удалён.',
  replaced: 'Адрес создали заново, этот больше не действует.',
}

const noteUse = (tx: Tx, { company, id }: FoundLink, { ip }: FastifyRequest) =>
  tx.later(sql`
    update report_links set last_used_at = now(), last_address = ${ip}
    where company_id = ${company} and id = ${id}
      and (last_used_at is null or last_used_at < now() - ${REMEMBER_USE}::interval)`)

async function meet(tx: Tx, token: Token, request: FastifyRequest) {
  const link = await find(tx, token)
  if (!link) return null
  const wait = await countRequest(tx, `outside ${link.company}.report-${link.id}`, A_MINUTE)
  if (wait === 0 && link.dead) {
    const { id, company, name } = link
    await noteRefusal(tx, request, { id, company, of: 'report', ...(name && { name }) }, link.dead)
  }
  if (wait === 0 && !link.dead) noteUse(tx, link, request)
  return { link, wait }
}

async function admitLink(services: Services, request: FastifyRequest, given: string | null): Promise<FoundLink> {
  const { link, wait } = await meetToken(services, request, given, (tx, token) => meet(tx, token, request))
  if (wait > 0) throw tooMany(wait)
  if (link.dead) throw refusedToken(DEAD[link.dead])
  return link
}

/** Whoever made the address, unless they could not open the report themselves now. */
async function ownerOf(tx: Tx, { company, user }: FoundLink): Promise<Session> {
  const session = await findUser(tx, company, user!)
  if (!session) throw refusedToken('Того, кто создал этот адрес, в хозяйстве больше нет.')
  if (needsFactor(session)) throw forbidden('Создавший адрес не завёл второй фактор, который здесь обязателен.')
  if (session.company.subscription.days_left < 0) throw forbidden('Подписка хозяйства кончилась.')
  return session
}

/** The table of the view that was asked for; nothing of it when a part of it is closed: half a sum tells a lie. */
async function readTable(tx: Tx, link: FoundLink, readable: Readable, table: string | null): Promise<Sheet> {
  const { user, company } = await ownerOf(tx, link)
  const whose = { tx, user, company }
  const view = await viewOf(link.view!, whose)
  const [closed] = await closedOf([view], whose, readable)
  if (closed) throw forbidden(closed)
  const { language } = link
  const sheets = await readView(readable, view, { ...whose, language, speak: speakIn(language) })
  const found = table === null ? sheets[0] : sheets.find(({ name }) => name === table)
  if (found) return found.sheet
  const names = sheets.map(({ name }) => name).join(', ')
  throw names
    ? notFound(say('Такой таблицы в отчёте нет. Есть: {{names}}.', { names }))
    : new CallError(404, 'В этом отчёте сейчас нет таблиц: откройте его и выберите то, чего он ждёт.')
}

export const reportRoute = (readable: Readable) =>
  publicFileRoute(externalReport, async ({ token, table, ...shape }, { services, request }) => {
    const link = await admitLink(services, request, token)
    const read = (tx: Tx) => readTable(tx, link, readable, table)
    // counted among the files under way, which are few
    const bytes = async () =>
      tableBytes(await services.database.transaction(link.company, read, { reading: true, slow: true }), shape)
    return { name: `sadok.${shape.format}`, type: TYPES[shape.format], inline: true, bytes }
  })
