/**
 * The demo farm's water: measured by hand each morning, cage by cage for two months, and by a sensor every hour since
 * then.
 */
import { sql } from 'kysely'
import { instantOf, minutesOf } from '../../shared/alarms/moments'
import { type AlarmKind, initialTerms } from '../../shared/alarms/rules'
import { db, type Tx } from '../../server/db/client'
import { addDays, dayOf } from '../../shared/dates'
import { newExternalUser } from '../../server/outside/external-user'
import { type Calendar, calendarUpTo, waterOn } from './demo-calendar.server'
import { type Chance, chanceFrom } from './demo-chance.server'
import { CAGES_PER_MODULE, type DemoFarm } from './demo-place.server'

const SEED = 20_240_521
const SENSOR_DAYS = 60
const CAGE_DAYS = 60
/** centimetres */
const [SURFACE, BELOW] = [50, 300]
const [BY_HAND, BY_CAGE] = ['08:10', '08:40']

interface ReadingDrop {
  /** of the module: 0 is its water, 1 its oxygen */
  parameter: number
  module: number
  cage: number | null
  at: string
  depth: number
  /** millionths */
  value: number
  sensor: boolean
}

/** Oxygen that water of this temperature holds, mg/l. */
const saturation = (t: number) => 14.6 - 0.3943 * t + 0.007714 * t ** 2 - 0.0000646 * t ** 3

/** As it is written down: one decimal. */
const tenths = (value: number) => Math.round(value * 10) * 100_000

/** The sun warms what is near the surface, the fish breathe what is below. */
function morningOf(day: string, module: number, water: number, chance: Chance): ReadingDrop[] {
  const below = Math.max(0.1, water + [0, 0.2, 0.5][module]! + chance.around(0, 0.15))
  const surface = Math.max(0, below + (below > 6 ? chance.between(0.2, 1.2) : -0.05))
  const oxygen = saturation(below) * (below > 17 ? 0.8 : 0.94) + chance.around(0, 0.15)
  const drop = (parameter: number, depth: number, value: number): ReadingDrop => ({
    parameter,
    module,
    cage: null,
    at: `${day}T${BY_HAND}`,
    depth,
    value: tenths(value),
    sensor: false,
  })
  return [drop(0, SURFACE, surface), drop(0, BELOW, below), drop(1, BELOW, oxygen)]
}

/** Each cage of the first module, where the fish are densest. */
function cagesOf(day: string, water: number, chance: Chance): ReadingDrop[] {
  return Array.from({ length: CAGES_PER_MODULE }, (_, cage) => {
    const here = { module: 0, cage, at: `${day}T${BY_CAGE}`, depth: BELOW, sensor: false }
    const warm = Math.max(0.1, water + chance.around(0, 0.2))
    const oxygen = saturation(warm) * chance.between(0.84, 0.95)
    return [
      { ...here, parameter: 0, value: tenths(warm) },
      { ...here, parameter: 1, value: tenths(oxygen) },
    ]
  }).flat()
}

/** Warmest in the afternoon, the more the warmer the season. */
function hoursOf(day: string, water: number, chance: Chance): ReadingDrop[] {
  const swing = Math.min(0.6, water / 15)
  return Array.from({ length: 24 }, (_, hour) => {
    const value = water + swing * Math.sin(((hour - 9) / 12) * Math.PI) + chance.around(0, 0.06)
    const at = `${day}T${String(hour).padStart(2, '0')}:00`
    const exact = Math.round(Math.max(0, value) * 100) * 10_000
    return { parameter: 0, module: 0, cage: null, at, depth: BELOW, value: exact, sensor: true }
  })
}

function dropsOf(day: string, calendar: Calendar, chance: Chance): ReadingDrop[] {
  const water = waterOn(day, calendar)
  const { today, storms } = calendar
  const stormy = storms.has(day)
  return [
    ...(day > addDays(today, -SENSOR_DAYS) ? hoursOf(day, water, chance) : []),
    ...(stormy ? [] : [0, 1, 2].flatMap((module) => morningOf(day, module, water, chance))),
    ...(stormy || day <= addDays(today, -CAGE_DAYS) ? [] : cagesOf(day, water, chance)),
  ]
}

