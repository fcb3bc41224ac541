/** The temperature of the water of a cage on a day, past or coming, and where it is known from. */
import { sql } from 'kysely'
import { once } from '../../shared/collections'
import { addDays, dayOf } from '../../shared/dates'
import { lakeOf } from '../../shared/feeding/climatology'
import type { Strategy, TemperatureSource } from '../../shared/feeding/strategies'
import type { CompanySettings } from '../../shared/settings'
import type { Tx } from '../../server/db/client'
import { ownHistory } from './own-history.server'

export interface TemperatureAsk {
  cage: number
  /** 'YYYY-MM-DD' */
  day: string
  /** of the calculation; null is the first temperature of the cage's module */
  parameter: number | null
  strategy: Strategy
  /** millionths of °C */
  fixed: number | null
}

/** The same of several days. */
export interface TemperaturesAsk extends Omit<TemperatureAsk, 'day'> {
  days: readonly string[]
}

export interface Temperature {
  /** millionths of °C */
  value: number
  source: TemperatureSource
  /** the day of the reading, when it is one reading's or one day's */
  on: string | null
}

interface Reading {
  /** that is meant for the cage; null when its module measures no temperature */
  parameter: number | null
  of_cage: number | null
  of_module: number | null
  last: number | null
  last_at: string | null
}

interface ReadingKey {
  cage: number
  parameter: number | null
  day: string
}

/**
 * The readings of each place's day and the last before it, in the order of the places. A parameter belongs to one
 * module: for a cage of another the one of that name in its own module is meant, if there is one. Days come as
 * timestamps, and the parameter out of a query of its own: under row-level security nothing else uses an index.
 */
const readings = (tx: Tx, company: number, keys: readonly ReadingKey[]) =>
  tx.rows<Reading>(sql`
    select own.id as parameter, day.of_cage, day.of_module, last.value as last, last.at as last_at
    from unnest(${keys.map(({ cage }) => cage)}::int[], ${keys.map(({ parameter }) => parameter)}::int[],
      ${keys.map(({ day }) => day)}::timestamp[], ${keys.map(({ day }) => addDays(day, 1))}::timestamp[])
      with ordinality as k (cage, parameter, begins, ends, place)
    left join cages c on c.company_id = ${company} and c.id = k.cage
    left join measure_parameters given on given.company_id = ${company} and given.id = k.parameter
    left join lateral (
      select p.id from measure_parameters p
      where p.company_id = ${company} and (p.id = k.parameter or p.location_id = c.location_id
        and (k.parameter is null and p.measure_type = 'temperature' or p.name = given.name and p.symbol = given.symbol))
      order by p.location_id = c.location_id desc, p.archived_at is not null, p.id limit 1
    ) own on true
    left join lateral (
      select round(avg(m.value) filter (where m.cage_id = k.cage))::bigint as of_cage,
        round(avg(m.value))::bigint as of_module
      from measurements m
      where m.company_id = ${company} and m.measure_parameter_id = own.id and m.at >= k.begins and m.at < k.ends
    ) day on true
    left join lateral (
      select m.value, m.at from measurements m
      where m.company_id = ${company} and m.measure_parameter_id = own.id and m.at < k.begins
      order by m.at desc, m.cage_id is distinct from k.cage, m.cage_id is not null, m.depth desc limit 1
    ) last on true
    order by k.place`)

const keyOf = ({ cage, parameter, day }: ReadingKey) => `${cage}|${parameter}|${day}`

/** Finds the readings that the days of an ask need: all coming days have the same last one. */
async function readingsFor(tx: Tx, company: number, asks: readonly TemperaturesAsk[], today: string) {
  const tomorrow = addDays(today, 1)
  const readOn = (day: string) => (day > today ? tomorrow : day)
  const keys = new Map<string, ReadingKey>()
  for (const { cage, parameter, days } of asks)
    for (const day of new Set(days.map(readOn))) {
      const key = { cage, parameter, day }
      keys.set(keyOf(key), key)
    }
  const rows = await readings(tx, company, [...keys.values()])
  const found = new Map([...keys.keys()].map((key, index) => [key, rows[index]!]))
  return ({ cage, parameter }: TemperaturesAsk) => {
    const readingOn = once((day: string) => found.get(keyOf({ cage, parameter, day }))!)
    let coming: Reading | undefined
    return (day: string) => (day > today ? (coming ??= readingOn(tomorrow)) : readingOn(day))
  }
}

