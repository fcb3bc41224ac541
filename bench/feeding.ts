/** Feeding ahead: the tester over all cages of the farm. */
import { addDays, dayOf, wallClock } from '../src/shared/dates'
import type { Season } from '../src/shared/feeding/norm'
import { FEEDS, KG, PER_MODULE } from './farm-plan'
import { ms, spread } from './figures'
import { compare } from './reads'
import type { Run } from './run'

const TEMPERATURES = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
const BOUNDS = [0, 5, 20, 50, 100, 200, 400, 800, 1600, 20_000]

/** Norms for fish of any weight, the whole year. */
const SEASON: Season = {
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: TEMPERATURES,
  coefficients: TEMPERATURES.map(() => KG),
  rows: BOUNDS.slice(1).map((max, row) => ({
    min: BOUNDS[row]! * 1000,
    max: max * 1000,
    fcr: KG,
    rates: TEMPERATURES.map((_, column) => ((9 - row) * 0.2 + column * 0.1) * KG),
  })),
}

const STRATEGIES = ['PreviousStrategy', 'FixedStrategy', 'LadogaHistoricalStrategy', 'OwnHistoryStrategy']

/** Norms of each feed, and for each module a temperature with two years of hourly readings and a calculation. */
export async function assignFeeds({ admin, size, lastDay }: Run): Promise<void> {
  const { rows } = await admin.query('select 1 from feed_calcs limit 1')
  if (rows.length > 0) return
  const modules = Math.ceil(size.cages / PER_MODULE)
  await admin.query(
    `insert into norm_versions (company_id, good_id, seasons) select 1, i, $1 from generate_series(1, $2::int) i`,
    [JSON.stringify([SEASON]), FEEDS],
  )
  await admin.query(
    `with made as (
      insert into measure_parameters (company_id, location_id, name, measure_type, symbol, depth)
      select 1, id, 'Вода', 'temperature', 'oC', '{100}' from locations where company_id = 1 and id <= $1
      returning id, location_id
    ), assigned as (
      insert into feed_calcs (company_id, name, good_id, measure_parameter_id, location_ids, starts_on, strategy,
        fixed_temperature)
      select 1, 'Модуль ' || location_id, 1 + location_id % $2, id, array[location_id], '2000-01-01',
        ($3::text[])[1 + location_id % 4], 6000000 from made
    )
    insert into measurements (company_id, measure_parameter_id, location_id, at, depth, value)
    select 1, id, location_id, $4::timestamp - interval '1 hour' * i, 100, 5000000 + i % 1000 * 1000
    from made, generate_series(0, 17519) i`,
    [modules, FEEDS, STRATEGIES, lastDay],
  )
  await admin.query('analyze measurements, measure_parameters, feed_calcs, norm_versions')
}

const TURNS = 10

/** How long the feed lasts, as far as one may look. */
export async function measureSupply(run: Run): Promise<void> {
  await assignFeeds(run)
  for (const days of [30, 90]) {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const answer = await run.app.send('GET', `/feed-supply?days=${days}`)
      const { rows } = JSON.parse(answer.text) as { rows?: { need: number }[] }
      if (!rows?.some(({ need }) => need > 0)) throw new Error(`supply: ${answer.status} ${answer.text.slice(0, 300)}`)
      times.push(answer.ms)
    }
    const { p50, most } = spread(times)
    run.add({
      what: `GET /feed-supply, ${run.size.cages} cages and ${days} days`,
      figure: `p50 ${ms(p50)}, most ${ms(most)}`,
    })
  }
}

export async function measureTester(run: Run): Promise<void> {
  await assignFeeds(run)
  const today = dayOf(wallClock('Europe/Moscow'))
  const what = `GET /calculate-feedings, ${run.size.cages} cages and 29 days`
  const text = await compare(run, what, 300, () => `/calculate-feedings?start=${today}&end=${addDays(today, 28)}`)
  const { days, cages } = JSON.parse(text) as { days: { feeding_norm: number }[]; cages: unknown[] }
  if (days.length !== 29 || cages.length === 0 || days.some(({ feeding_norm }) => feeding_norm <= 0))
    throw new Error(`tester: ${days.length} days, ${cages.length} cages`)
}
