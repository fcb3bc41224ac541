/** The temperature of the water of a cage on a day, past or coming, and where it is known from. */
import { sql } from 'kysely'
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

/** The readings that asks need, each read once: all coming days have the same last one. */
async function readingsFor(tx: Tx, company: number, asks: readonly TemperatureAsk[], today: string) {
  const tomorrow = addDays(today, 1)
  const wanted = asks.map(({ cage, parameter, day }) => ({ cage, parameter, day: day > today ? tomorrow : day }))
  const keys = [...new Map(wanted.map((key) => [keyOf(key), key])).values()]
  const rows = await readings(tx, company, keys)
  const found = new Map(keys.map((key, index) => [keyOf(key), rows[index]!]))
  return wanted.map((key) => found.get(keyOf(key))!)
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

/**
 * The temperature for each ask, in their order: of a day up to `today` what was measured, else what the strategy says.
 * Null when nothing is known.
 */
export async function temperaturesOn(
  tx: Tx,
  company: number,
  asks: readonly TemperatureAsk[],
  settings: Settings,
  today: string,
): Promise<(Temperature | null)[]> {
  if (asks.length === 0) return []
  const read = await readingsFor(tx, company, asks, today)
  const found = asks.map(({ day }, index) => (day > today ? null : measured(read[index]!, day)))
  const usual = asks.flatMap(({ strategy, day }, index) =>
    found[index] === null && strategy === 'OwnHistoryStrategy' ? [{ parameter: read[index]!.parameter, day }] : [],
  )
  const own = await ownHistory(tx, company, usual)
  const lake = lakeOf(settings['lake-temperatures'])
  const foretold = ({ strategy, fixed, day }: TemperatureAsk, { parameter, last, last_at }: Reading) => {
    if (strategy === 'FixedStrategy') return known(fixed, 'fixed')
    if (strategy === 'LadogaHistoricalStrategy') return known(lake(day), 'lake')
    if (strategy === 'OwnHistoryStrategy') return known(own({ parameter, day }), 'own')
    return last === null ? null : { value: last, source: 'previous' as const, on: dayOf(last_at!) }
  }
  return asks.map((ask, index) => found[index] ?? foretold(ask, read[index]!))
}
