/** A saved view as a table for a spreadsheet, in the name of whoever made the address, as open to them now. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { CallError, forbidden, notFound } from '../../../server/errors'
import { publicFileRoute } from '../../../server/http/route'
import { speakIn } from '../../../server/language'
import type { Token } from '../../../server/outside/admission'
import { admitPersonal, ownerOf, type PersonalAddress } from '../../../server/outside/personal-address'
import type { Language } from '../../../shared/i18n/languages'
import { say } from '../../../shared/say'
import type { Sheet } from '../../../shared/sheets/sheet'
import { closedOf, viewOf } from '../kept/kept-views.server'
import { type Readable, readView } from '../kept/view-sheets.server'
import { externalReport } from './link.contract'
import { tableBytes, TYPES } from './table-bytes.server'

/** A workbook asks once for each table, and again for its preview. */
const A_MINUTE = 30

interface FoundLink extends PersonalAddress {
  view: number | null
  language: Language
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

const link = { of: 'report', table: 'report_links', most: A_MINUTE, find, dead: DEAD } as const

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
    const found = await admitPersonal(link, services, request, token)
    const read = (tx: Tx) => readTable(tx, found, readable, table)
    // counted among the files under way, which are few
    const bytes = async () =>
      tableBytes(await services.database.transaction(found.company, read, { reading: true, slow: true }), shape)
    return { name: `sadok.${shape.format}`, type: TYPES[shape.format], inline: true, bytes }
  })
