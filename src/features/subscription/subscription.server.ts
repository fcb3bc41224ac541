/** Requests to be called back about a subscription: stored, and mailed to whoever runs the installation. */
import { sql } from 'kysely'
import { showDay } from '../../shared/dates'
import type { ParsedOf } from '../../shared/contract'
import type { Locked, Tx } from '../../server/db/client'
import { CallError } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { post } from '../../server/jobs/letters'
import { quoted } from '../../server/mail'
import { subscriptionCalls, USUAL_HOURS } from './subscription.contract'

/** Requests of a company in a day. */
const MAX_REQUESTS = 3
const ENOUGH = 'Сегодня заявок уже достаточно: с вами свяжутся. Новую можно оставить завтра.'
const DAY_SECONDS = 86_400

type Request = ParsedOf<typeof subscriptionCalls.request>

/** To whoever runs the installation, in Russian. */
const letterText = ({ company, user }: Context, { name, months_count, email, phone, ...hours }: Request) => {
  const { type, end_date, days_left } = company.subscription
  const ways = [
    ...(email ? [`E-mail: ${email}`] : []),
    ...(phone
      ? [
          `Телефон: ${phone}`,
          `Звонить: с ${hours.time_from} до ${hours.time_until}, время хозяйства (${company.time_zone})`,
        ]
      : []),
  ]
  const subject = `Садок: заявка на подписку, ${company.name}`
  const text = `Хозяйство: ${quoted(company.name)} (№ ${company.id})
Подписка: ${type === 'trial' ? 'пробный период' : 'оплаченная'} до ${showDay(end_date)}${days_left < 0 ? ', закончилась' : ''}

Имя: ${quoted(name)}
Месяцев: ${months_count}
${ways.join('\n')}

Заявку оставил пользователь ${quoted(user.name)}, ${user.email}.`
  return { subject, text }
}

/** One at a time in a company, so that parallel requests cannot exceed the limit. */
const lockRequests = (tx: Tx, company: number) =>
  tx.lock(
    'subscription requests',
    sql`select pg_advisory_xact_lock(hashtextextended('subscription request', ${company}))`,
  )

async function requireFew(_: Locked<'subscription requests'>, { tx, company }: Context): Promise<void> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from subscription_requests
    where company_id = ${company.id} and created_at > now() - make_interval(secs => ${DAY_SECONDS})`)
  if (count >= MAX_REQUESTS) throw new CallError(429, ENOUGH, { msgShouldBeShown: true })
}

const request = route(subscriptionCalls.request, async (input, context) => {
  const { tx, company, user, audit, changed, services, log } = context
  await requireFew(lockRequests(tx, company.id), context)
  const { name, months_count, email, phone } = input
  const hours = phone === null ? { time_from: null, time_until: null } : withUsualHours(input)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into subscription_requests (company_id, user_id, name, months_count, email, phone, time_from, time_until)
    values (${company.id}, ${user.id}, ${name}, ${months_count}, ${email}, ${phone}, ${hours.time_from},
      ${hours.time_until})
    returning id`)
  audit({ action: 'create', entity: 'subscription_request', id, after: { ...input, ...hours } })
  changed('people')
  // without a configured address the log and the table are the only places to read them
  log.warn({ company: company.id, request: id }, 'subscription request')
  const to = services.subscription.email
  const letter = letterText(context, { ...input, ...hours })
  if (to) await post(tx, services.secrets, company.id, { to, ...letter })
  return { ok: true as const }
})

const withUsualHours = ({ time_from, time_until }: Request) => ({
  time_from: time_from ?? USUAL_HOURS.time_from,
  time_until: time_until ?? USUAL_HOURS.time_until,
})

const read = route(subscriptionCalls.read, async (_, { tx, company, services }) => {
  const last = await tx.maybe<{ day: string; months_count: number; name: string }>(sql`
    select (created_at at time zone ${company.time_zone})::date as day, months_count, name from subscription_requests
    where company_id = ${company.id} order by created_at desc, id desc limit 1`)
  return {
    contacts: services.subscription,
    last_request: last ? { date: showDay(last.day), months_count: last.months_count, name: last.name } : null,
  }
})

export const subscriptionRoutes: Route[] = [read, request]
