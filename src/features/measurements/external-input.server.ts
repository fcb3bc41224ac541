/** Readings from applications outside, of the parameters that each may write; stored once however often they are sent. */
import type { FastifyRequest } from 'fastify'
import { futureFault } from '../../server/period'
import type { Phrase } from '../../shared/say'
import type { ParsedOf } from '../../shared/contract'
import { dayOf, parseDay, parseInstant, wallClock } from '../../shared/dates'
import { REQUIRED } from '../../shared/fields'
import type { Tx } from '../../server/db/client'
import { CallError, fieldErrors, forbidden, notFound } from '../../server/errors'
import { publicRoute } from '../../server/http/route'
import { admitWriter, noteRefusal, type Outsider } from '../../server/outside/admission'
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

const ZONED = /(Z|[+-]\d{2}:?\d{2})$/i

/** When it was: in farm time, or with a zone; null when that is no moment. */
function instantOf({ datetime, date, time }: Item, { time_zone, now }: Outsider): string | null {
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
  sender: Outsider,
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

const isLimited = ({ parameter_ids, location_ids }: Outsider) => parameter_ids !== null || location_ids !== null

/** Of a limited application no refusal tells whether there is such a parameter. */
const missing = (sender: Outsider) =>
  isLimited(sender) ? forbidden('Этому приложению не разрешён такой параметр.') : notFound('Параметр не найден.')

const allows = ({ parameter_ids }: Outsider, id: number) => parameter_ids === null || parameter_ids.includes(id)

type Stored = { created: number; ignored: number }

/** A parameter that is not open is answered, not thrown: that it was asked for stays on record. */
async function store(tx: Tx, sender: Outsider, input: Input, request: FastifyRequest): Promise<Stored | CallError> {
  const { company } = sender
  const items = itemsOf(input)
  const named = items.flatMap(({ cage_id }) => (cage_id === null ? [] : [cage_id]))
  const [parameters, cages] = await Promise.all([
    readParameters({ tx, company: { id: company }, user: sender }, { ids: [input.parameterId] }),
    readCageModules(tx, company, [...new Set(named)]),
  ])
  const parameter = allows(sender, input.parameterId) && parameters.get(input.parameterId)
  if (!parameter) {
    if (isLimited(sender)) await noteRefusal(tx, request, sender, 'scope')
    return missing(sender)
  }
  const readings = items.map((item, place) =>
    compose(item, parameter, sender, cages, input.list ? `list.${place}.` : ''),
  )
  const seen = new Set<string>()
  const once = readings.filter((reading) => !seen.has(keyOf(reading)) && seen.add(keyOf(reading)))
  const ids = await insertReadings(tx, company, once, { user_id: null, external_user_id: sender.id })
  return { created: ids.size, ignored: readings.length - ids.size }
}

export const externalInputRoute = publicRoute(externalInput, async (input, { services, request }) => {
  const sender = await admitWriter(services, request, input.token)
  const answer = await services.database.transaction(sender.company, (tx) => store(tx, sender, input, request))
  if (answer instanceof CallError) throw answer
  services.quota.count(sender.company, answer.created, request.bodyText?.length ?? 0)
  if (answer.created > 0) services.publish(sender.company, ['water'])
  return answer
})
