/**
 * Readings as lines of a chart. Where there are many, a point is the mean of an interval, with its minimum and maximum.
 */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { toUnits } from '../../../shared/numbers'
import { say, type Speak } from '../../../shared/say'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { beautifulSymbol } from '../../../core/lists/libraries/measure-parameter.contract'
import { type ChartSeries, measurementCalls } from '../../../core/cages/measurement.contract'
import { toMetres } from '../../../core/lists/libraries/measure-parameters.server'
import { requireModule } from '../../../core/cages/readings/readings.server'

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

/** More points cannot be seen in a line, nor in all lines of a chart; intervals are those that people think in. */
const MAX_POINTS = 2000
const MAX_OF_ALL = 5000
const STRETCHES = [15, 30, 60, 180, 360, 720, 1440, 4320, 10_080, 43_200]

/** The longest line, all points and their lines. */
interface Extent {
  points: number | null
  minutes: number | null
  of_all: number
  lines: number
}

/** Minutes for each point; 0 for each reading as it is. */
function stretchFor({ points, minutes, of_all, lines }: Extent): number {
  if ((points ?? 0) <= MAX_POINTS && of_all <= MAX_OF_ALL) return 0
  const most = Math.min(MAX_POINTS, MAX_OF_ALL / lines) / 2
  return STRETCHES.find((stretch) => (minutes ?? 0) / stretch <= most) ?? STRETCHES.at(-1)!
}

const lineKey = (line: Line) => [line.location_id, line.name, line.symbol, line.depth, line.external_input].join('\n')

function seriesOf(points: Point[], manyModules: Map<number, string> | null, speak: Speak): ChartSeries {
  const { location_id, name, symbol, depth, external_input } = points[0]!
  const module = manyModules?.get(location_id)
  return {
    label: `${module ? `${module}: ` : ''}${speak(say('{{name}}, {{depth}} м', { name, depth: toMetres(depth) }))}`,
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
  const { tx, company, speak } = context
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
  const extent = await tx.one<Extent>(sql`
    select max(points)::int as points, max(minutes)::int as minutes, coalesce(sum(points), 0)::int as of_all,
      count(*)::int as lines
    from (
      select count(*) as points, extract(epoch from max(at) - min(at)) / 60 as minutes from measurements m
        where ${where}
      group by measure_parameter_id, depth, external_input) lines`)
  const stretch = stretchFor(extent)
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
  const datasets = [...groupBy(rows, lineKey).values()].map((line) => seriesOf(line, names, speak))
  return { datasets, bucket_minutes: stretch }
})
