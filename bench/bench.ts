/**
 * npm run bench: figures of the built application on a PostgreSQL server, each beside its gate and, where it has one,
 * beside a bare loop of the same statements. Nothing passes or fails here by time; an answer that is not exact ends the
 * run. `-- --small` takes a twentieth of the farm, `-- --only=posts,past` some of the parts. BENCH_KEEP=1 keeps the
 * farm for the next run.
 */
import { parseArgs } from 'node:util'
import os from 'node:os'
import pg from 'pg'
import { build, startApp } from './app'
import { openRecorder } from './bare'
import { measureBatch } from './batch'
import { measureSupply, measureTester } from './feeding'
import { type Figure, show } from './figures'
import { firstLoad } from './first-load'
import { measureExport } from './export'
import { measureForecast } from './forecast'
import { EMAIL, PASSWORD } from './load'
import { measureGoods } from './goods'
import { measureGrowth } from './growth'
import { measureImport } from './imports'
import { measureMap } from './map'
import { measureMemory } from './memory'
import { measureMoving } from './moving'
import { measureChain, measureOrdinary, measurePast } from './past'
import { measurePeople } from './people'
import { measurePhone } from './phone'
import { measurePlans } from './plans'
import { measurePosts } from './posts'
import { measureSweep } from './sweep'
import { describe, openFarmDatabase, type Server, startServer } from './postgres'
import { measureFarm, measureJournals } from './reads'
import { measureReports } from './reports'
import type { Size } from './farm-plan'
import type { Run } from './run'

const parts: Record<string, (run: Run) => Promise<void>> = {
  map: measureMap,
  farm: measureFarm,
  journals: measureJournals,
  reports: measureReports,
  memory: measureMemory,
  posts: measurePosts,
  batch: measureBatch,
  ordinary: measureOrdinary,
  chain: measureChain,
  past: measurePast,
  import: measureImport,
  moving: measureMoving,
  export: measureExport,
  goods: measureGoods,
  people: measurePeople,
  tester: measureTester,
  plans: measurePlans,
  growth: measureGrowth,
  supply: measureSupply,
  forecast: measureForecast,
  // last, because what it adds to the farm would influence the others
  sweep: measureSweep,
}

const { values } = parseArgs({ options: { small: { type: 'boolean' }, only: { type: 'string' } } })
const size: Size = values.small ? { cages: 50, years: 5 } : { cages: 500, years: 10 }
const wanted = values.only?.split(',') ?? [...Object.keys(parts), 'web', 'phone']
// the map shows only the present: earlier years would just take time to make
if (
  wanted.every((part) =>
    ['map', 'goods', 'people', 'tester', 'plans', 'forecast', 'growth', 'supply', 'moving', 'web', 'phone'].includes(
      part,
    ),
  )
)
  size.years = 1
// these need no farm of cages
if (wanted.every((part) => ['goods', 'people', 'moving'].includes(part))) size.cages = 50
// its farm is kept with all that it adds
if (wanted.every((part) => part === 'sweep')) size.whole = true
const figures: Figure[] = []
const log = (line: string) => console.log(line)
const add = (figure: Figure) => {
  figures.push(figure)
  log(`  ${figure.what}: ${figure.figure}${figure.bare ? `; bare ${figure.bare}` : ''}`)
}

async function measure(server: Server): Promise<void> {
  log(`PostgreSQL: ${await describe(server.url)}`)
  const start = performance.now()
  const database = await openFarmDatabase(server, size, log)
  log(`${size.cages} cages, ${size.years} years, ready in ${Math.round((performance.now() - start) / 1000)} s`)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  try {
    await admin.query("select set_config('app.company_id', '1', false)")
    const { rows } = await admin.query<{ day: string }>('select max(at)::date as day from operations')
    await measureOn(database.url, admin, rows[0]!.day)
  } finally {
    await admin.end()
    await database.drop()
  }
}

async function measureOn(databaseUrl: string, admin: pg.Client, lastDay: string): Promise<void> {
  const recorder = await openRecorder(databaseUrl, EMAIL, PASSWORD)
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!wanted.includes(name)) continue
      // a new process for every part, so that memory is that of a fresh one
      const app = await startApp(databaseUrl, EMAIL, PASSWORD)
      const small = values.small === true
      const run = { app, recorder, admin, databaseUrl, size, small, lastDay, seconds: small ? 3 : 8, add }
      await part(run).finally(() => app.stop())
    }
  } finally {
    await recorder.close()
  }
}

build()
log(`Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]!.model.trim()}, load ${os.loadavg()[0]!.toFixed(1)}`)
if (wanted.includes('web')) add(firstLoad())
if (wanted.includes('phone')) await measurePhone(add)
if (wanted.some((name) => name in parts)) {
  const server = await startServer()
  await measure(server).finally(() => server.stop())
}
log(`load ${os.loadavg()[0]!.toFixed(1)} at the end\n`)
show(figures)
