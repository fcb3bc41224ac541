/** Proposals of assistants before people: what they would change now, the confirmation, the refusal. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describeChanges } from '../../core/documents/change-log/change-log.server'
import { documentFields } from '../../core/documents/change-log/change-log.contract'
import type { PreviewAnswer } from '../../core/documents/engine/preview.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { can } from '../../shared/abilities'
import { EMPTY } from '../../shared/ledger/document'
import { conflict, forbidden, notFound } from '../../server/errors'
import { parseFor } from '../../server/http/incoming-call'
import { type AuditLine, type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { at, say } from '../../shared/say'
import { KEPT_DAYS, proposalCalls, type ProposalRow, type ProposalState } from './proposals.contract'
import { contractNamed, documentOf } from './propose.server'

type Given = Record<string, unknown>

interface Stored {
  id: number
  assistant: string
  kind: string
  state: ProposalState
  input: Given
  preview: PreviewAnswer
  made_at: string
  expires_at: string
  reason: string | null
  decided_by: string | null
  decided_at: string | null
  operation_id: number | null
}

/** SQL: of the proposals `p`, those in the person's modules and warehouses. */
const within = ({ company, user }: Context) => sql`p.company_id = ${company.id}
  ${scope(user).modulesIn('p.location_ids')} ${scope(user).stocksIn('p.stock_ids')}`

/** SQL: of these, those about what the person may record. */
export const openProposals = (context: Context) => {
  const mine = Object.values(kinds).flatMap(({ kind, ability }) => (can(context.user, ability) ? [kind] : []))
  return sql`${within(context)} and p.kind = any(${mine}::text[])`
}

async function readProposals(context: Context, id: number | null = null, lock = false): Promise<Stored[]> {
  const { tx, company } = context
  const zoned = (column: string) => sql`(${sql.ref(column)} at time zone ${company.time_zone})::timestamp`
  const which =
    id === null
      ? sql`${openProposals(context)} and p.made_at > now() - make_interval(days => ${KEPT_DAYS}::int)`
      : sql`${within(context)} and p.id = ${id}`
  return tx.rows<Stored>(sql`
    select p.id, e.name as assistant, p.kind, p.input, p.preview, p.reason, p.operation_id, u.name as decided_by,
      case when p.state = 'open' and p.expires_at <= now() then 'expired' else p.state end as state,
      ${zoned('p.made_at')} as made_at, ${zoned('p.expires_at')} as expires_at, ${zoned('p.decided_at')} as decided_at
    from proposals p
    join external_users e on e.company_id = p.company_id and e.id = p.external_user_id
    left join users u on u.company_id = p.company_id and u.id = p.decided_by
    where ${which}
    order by p.made_at desc, p.id desc ${id === null ? sql`limit 200` : sql``} ${lock ? sql`for update of p` : sql``}`)
}

async function proposal(context: Context, id: number, lock = false): Promise<Stored> {
  const [found] = await readProposals(context, id, lock)
  if (!found) throw notFound('Предложения нет: возможно, его срок давно вышел.')
  if (!can(context.user, contractNamed(found.kind)!.ability)) throw forbidden()
  return found
}

/** The document that it would become, as far as its fields say; null when the kind has other fields since. */
function foreseen({ kind, input }: Stored, context: Context): Given | null {
  const contract = contractNamed(kind)!
  try {
    const parsed = parseFor(contract.create, input) as Given
    const { date, time = '00:00', generation_id = null, age_category_id = null, note = null } = parsed
    const own = documentOf(contract, parsed, context.company.settings)
    return { ...EMPTY, at: `${String(date)}T${String(time)}`, generation_id, age_category_id, note, ...own }
  } catch {
    return null
  }
}

