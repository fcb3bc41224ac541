/** Programs outside that are told of alarms: who they are, their secrets, and a trial. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { conflict, fieldErrors, forbidden, notFound, tooMany } from '../../../server/errors'
import { deliver } from '../../../server/hooks/deliver'
import { refusedAddress } from '../../../server/hooks/open-address'
import { countRequest } from '../../../server/http/limits/failed-attempts'
import { originOf } from '../../../server/http/origin'
import { type Context, preparedRoute, type Preparing, route, type Route } from '../../../server/http/route'
import { faultText } from '../../../server/jobs/faults'
import { languageOf, speakTo } from '../../../server/language'
import { type Limits, scope } from '../../../server/scope'
import { noteSecurity } from '../../../server/security-events'
import { ALARM_KINDS } from '../../../shared/alarms/rules'
import type { ParsedOf } from '../../../shared/contract'
import type { Speak } from '../../../shared/say'
import { testBody } from './hook-body.server'
import { newSecret, openSecrets } from './hook-secrets.server'
import { hookCalls, type HookRow, MOST_HOOKS } from './hooks.contract'

const entity = 'alarm_hook'

type Fields = ParsedOf<typeof hookCalls.create>

interface Stored extends Omit<HookRow, 'last'> {
  last_at: string | null
  last_code: number | null
  last_ms: number | null
  last_fault: string | null
}

/** They are told of the whole farm. */
function requireWhole(user: Limits): void {
  const { allModules, allStocks } = scope(user)
  if (!allModules || !allStocks)
    throw forbidden('Программы узнают о тревогах всего хозяйства: их ведёт тот, кому открыты все модули и склады.')
}

async function readHooks({ tx, company, speak }: Context, where: RawBuilder<unknown>): Promise<HookRow[]> {
  const zoned = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${company.time_zone}::text, 'YYYY-MM-DD"T"HH24:MI')`
  const rows = await tx.rows<Stored>(sql`
    select h.id, h.name, h.address, h."on", h.danger_only, h.kinds, ${zoned('h.last_at')} as last_at, h.last_code,
      h.last_ms, h.last_fault, ${zoned('h.given_up_at')} as given_up_at,
      case when h.old_until > now() then ${zoned('h.old_until')} end as old_until, (
        select count(*)::int from alarm_hook_sends
        where company_id = ${company.id} and hook_id = h.id and sent_at is null and given_up_at is null) as waiting
    from alarm_hooks h where h.company_id = ${company.id} and ${where} order by h.id`)
  return rows.map(({ last_at, last_code, last_ms, last_fault, ...row }) => ({
    ...row,
    last: last_at === null ? null : { at: last_at, code: last_code, ms: last_ms!, fault: told(last_fault, speak) },
  }))
}

const told = (fault: string | null, speak: Speak) => fault && speak(faultText(fault))

async function readHook(id: number, context: Context): Promise<HookRow> {
  const [hook] = await readHooks(context, sql`h.id = ${id}`)
  if (!hook) throw notFound('Программа не найдена: возможно, её уже убрали.')
  return hook
}

function checked({ address, kinds, ...rest }: Fields) {
  const refusal = refusedAddress(address)
  if (refusal) throw fieldErrors({ address: refusal })
  if (kinds?.length === 0) throw fieldErrors({ kinds: 'Выберите хотя бы одно правило' })
  return { ...rest, address, kinds: kinds && kinds.length < ALARM_KINDS.length ? kinds : null }
}

/** An address may hold a secret of the program: the audit log keeps where it leads. */
const logged = ({ name, address, on, danger_only, kinds }: Fields) => ({
  ...{ name, on, danger_only, kinds },
  host: new URL(address).host,
})

type Kind = 'token-created' | 'token-renewed' | 'token-removed'
const note = ({ tx, company, user, request }: Context, kind: Kind, name: string) =>
  noteSecurity(tx, company.id, request, { kind, user: user.id, by: user.id, details: { name } })

const list = route(hookCalls.list, (_, context) => {
  requireWhole(context.user)
  return readHooks(context, sql`true`)
})

const create = route(hookCalls.create, async (input, context) => {
  const { tx, company, user, services, request, audit, changed } = context
  requireWhole(user)
  const { name, address, on, danger_only, kinds } = checked(input)
  // two at once would be one too many
  tx.lock('alarm hooks', sql`select pg_advisory_xact_lock(${company.id}, hashtext('alarm hooks'))`)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from alarm_hooks where company_id = ${company.id}`,
  )
  if (count >= MOST_HOOKS) throw conflict('Больше пяти программ не бывает: уберите ту, которая не нужна.')
  const { secret, sealed } = await newSecret(services.secrets, company.id)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into alarm_hooks (company_id, name, address, secret, "on", danger_only, kinds, language, origin)
    values (${company.id}, ${name}, ${address}, ${sealed}, ${on}, ${danger_only}, ${kinds}::text[],
      ${languageOf(request)}, ${originOf(context)})
    returning id`)
  const hook = await readHook(id, context)
  audit({ action: 'create', entity, id, after: logged(hook) })
  note(context, 'token-created', name)
  changed('alarms')
  return { hook, secret }
})

/** What waited for one that is off is told to nobody. */
const dropWaiting = (tx: Tx, company: number, id: number) =>
  tx.run(sql`
    delete from alarm_hook_sends
    where company_id = ${company} and hook_id = ${id} and sent_at is null and given_up_at is null`)

const update = route(hookCalls.update, async ({ id, ...input }, context) => {
  const { tx, company, user, request, audit, changed } = context
  requireWhole(user)
  const before = await readHook(id, context)
  const { name, address, on, danger_only, kinds } = checked(input)
  await tx.run(sql`
    update alarm_hooks set name = ${name}, address = ${address}, "on" = ${on}, danger_only = ${danger_only},
      kinds = ${kinds}::text[], language = ${languageOf(request)}, origin = ${originOf(context)}, given_up_at = null
    where company_id = ${company.id} and id = ${id}`)
  if (!on) await dropWaiting(tx, company.id, id)
  const after = await readHook(id, context)
  audit({ action: 'update', entity, id, before: logged(before), after: logged(after) })
  changed('alarms')
  return after
})

const renew = route(hookCalls.renew, async ({ id }, context) => {
  const { tx, company, user, services, audit, changed } = context
  requireWhole(user)
  const { name } = await readHook(id, context)
  const { secret, sealed } = await newSecret(services.secrets, company.id)
  await tx.run(sql`
    update alarm_hooks set old_secret = secret, old_until = now() + interval '1 day', secret = ${sealed}
    where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'update', entity, id, after: { name, renewed: true } })
  note(context, 'token-renewed', name)
  changed('alarms')
  return { hook: await readHook(id, context), secret }
})

