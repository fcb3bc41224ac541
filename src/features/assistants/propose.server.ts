/** A preview that an assistant asks for is kept as a proposal for people: nothing of it is in the books. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { contractOf, kindNamed } from '../../core/documents/kinds/kinds.contract'
import type { PreviewAnswer } from '../../core/documents/engine/preview.contract'
import type { Tx } from '../../server/db/client'
import { notice, subscriptionEnded } from '../../server/errors'
import { previewAs } from '../../server/http/ask-as'
import { parseFor } from '../../server/http/incoming-call'
import { speakIn } from '../../server/language'
import * as f from '../../shared/fields'
import type { Content } from '../../shared/ledger/document'
import { hrefOf } from '../../shared/pages'
import { say } from '../../shared/say'
import type { CompanySettings } from '../../shared/settings'
import type { Asked } from './answering.server'
import type { Asker } from './asker.server'
import { HOURS, OPEN_AT_ONCE } from './proposals.contract'
import type { Tool } from './tools.server'

export const contractNamed = (kind: string) => {
  const name = kindNamed(kind)
  return name && contractOf(name)
}

type Contract = ReturnType<typeof contractOf>
type Given = Record<string, unknown>

/** What the kind stores of what is proposed. */
export const documentOf = (contract: Contract, parsed: Given, settings: CompanySettings): Partial<Content> =>
  contract.document(parsed as never, settings)

const idsIn = (list: readonly (number | null | undefined)[]) => [
  ...new Set(list.filter((id) => typeof id === 'number')),
]

/** The modules of its cages, and its warehouses: whoever is not open to all of them is not told of it. */
async function placesOf(tx: Tx, company: number, { lines, ...document }: Partial<Content>) {
  const cages = idsIn([document.cage_id, document.to_cage_id, document.for_cage_id, ...(lines ?? []).map(cageOf)])
  const found = await tx.rows<{ id: number }>(
    sql`select distinct location_id as id from cages where company_id = ${company} and id = any(${cages}::int[])`,
  )
  return {
    locations: idsIn([document.for_location_id, ...found.map(({ id }) => id)]),
    stocks: idsIn([document.stock_id, ...(lines ?? []).map(({ stock_id }) => stock_id)]),
  }
}
const cageOf = ({ cage_id }: { cage_id?: number | null }) => cage_id

const keyOf = (kind: string, parsed: Given) =>
  createHash('sha256')
    .update(`${kind}\n${JSON.stringify(parsed)}`)
    .digest('hex')

const TOO_MANY = 'Предложений ждёт решения уже {{count}}. Пусть люди сначала разберут их.'

async function requireRoom(tx: Tx, { company, user }: Asker, key: string) {
  // what is proposed at the same moment waits for its turn
  const turn = tx.lock(
    'proposals',
    sql`select pg_advisory_xact_lock(${company.id}, hashtext(${`proposals ${user.id}`}))`,
  )
  await turn.rows
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from proposals
    where company_id = ${company.id} and external_user_id = ${user.id} and state = 'open' and expires_at > now()
      and key <> ${key}`)
  if (count >= OPEN_AT_ONCE) throw notice(say(TOO_MANY, { count }))
}

interface Made {
  kind: string
  key: string
  input: Given
  preview: PreviewAnswer
  reason: string | null
  document: Partial<Content>
}

/** Proposed again it is the same proposal, open for as long as a new one. */
async function keepProposal(tx: Tx, asker: Asker, { kind, key, input, preview, reason, document }: Made) {
  const { company, user } = asker
  await requireRoom(tx, asker, key)
  const { locations, stocks } = await placesOf(tx, company.id, document)
  return tx.one<{ id: number; expires_at: string }>(sql`
    insert into proposals as known (company_id, external_user_id, kind, key, input, preview, reason, location_ids,
      stock_ids, expires_at)
    values (${company.id}, ${user.id}, ${kind}, ${key}, ${JSON.stringify(input)}::json,
      ${JSON.stringify(preview)}::json, ${reason}, ${locations}::int[], ${stocks}::int[],
      now() + make_interval(hours => ${HOURS}::int))
    on conflict (company_id, external_user_id, key) where state = 'open' do update set
      preview = excluded.preview, reason = coalesce(excluded.reason, known.reason), made_at = now(),
      expires_at = excluded.expires_at
    returning id, (expires_at at time zone ${company.time_zone})::timestamp as expires_at`)
}

const NOTE = 'Ничего не записано. Человек увидит предложение в колокольчике и подтвердит или отклонит его.'

const whySchema = z.object({ why: f.optionalText(500) })

/** Answers what would change, and the proposal that people see. */
export async function propose(asked: Asked, asker: Asker, { endpoint, kind }: Tool, given: Given): Promise<Given> {
  const { services, routes, outsider, language } = asked
  if (!outsider.paid) throw subscriptionEnded()
  services.quota.check(outsider.company)
  const speak = speakIn(language)
  const { why, ...rest } = given
  const { why: reason } = parseFor({ method: 'POST', path: '', input: whySchema }, { why })
  const input = Object.fromEntries(Object.entries(rest).filter(([key]) => key in contractNamed(kind!)!.fields))
  const work = async (tx: Tx) => {
    const preview = (await previewAs(routes, { ...asker, tx, speak }, endpoint, input)) as PreviewAnswer
    const parsed = parseFor(endpoint, input) as Given
    const document = documentOf(contractNamed(kind!)!, parsed, asker.company.settings)
    const key = keyOf(kind!, parsed)
    const kept = await keepProposal(tx, asker, { kind: kind!, key, input, preview, reason, document })
    return { preview, kept, rows: tx.written() }
  }
  const { preview, kept, rows } = await services.database.transaction(outsider.company, work)
  services.quota.count(outsider.company, rows, JSON.stringify(input).length)
  services.publish(outsider.company, ['proposals'])
  const page = `${services.baseUrl?.replace(/\/+$/, '') ?? ''}${hrefOf('proposals')}`
  return { proposal_id: kept.id, expires_at: kept.expires_at, note: speak(NOTE), page, preview }
}