async function tell(context: Context, stored: Stored[]): Promise<ProposalRow[]> {
  const told = await describeChanges(
    context,
    stored.map((one) => ({ fields: documentFields, before: null, after: foreseen(one, context) })),
  )
  return stored.map(({ input: _, preview: __, ...row }, place) => ({
    ...row,
    title: contractNamed(row.kind)!.title,
    fields: told[place]!.changes,
  }))
}

const shownOf = ({ records: _, entries: __, ...group }: PreviewAnswer['groups'][number]) => group

/** What of a preview a person looks at: without the number of a document that is not there yet. */
export const digestOf = ({ groups, goods, items, others, warning }: PreviewAnswer) =>
  createHash('sha256')
    .update(JSON.stringify([groups.map(shownOf), goods, items, others, warning]))
    .digest('hex')

const runOf = (routes: readonly Route[], endpoint: Route['endpoint']) => {
  const found = routes.find((one) => one.endpoint === endpoint)
  if (found?.access !== 'user') throw new Error(`no call: ${endpoint.path}`)
  return async (input: Given, context: Context) => found.run(parseFor(endpoint, input), context, undefined)
}

const previewNow = async (routes: readonly Route[], { kind, input }: Stored, context: Context) =>
  (await runOf(routes, contractNamed(kind)!.previewCreate)(input, context)) as PreviewAnswer

const CHANGED = 'С тех пор как вы смотрели, данные изменились. Посмотрите, что станет теперь, и подтвердите снова.'

function requireOpen({ state, decided_by, decided_at, expires_at }: Stored): void {
  const by = { person: decided_by ?? '', at: at(decided_at ?? '') }
  if (state === 'confirmed') throw conflict(say('Предложение уже подтверждено: {{person}}, {{at}}.', by))
  if (state === 'rejected') throw conflict(say('Предложение уже отклонено: {{person}}, {{at}}.', by))
  if (state === 'expired') throw conflict(say('Срок предложения вышел {{at}}.', { at: at(expires_at) }))
}

async function settle(context: Context, { id }: Stored, state: 'confirmed' | 'rejected', operation: number | null) {
  const { tx, company, user, audit, changed } = context
  await tx.run(sql`
    update proposals set state = ${state}, decided_by = ${user.id}, decided_at = now(), operation_id = ${operation}
    where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'update', entity: 'proposal', id, before: { state: 'open' }, after: { state } })
  changed('proposals')
}

const reject = route(proposalCalls.reject, async ({ id }, context) => {
  const found = await proposal(context, id, true)
  requireOpen(found)
  await settle(context, found, 'rejected', null)
  return { id }
})

/** The call of its kind writes the document, as if the person had typed it; its audit line names the assistant. */
const confirm = (routes: () => readonly Route[]) =>
  route(proposalCalls.confirm, async ({ id, seen }, context) => {
    const found = await proposal(context, id, true)
    requireOpen(found)
    const { kind, input, assistant } = found
    if (digestOf(await previewNow(routes(), found, context)) !== seen) throw conflict(CHANGED)
    const audit = (line: AuditLine) =>
      context.audit(
        line.entity === kind ? { ...line, after: { ...(line.after as object), proposed_by: assistant } } : line,
      )
    const stored = (await runOf(routes(), contractNamed(kind)!.create)(input, { ...context, audit })) as { id: number }
    await settle(context, found, 'confirmed', stored.id)
    return { id, operation_id: stored.id }
  })

export const proposalRoutes = (routes: () => readonly Route[]): Route[] => [
  route(proposalCalls.list, async (_, context) => tell(context, await readProposals(context))),
  route(proposalCalls.preview, async ({ id }, context) => {
    const found = await proposal(context, id)
    // a page may ask once more of what was decided a moment ago: it stays as it was proposed, and confirms nothing
    const preview = found.state === 'open' ? await previewNow(routes(), found, context) : found.preview
    const seen = digestOf(preview)
    return { preview, seen, changed: digestOf(found.preview) !== seen, proposed: found.preview }
  }),
  confirm(routes),
  reject,
]
