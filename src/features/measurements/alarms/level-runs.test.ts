/** Runs of levels, which the database folds by hours, against every reading looked at one after another. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/client'
import { readCompany } from '../../../server/db/companies'
import { groupBy } from '../../../shared/collections'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { type DayLine, type Line, readLevels } from './level-runs.server'

let farm: Farm
let database: Database
let module: number
let parameter: number
beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
  module = (await farm.module()).id
  parameter = (await farm.parameter({ location: module, type: 'oxygen' })).id
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

const START = Date.parse('2026-03-01T00:00Z')
const instant = (minute: number) => new Date(START + minute * 60_000).toISOString().slice(0, 16)
const dayOf = (minute: number) => Math.floor(minute / 1440)

interface Reading {
  minute: number
  depth: number
  value: number
}
const DAYS = 4
const reading: fc.Arbitrary<Reading> = fc.record({
  // near each other, so that hours have several, with long pauses between
  minute: fc.tuple(fc.nat(DAYS * 4 - 1), fc.nat(130)).map(([part, within]) => part * 360 + within),
  depth: fc.constantFrom(100, 300),
  value: fc.integer({ min: 1, max: 12 }),
})
const history = fc.record({
  readings: fc.uniqueArray(reading, {
    minLength: 1,
    maxLength: 120,
    selector: ({ minute, depth }) => `${minute} ${depth}`,
  }),
  low: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: DAYS, maxLength: DAYS }),
  high: fc.option(fc.integer({ min: 6, max: 11 })),
  silence: fc.constantFrom(null, 45, 60, 120, 360, 1440),
})

const levelOf = (value: number, line: Line | undefined, sign: number) =>
  !line || sign * value <= sign * line.good ? 'good' : sign * value > sign * line.bad ? 'bad' : 'between'

function plainly(readings: readonly Reading[], lines: readonly DayLine[], silence: number | null) {
  const runs: Record<string, unknown>[] = []
  let last = { minute: 0, low: '', high: '' }
  for (const [, own] of [...groupBy(readings, ({ minute }) => minute)].sort(([a], [b]) => a - b)) {
    const { minute } = own[0]!
    const values = own.map(({ value }) => value)
    const [lowest, highest] = [Math.min(...values), Math.max(...values)]
    const line = lines[dayOf(minute)]!
    const [low, high] = [levelOf(lowest, line.low, -1), levelOf(highest, line.high, 1)]
    const paused = silence !== null && minute - last.minute > silence
    if (runs.length === 0 || paused || low !== last.low || high !== last.high)
      runs.push({ low, high, from: instant(minute), danger: false, lowest: null, highest: null })
    const run = runs.at(-1)!
    run['to'] = instant(minute)
    if (lowest < line.low!.danger!) run['danger'] = true
    if (low === 'bad' && (run['lowest'] === null || lowest < Number(run['lowest'])))
      Object.assign(run, { lowest, lowest_at: instant(minute) })
    if (high === 'bad' && (run['highest'] === null || highest > Number(run['highest'])))
      Object.assign(run, { highest, highest_at: instant(minute) })
    last = { minute, low, high }
  }
  return runs.map((run) => ({ lowest_at: null, highest_at: null, ...run }))
}

it('are those of all readings, whatever lies between them', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ readings, low, high, silence }) => {
      const company = farm.session.user.company.id
      const lines = low.map((bad, index): DayLine => ({
        ...{ location: module, day: instant(index * 1440).slice(0, 10), type: 'oxygen' },
        low: { bad, good: bad + 2, danger: bad - 1 },
        ...(high && { high: { bad: high, good: high - 1 } }),
      }))
      await farm.sql('delete from measurements where company_id = $1', [company])
      await farm.sql(
        `insert into measurements (company_id, measure_parameter_id, location_id, at, depth, value)
          select $1, $2, $3, r.* from unnest($4::timestamp[], $5::int[], $6::bigint[]) r`,
        [
          ...[company, parameter, module, readings.map(({ minute }) => instant(minute))],
          ...[readings.map(({ depth }) => depth), readings.map(({ value }) => value)],
        ],
      )
      const period = { start: instant(0), end: instant(DAYS * 1440 - 1) }
      const levels = await database.transaction(company, async (tx) =>
        readLevels({ tx, company: await readCompany(tx, company) }, period, lines, silence),
      )
      const rows = levels.flatMap((one) => one.rows)
      const told = rows.map(({ parameter: _, cage: __, location: ___, type: ____, ...run }) => run)
      expect(told).toEqual(plainly(readings, lines, silence))
    }),
    { numRuns: 150 },
  )
}, 60_000)
