/**
 * Readings from applications outside: known by their token, slowed by the minute, stored once however often they are
 * sent.
 */
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { NO_SUBSCRIPTION } from '../../shared/abilities'
import { futureFault } from '../../server/period'
import type { Phrase } from '../../shared/say'
import type { ParsedOf } from '../../shared/contract'
import { dayOf, parseDay, parseInstant, wallClock } from '../../shared/dates'
import { REQUIRED } from '../../shared/fields'
import type { Tx } from '../../server/db/client'
import { CallError, fieldErrors, forbidden, notFound, tooMany } from '../../server/errors'
import { publicRoute, type Services } from '../../server/http/route'
import { UNLIMITED } from '../../server/scope'
import { readToken } from '../../server/session'
import { countRequest, outsideLimit, slowDown } from '../../server/http/guesses'
import { externalInput } from './external-input.contract'
import {
  cageFault,
  depthFault,
  insertReadings,
  keyOf,
  type Parameter,
  readCageModules,
  readParameters,
  type Reading,
  valueFault,
} from './readings/readings.server'

type Input = ParsedOf<typeof externalInput>
type Item = NonNullable<Input['list']>[number]

const A_MINUTE = 120

interface Sender {
  id: number
  time_zone: string
  /** farm wall clock */
  now: string
  paid: boolean
}

const tokenOf = (request: FastifyRequest, { token }: Input) =>
  readToken(/^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? token ?? undefined)

const findSender = (tx: Tx, company: number, hash: string) =>
  tx.maybe<Sender>(sql`
    select e.id, c.time_zone, (now() at time zone c.time_zone)::timestamp as now,
      exists (select from subscriptions s where s.company_id = ${company} and s.end_date >= (now() at time zone c.time_zone)::date) as paid
    from external_users e join companies c on c.company_id = ${company}
    where e.company_id = ${company} and e.token_hash = ${hash}`)

/** Who sends, when the token is right; a wrong one counts against the address it came from. */
async function admit({ database, quota }: Services, request: FastifyRequest, token: ReturnType<typeof readToken>) {
  const found = token && (await database.transaction(token.company, (tx) => greet(tx, token)))
  if (!found) {
    await slowDown(database, '', [outsideLimit(request.ip)])
    throw new CallError(401, 'Токен не принят.', { msgShouldBeShown: true })
  }
  if (found.wait > 0) throw tooMany(found.wait)
  if (!found.sender.paid) throw forbidden(NO_SUBSCRIPTION)
  quota.check(token.company)
  return { ...found.sender, company: token.company }
}

async function greet(tx: Tx, { company, hash }: { company: number; hash: string }) {
  const sender = await findSender(tx, company, hash)
  return sender && { sender, wait: await countRequest(tx, `outside ${company}.${sender.id}`, A_MINUTE) }
}

const ZONED = /(Z|[+-]\d{2}:?\d{2})$/i

/** When it was: in farm time, or with a zone; null when that is no moment. */
function instantOf({ datetime, date, time }: Item, { time_zone, now }: Sender): string | null {
  if (datetime !== undefined) {
    if (!ZONED.test(datetime) || !datetime.includes(':')) return parseInstant(datetime, 'start')
    const moment = Date.parse(datetime.trim().replace(' ', 'T'))
    const at = Number.isNaN(moment) ? '' : wallClock(time_zone, new Date(moment))
    return parseDay(dayOf(at)) && at
  }
  if (date === undefined && time === undefined) return now
  return date === undefined || time === undefined ? null : `${date}T${time}`
}

function compose(
  item: Item,
  parameter: Parameter,
  sender: Sender,
  cages: Map<number, number>,
  prefix: string,
): Reading {
  const at = instantOf(item, sender)
  const depth = item.depth ?? parameter.depth[0]!
  const { cage_id, value } = item
  const faults = {
    datetime: at === null ? 'Введите дату и время, например 2026-11-20T08:30' : futureFault(sender, at),
    depth: depthFault(parameter, depth),
    cage_id: cage_id === null ? null : cageFault(parameter, cage_id, cages),
    value: valueFault(parameter, value),
  }
  const found = Object.entries(faults).flatMap(([field, fault]) => (fault ? [[`${prefix}${field}`, fault]] : []))
  if (found.length > 0) throw fieldErrors(Object.fromEntries(found) as Record<string, Phrase>)
  return { measure_parameter_id: parameter.id, location_id: parameter.location_id, cage_id, at: at!, depth, value }
}

const itemsOf = ({ list, value, ...single }: Input): Item[] => {
  if (list) return list
  if (value === undefined) throw fieldErrors({ value: REQUIRED })
  return [{ ...single, value }]
}

async function store(tx: Tx, company: number, sender: Sender, input: Input) {
  const items = itemsOf(input)
  const named = items.flatMap(({ cage_id }) => (cage_id === null ? [] : [cage_id]))
  const [parameters, cages] = await Promise.all([
    readParameters({ tx, company: { id: company }, user: UNLIMITED }, { ids: [input.parameterId] }),
    readCageModules(tx, company, [...new Set(named)]),
  ])
  const parameter = parameters.get(input.parameterId)
  if (!parameter) throw notFound('Параметр не найден.')
  const readings = items.map((item, place) =>
    compose(item, parameter, sender, cages, input.list ? `list.${place}.` : ''),
  )
  const seen = new Set<string>()
  const once = readings.filter((reading) => !seen.has(keyOf(reading)) && seen.add(keyOf(reading)))
  const ids = await insertReadings(tx, company, once, { user_id: null, external_user_id: sender.id })
  return { created: ids.size, ignored: readings.length - ids.size }
}

export const externalInputRoute = publicRoute(externalInput, async (input, { services, request }) => {
  const sender = await admit(services, request, tokenOf(request, input))
  const answer = await services.database.transaction(sender.company, (tx) => store(tx, sender.company, sender, input))
  services.quota.count(sender.company, answer.created, request.bodyText?.length ?? 0)
  if (answer.created > 0) services.publish(sender.company, ['water'])
  return answer
})
