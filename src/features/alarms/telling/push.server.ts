/** Browsers on which people are told of alarms, and the job that tells one of them. */
import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { canSee, type Placed } from '../../../server/alarms/seeing'
import { fieldErrors } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import type { Tx } from '../../../server/db/client'
import { faultOf } from '../../../server/jobs/faults'
import type { Job, RunTools } from '../../../server/jobs/job'
import { speakIn } from '../../../server/language'
import { lasting } from '../../../server/lasting'
import { ownKeys, publicKey } from '../../../server/push/keys'
import { type Device, sendPush } from '../../../server/push/send'
import { isPushService } from '../../../server/push/services'
import { findUser, needsFactor, sessionOf } from '../../../server/session'
import { hrefOf } from '../../../shared/pages'
import { headOf, namesOf, type Named } from './alarm-words.server'
import { pushCalls } from './push.contract'

/** SQL: the session `k` of this call. */
const ownSession = ({ company, request }: Context) =>
  sql`k.company_id = ${company.id} and k.token_hash = ${sessionOf(request)!.hash}`

const key = route(pushCalls.key, async (_, context) => {
  const { tx, company } = context
  const [own, { on }] = await Promise.all([
    publicKey(tx),
    tx.one<{ on: boolean }>(sql`
      select exists (
        select from push_devices d
        join sessions k on k.company_id = d.company_id and k.id = d.session_id and ${ownSession(context)}
        where d.company_id = ${company.id}) as "on"`),
  ])
  return { key: own, on }
})

/** Whether a message can be sealed for it: a point of the curve P-256. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

const subscribe = route(pushCalls.subscribe, async ({ endpoint, p256dh, auth }, context) => {
  const { tx, company, changed } = context
  if (!isPushService(endpoint)) throw fieldErrors({ endpoint: 'Такая служба уведомлений не известна' })
  if (!isPoint(p256dh)) throw fieldErrors({ p256dh: 'Неверное значение' })
  // whoever signs in on it last is told on it
  const { session } = await tx.one<{ session: number }>(sql`
    insert into push_devices (company_id, session_id, endpoint, p256dh, auth)
    select ${company.id}, k.id, ${endpoint}, ${p256dh}, ${auth} from sessions k where ${ownSession(context)}
    on conflict (company_id, endpoint) do update
      set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
    returning session_id as session`)
  // a session is a browser, and has one address
  await tx.run(sql`
    delete from push_devices
    where company_id = ${company.id} and session_id = ${session} and endpoint <> ${endpoint}`)
  changed('people')
  return { ok: true as const }
})

const unsubscribe = route(pushCalls.unsubscribe, async (_, context) => {
  const { tx, company, changed } = context
  await tx.run(sql`
    delete from push_devices d using sessions k
    where d.company_id = ${company.id} and d.session_id = k.id and ${ownSession(context)}`)
  changed('people')
  return { ok: true as const }
})

export const pushRoutes: Route[] = [key, subscribe, unsubscribe]

export const PUSH_JOB = 'alarm-push'

/** One browser of a person, and what it is told. */
export interface PushOrder {
  device: number
  user: number
  told: Pick<Named, 'id' | 'state' | 'turn'>[]
}

interface Addressed extends Device {
  user: number
}

/** By the rights of now: between an order and its sending a browser may change hands, and a person lose a module. */
const readOrder = async (tx: Tx, company: number, { device, user, told }: PushOrder) => {
  const to = await tx.maybe<Addressed>(sql`
    select d.endpoint, d.p256dh, d.auth, k.user_id as "user" from push_devices d
    join sessions k on k.company_id = ${company} and k.id = d.session_id
    join companies c on c.company_id = ${company}
    where d.company_id = ${company} and d.id = ${device} and k.user_id = ${user} and ${lasting}`)
  const session = to && (await findUser(tx, company, to.user))
  if (!session || needsFactor(session)) return null
  const news = await tx.rows<Named & Placed>(sql`
    select a.id, a.kind, a.location_id, a.stock_id, a.stock_ids, t.state, t.turn, l.name as module,
      n.number as cage, s.name as stock, a.message, r.origin
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (id int, state text, turn int)
    join alarms a on a.company_id = ${company} and a.id = t.id
    join alarm_rules r on r.company_id = ${company} and r.kind = a.kind ${namesOf(company)}
    order by a.danger desc, a.id`)
  const seen = news.filter((one) => canSee(session.user, one))
  return { to, news: seen, speak: speakIn(session.user.settings.language) }
}

/** What came of it stands with the alarms. */
const noteSent = (tx: Tx, company: number, user: number, { told }: PushOrder, fault: string | null) =>
  tx.run(sql`
    update alarm_tells t set
      sent_at = case when ${fault}::text is null then coalesce(t.sent_at, now()) else t.sent_at end,
      fault = to_jsonb(${fault}::text)
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as n (id int, state text, turn int)
    where t.company_id = ${company} and t.alarm_id = n.id and t.state = n.state and t.turn = n.turn
      and t.user_id = ${user} and t.channel = 'push'`)

async function tell({ database, ownerUrl }: RunTools, company: number, order: PushOrder): Promise<void> {
  const read = await database.transaction(company, (tx) => readOrder(tx, company, order))
  const [first, ...more] = read?.news ?? []
  if (!read || !first) return
  const { to, speak } = read
  const keys = await ownKeys(ownerUrl)
  const push = {
    title: headOf(first, speak),
    body: [speak(first.message), ...more.map((one) => headOf(one, speak))].join('\n'),
    // told again, as after a killed process, it stands there once
    tag: `alarm ${first.id}`,
    href: hrefOf('alarms', {}),
    icon: '/icon-192.png',
  }
  const contact = first.origin.startsWith('https:') ? first.origin : 'mailto:alarms@localhost'
  try {
    const wanted = await sendPush(to, push, keys, contact)
    await database.transaction(company, async (tx) => {
      if (wanted) await noteSent(tx, company, to.user, order, null)
      else await tx.run(sql`delete from push_devices where company_id = ${company} and id = ${order.device}`)
    })
  } catch (error) {
    await database.transaction(company, (tx) => noteSent(tx, company, to.user, order, faultOf(error)))
    throw error
  }
}

export const pushJob: Job = {
  name: PUSH_JOB,
  title: 'Тревога на устройство',
  run: (tools, { company, input }) => tell(tools, company, input as PushOrder),
}