/** What readings alone say of a day that has begun. */
function measured({ of_cage, of_module, last, last_at }: Reading, day: string): Temperature | null {
  if (of_cage !== null) return { value: of_cage, source: 'cage', on: day }
  if (of_module !== null) return { value: of_module, source: 'module', on: day }
  return last === null ? null : { value: last, source: 'earlier', on: dayOf(last_at!) }
}

type Settings = Pick<CompanySettings, 'lake-temperatures'>

const known = (value: number | null, source: TemperatureSource): Temperature | null =>
  value === null ? null : { value, source, on: null }

type Usual = Awaited<ReturnType<typeof ownHistory>>

/** What the strategy of an ask says of its days. Equal answers are one object: a farm asks for very many. */
function openStrategies(own: Usual, settings: Settings) {
  const lake = lakeOf(settings['lake-temperatures'])
  const lakeOn = once((day: string) => known(lake(day), 'lake'))
  const usualOf = once((parameter: number | null) => once((day: string) => known(own(parameter, day), 'own')))
  return ({ strategy, fixed }: TemperaturesAsk, { parameter, last, last_at }: Reading) => {
    if (strategy === 'LadogaHistoricalStrategy') return lakeOn
    if (strategy === 'OwnHistoryStrategy') return usualOf(parameter)
    const previous = last === null ? null : { value: last, source: 'previous' as const, on: dayOf(last_at!) }
    const same = strategy === 'FixedStrategy' ? known(fixed, 'fixed') : previous
    return () => same
  }
}

/**
 * The temperatures for each ask and its days, in their order: of a day up to `today` what was measured, else what the
 * strategy says. Null when nothing is known. Equal answers may be one and the same array.
 */
export async function temperaturesOver(
  tx: Tx,
  company: number,
  asks: readonly TemperaturesAsk[],
  settings: Settings,
  today: string,
): Promise<(readonly (Temperature | null)[])[]> {
  if (asks.length === 0) return []
  const readingsOf = await readingsFor(tx, company, asks, today)
  const read = asks.map((ask) => ({ ask, readingOn: readingsOf(ask) }))
  const measuredOn = (reading: Reading, day: string) => (day > today ? null : measured(reading, day))
  const usual = new Map<number | null, Set<string>>()
  for (const { ask, readingOn } of read)
    for (const day of ask.strategy === 'OwnHistoryStrategy' ? ask.days : []) {
      const reading = readingOn(day)
      if (measuredOn(reading, day) === null)
        usual.set(reading.parameter, (usual.get(reading.parameter) ?? new Set()).add(day))
    }
  const strategies = openStrategies(await ownHistory(tx, company, usual), settings)
  const made = ({ ask, readingOn }: (typeof read)[number]) => {
    const foretold = once((reading: Reading) => strategies(ask, reading))
    return ask.days.map((day) => {
      const reading = readingOn(day)
      return measuredOn(reading, day) ?? foretold(reading)(day)
    })
  }
  const shared = new Map<string, (Temperature | null)[]>()
  return read.map((one) => {
    const { ask, readingOn } = one
    if (ask.days.some((day) => day <= today)) return made(one)
    // of coming days nothing but this tells: cages of a module mostly have it in common
    const { parameter, last, last_at } = readingOn(ask.days[0]!)
    const key = [ask.strategy, ask.fixed, parameter, last, last_at, ...ask.days].join()
    const told = shared.get(key) ?? made(one)
    shared.set(key, told)
    return told
  })
}

/** The same for asks of one day each. */
export async function temperaturesOn(
  tx: Tx,
  company: number,
  asks: readonly TemperatureAsk[],
  settings: Settings,
  today: string,
): Promise<(Temperature | null)[]> {
  const each = asks.map(({ day, ...ask }) => ({ ...ask, days: [day] }))
  return (await temperaturesOver(tx, company, each, settings, today)).map(([one]) => one ?? null)
}
