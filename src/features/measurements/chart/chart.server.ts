/**
 * Readings as lines of a chart. Where there are many, a point is the mean of an interval, with its minimum and maximum.
 */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { toUnits } from '../../../shared/numbers'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { beautifulSymbol } from '../../../core/lists/libraries/measure-parameter.contract'
import { type ChartSeries, measurementCalls } from '../../../core/cages/measurement.contract'
import { depthText, toMetres } from '../../../core/lists/libraries/measure-parameters.server'
import { requireModule } from '../readings/readings.server'

interface Line {
  location_id: number
  name: string
  symbol: string
  depth: number
  external_input: boolean
}
interface Point extends Line {
  at: string
  value: number
  min: number
  max: number
  count: number
}

/** More points cannot be seen in a line; intervals are whole numbers of minutes that people think in. */
const MAX_POINTS = 2000
const STRETCHES = [15, 30, 60, 180, 360, 720, 1440, 4320, 10_080, 43_200]

const stretchFor = (points: number, minutes: number): number =>
  points <= MAX_POINTS ? 0 : (STRETCHES.find((stretch) => minutes / stretch <= MAX_POINTS / 2) ?? STRETCHES.at(-1)!)

const lineKey = (line: Line) => [line.location_id, line.name, line.symbol, line.depth, line.external_input].join('\n')

function seriesOf(points: Point[], manyModules: Map<number, string> | null): ChartSeries {
  const { location_id, name, symbol, depth, external_input } = points[0]!
  const module = manyModules?.get(location_id)
  return {
    label: `${module ? `${module}: ` : ''}${name}, ${depthText(depth)} м`,
    name,
    symbol,
    beautifulSymbol: beautifulSymbol(symbol),
    depth: toMetres(depth),
    locationId: location_id,
    external_input,
    points: points.map(({ at, value, min, max, count }) => ({
      datetime: at,
      value: toUnits(value),
      min: toUnits(min),
      max: toUnits(max),
      count,
    })),
  }
}

/** The requested parameters, of modules open to the user. */
async function parametersNamed({ tx, company, user }: Context, names: string[], location: number | null) {
  return tx.rows<{
    id: number
  }>(sql`select id from measure_parameters where company_id = ${company.id} and name = any(${names}::text[])
    ${location === null ? sql`` : sql`and location_id = ${location}`} ${scope(user).modules('location_id')}`)
}

async function moduleNames({ tx, company }: Context): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from locations where company_id = ${company.id}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const chart = route(measurementCalls.chart, async (input, context) => {
  const { tx, company } = context
  const { start, end, paramNames, locationId, cage_id, external_input } = input
  if (locationId !== null) await requireModule(context, locationId)
  const parameters = await parametersNamed(context, paramNames, locationId)
  const where = sql`m.company_id = ${company.id}
    and m.measure_parameter_id = any(${parameters.map(({ id }) => id)}::int[])
    and m.at between ${start}::timestamp and ${end}::timestamp ${
      cage_id === null
        ? sql``
        : sql`and m.cage_id
      = ${cage_id}`
    }
    ${external_input ? sql`` : sql`and not m.external_input`}`
  const { points, minutes } = await tx.one<{ points: number | null; minutes: number | null }>(sql`
    select max(points)::int as points, max(minutes)::int as minutes from (
      select count(*) as points, extract(epoch from max(at) - min(at)) / 60 as minutes from measurements m
        where ${where}
      group by measure_parameter_id, depth, external_input) lines`)
  const stretch = stretchFor(points ?? 0, minutes ?? 0)
  const rows = await tx.rows<Point>(sql`
    select p.location_id, p.name, p.symbol, s.depth, s.external_input, s.at, s.value, s.min, s.max, s.count
    from (
      select m.measure_parameter_id, m.depth, m.external_input,
        date_bin(make_interval(mins => ${Math.max(1, stretch)}::int), m.at, '2000-01-01') as at,
        round(avg(m.value))::bigint as value, min(m.value) as min, max(m.value) as max, count(*)::int as count
      from measurements m where ${where} group by 1, 2, 3, 4
    ) s
    join measure_parameters p on p.company_id = ${company.id} and p.id = s.measure_parameter_id
    order by array_position(${paramNames}::text[], p.name::text), p.location_id, s.depth, s.external_input, s.at`)
  const names = locationId === null ? await moduleNames(context) : null
  const datasets = [...groupBy(rows, lineKey).values()].map((line) => seriesOf(line, names))
  return { datasets, bucket_minutes: stretch }
})