const remove = route(hookCalls.remove, async ({ id }, context) => {
  const { tx, company, user, audit, changed } = context
  requireWhole(user)
  const before = await readHook(id, context)
  await tx.run(sql`delete from alarm_hooks where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'delete', entity, id, before: logged(before) })
  note(context, 'token-removed', before.name)
  changed('alarms')
  return { ok: true as const }
})

/** In a minute, of a farm: a trial is no way to knock at doors. */
const TRIALS = 6

interface Tried {
  address: string
  origin: string
  secret: string
  old_secret: string | null
}

const readTried = async (tx: Tx, company: number, id: number): Promise<Tried> => {
  const hook = await tx.maybe<Tried>(sql`
    select address, origin, secret, case when old_until > now() then old_secret end as old_secret
    from alarm_hooks where company_id = ${company} and id = ${id}`)
  if (!hook) throw notFound('Программа не найдена: возможно, её уже убрали.')
  return hook
}

/** Throws 429. */
async function countTrial({ services, company }: Preparing): Promise<void> {
  const count = (tx: Tx) => countRequest(tx, `hooks tried ${company.id}`, TRIALS)
  const wait = await services.database.beforeLogin('', count, company.id)
  if (wait > 0) throw tooMany(wait)
}

const TEST = 'Проверка связи: тревоги хозяйства приходят сюда'

/** Without a connection of the database: the program may take its time. */
async function tryOut(given: Preparing<{ id: number }>) {
  const { services, company, user, request, input } = given
  requireWhole(user)
  const { id } = input()
  const hook = await services.database.transaction(company.id, (tx) => readTried(tx, company.id, id))
  await countTrial(given)
  const speak = speakTo(request)
  const message = testBody(company.name, hook.origin, speak(TEST))
  const secrets = await openSecrets(services.secrets, company.id, hook)
  const { fault, ...rest } = await deliver(hook.address, { ...message, secrets })
  return { ...rest, fault: told(fault, speak) }
}

const trial = preparedRoute(hookCalls.test, tryOut, (_, __, outcome) => Promise.resolve(outcome))

export const hookRoutes: Route[] = [list, create, update, renew, trial, remove]
