/**
 * Readings from external applications, for the parameters that each may write; stored once however often they are sent.
 */
import type { FastifyRequest } from 'fastify'
import { instantFaults } from '../../server/period'
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
} from '../../core/cages/readings/readings.server'

type Input = ParsedOf<typeof externalInput>
type Item = NonNullable<Input['list']>[number]

const ZONED = /(Z|[+-]\d{2}:?\d{2})$/i

/** The moment in farm time, also when it has a zone; null when it is not a moment. */
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

/** Why no entry is allowed at the moment, with the field that has it. */
const momentFault = (sender: Outsider, at: string | null): Phrase | undefined =>
  at === null ? 'Введите дату и время, например 2026-11-20T08:30' : Object.values(instantFaults(sender, at))[0]

interface ParsedReading {
  reading: Reading
  faults: Record<string, Phrase | null | undefined>
}

function compose(item: Item, parameter: Parameter, sender: Outsider, cages: Map<number, number>): ParsedReading {
  const at = instantOf(item, sender)
  const depth = item.depth ?? parameter.depth[0]!
  const { cage_id, value } = item
  const { id: measure_parameter_id, location_id } = parameter
  const faults = {
    datetime: momentFault(sender, at),
    depth: depthFault(parameter, depth),
    cage_id: cage_id === null ? null : cageFault(parameter, cage_id, cages),
    value: valueFault(parameter, value),
  }
  return { reading: { measure_parameter_id, location_id, cage_id, at: at ?? '', depth, value }, faults }
}

/** Throws the errors of all readings, each under its index. */
function requireSound(composed: ParsedReading[], listed: boolean): Reading[] {
  const errors = composed.flatMap(({ faults }, place) =>
    Object.entries(faults).flatMap(([field, fault]): [string, Phrase][] =>
      fault ? [[listed ? `list.${place}.${field}` : field, fault]] : [],
    ),
  )
  if (errors.length > 0) throw fieldErrors(Object.fromEntries(errors))
  return composed.map(({ reading }) => reading)
}

const itemsOf = ({ list, value, ...single }: Input): Item[] => {
  if (list) return list
  if (value === undefined) throw fieldErrors({ value: REQUIRED })
  return [{ ...single, value }]
}

const isLimited = ({ parameter_ids, location_ids }: Outsider) => parameter_ids !== null || location_ids !== null

/** A limited application is not told whether other parameters exist. */
const missing = (sender: Outsider) =>
  isLimited(sender) ? forbidden('Этому приложению не разрешён такой параметр.') : notFound('Параметр не найден.')

const allows = ({ parameter_ids }: Outsider, id: number) => parameter_ids === null || parameter_ids.includes(id)

type InputOutcome = { created: number; ignored: number }

/** A closed parameter is an answer and no error, so that the attempt stays in the log. */
async function store(
  tx: Tx,
  sender: Outsider,
  input: Input,
  request: FastifyRequest,
): Promise<InputOutcome | CallError> {
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
  const composed = items.map((item) => compose(item, parameter, sender, cages))
  const readings = requireSound(composed, input.list !== undefined)
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