/** All readings up to now, in the order of their time. */
export function measureTwoYears(now: string): ReadingDrop[] {
  const chance = chanceFrom(SEED)
  const calendar = calendarUpTo(dayOf(now), chance)
  const drops: ReadingDrop[] = []
  for (let day = calendar.start; day <= calendar.today; day = addDays(day, 1)) {
    const ofDay = dropsOf(day, calendar, chance)
    drops.push(...ofDay.sort((one, other) => one.at.localeCompare(other.at)))
  }
  return drops.filter(({ at }) => at <= now)
}

const PARAMETERS = [
  { name: 'Температура воды', measure_type: 'temperature', symbol: 'oC', depth: [SURFACE, BELOW] },
  { name: 'Кислород', measure_type: 'oxygen', symbol: 'mg/l', depth: [BELOW] },
]

/** The modules in their order, each with the ids of its parameters. */
async function addParameters(tx: Tx, company_id: number): Promise<{ location: number; parameters: number[] }[]> {
  const modules = await tx.rows<{ id: number }>(
    sql`select id from locations where company_id = ${company_id} order by id`,
  )
  const rows = modules.flatMap(({ id }) => PARAMETERS.map((one) => ({ company_id, location_id: id, ...one })))
  const ids = await tx.rows(db.insertInto('measure_parameters').values(rows).returning('id'))
  return modules.map(({ id }, index) => {
    const from = index * PARAMETERS.length
    return { location: id, parameters: ids.slice(from, from + PARAMETERS.length).map((row) => row.id) }
  })
}

const AT_ONCE = 4000

export async function measureWater(tx: Tx, company: number, timeZone: string, place: DemoFarm, now: string) {
  const [modules, sensor] = await Promise.all([
    addParameters(tx, company),
    tx.one(
      db.insertInto('external_users').values(newExternalUser(company, 'Термометр «Северный»').row).returning('id'),
    ),
  ])
  const { feeder, zootechnician } = place.people
  const all = measureTwoYears(now)
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const part = all.slice(from, from + AT_ONCE)
    const authors = part.map(({ sensor: by, cage }) => (by ? null : cage === null ? feeder : zootechnician))
    await tx.run(sql`
      insert into measurements (company_id, measure_parameter_id, location_id, cage_id, at, depth, value,
        external_input, user_id, external_user_id, created_at)
      select ${company}::int, parameter, location, cage, at, depth, value, author is null, author,
        case when author is null then ${sensor.id}::int end,
        at at time zone ${timeZone}
      from unnest(
        ${part.map(({ module, parameter }) => modules[module]!.parameters[parameter])}::int[],
          ${part.map(({ module }) => modules[module]!.location)}::int[],
        ${part.map(({ cage }) => (cage === null ? null : place.cages[cage]!))}::int[],
          ${part.map(({ at }) => at)}::timestamp[],
        ${part.map(({ depth }) => depth)}::int[], ${part.map(({ value }) => value)}::bigint[], ${authors}::int[]
      ) as n (parameter, location, cage, at, depth, value, author)`)
  }
}

/** Rules of alarms that are on since yesterday. */
const ON: readonly AlarmKind[] = ['oxygen', 'sensor', 'mortality']

/** Modules in their order, mg/l; whatever the season, the second is a danger. */
const SHORT = [
  { module: 1, oxygen: 6.2, minutes: 95 },
  { module: 2, oxygen: 4.7, minutes: 140 },
]

/** Water that is short of oxygen since this morning, and the rules that tell it. */
export async function ringAlarms(tx: Tx, company: number, timeZone: string, place: DemoFarm, now: string) {
  const begun = instantOf(minutesOf(now) - 1440)
  for (const kind of ON)
    await tx.run(sql`
      insert into alarm_rules (company_id, kind, "on", terms, origin, since)
      values (${company}, ${kind}, true, ${JSON.stringify(initialTerms(kind))}::jsonb, '', ${begun}::timestamp)`)
  const rows = SHORT.map(({ minutes, ...one }) => ({ ...one, at: instantOf(minutesOf(now) - minutes) }))
  await tx.run(sql`
    insert into measurements (company_id, measure_parameter_id, location_id, at, depth, value, external_input,
      user_id, created_at)
    select ${company}::int, p.id, p.location_id, n.at, p.depth[1], round(n.oxygen * 1000000)::bigint, false,
      ${place.people.feeder}::int, n.at at time zone ${timeZone}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (module int, oxygen numeric, at timestamp)
    join (select *, row_number() over (order by location_id) - 1 as place from measure_parameters
      where company_id = ${company} and measure_type = 'oxygen') p on p.place = n.module
    on conflict do nothing`)
}
