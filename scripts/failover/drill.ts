/**
 * npm run drill:failover: kills the primary of a Patroni pair under eight writers, and tells how long writes paused and
 * whether everything that was acknowledged is there once. The built application works on it; docs/deploy.md says what
 * is needed.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '../../src/server/base/plain-error'
import { projectRoot } from '../../src/server/base/project-root'
import { freePort } from '../../src/server/db/embedded/free-port'
import { checkBooks } from '../books'
import { plainly } from '../plainly'
import { makeRoles, openPrograms, requirePrograms, startCluster, until, type Programs } from './cluster'
import { call, openPage, register, startWriters, type Site, type Writers } from './writers'

const WRITERS = 8
const BEFORE_MS = 5000
const AFTER_MS = 10_000
const MOST_PAUSE_S = 15
const FISH = 10_000_000

interface Place {
  cages: number[]
  group: { generation_id: number; age_category_id: number }
  date: string
}

/** A cage for each writer, with more fish than they can lose. */
async function makeFarm(site: Site): Promise<Place> {
  const make = (model: string, values: object) => call<{ id: number }>(site, 'POST', model, values)
  const module = await make('/crud/location', { name: 'Drill' })
  const species = await make('/crud/species', { name: 'Drill' })
  const { now } = await call<{ company: unknown; now: string }>(site, 'GET', '/user')
  const date = now.slice(0, 10).split('-').reverse().join('.')
  const generation = await make('/crud/generation', { name: 'Drill', species_id: species.id, date })
  const [category] = await call<{ id: number }[]>(site, 'GET', '/age-category')
  const group = { generation_id: generation.id, age_category_id: category!.id }
  const cages: number[] = []
  for (let number = 1; number <= WRITERS; number++) {
    const own = { number: String(number), location_id: module.id, cage_type_id: 1, volume: 1000, color: 1 }
    const cage = await make('/cages', own)
    await make('/stocking', { date, time: '00:01', to_id: cage.id, ...group, count: FISH, avg_weight: 0.1 })
    cages.push(cage.id)
  }
  return { cages, group, date }
}

async function startApplication(programs: Programs, folder: string, urls: { web: string; owner: string }) {
  const port = String(await freePort())
  programs.start('sadok', process.execPath, [join(projectRoot, 'dist', 'server', 'main.server.js')], {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    BASE_URL: '',
    DEMO: '0',
    RATE_LIMIT: '0',
    DATA_DIR: join(folder, 'sadok'),
    DATABASE_URL: urls.web,
    DATABASE_OWNER_URL: urls.owner,
  })
  const address = `http://127.0.0.1:${port}`
  await until('the application', async () => (await fetch(`${address}/api/health`)).ok)
  return address
}

/** The longest time without an acknowledged write, in seconds. */
function longestPause({ moments }: Writers): number {
  const steps = moments.slice(1).map((moment, index) => moment - moments[index]!)
  return Math.max(0, ...steps) / 1000
}

/** What was acknowledged and is not there once. */
async function differing(site: Site, { acknowledged }: Writers, { cages, date }: Place): Promise<string[]> {
  const counted = new Map<string, number[]>()
  for (const cage of cages) {
    const query = new URLSearchParams({ start: date, end: date, cages_id: String(cage) })
    for (const { id, note } of await call<{ id: number; note: string }[]>(site, 'GET', `/retreat?${query}`))
      counted.set(note, [...(counted.get(note) ?? []), id])
  }
  const wrong = [...acknowledged].filter(([key, id]) => String(counted.get(key)) !== String(id)).map(([key]) => key)
  return [...wrong, ...[...counted.keys()].filter((key) => !acknowledged.has(key))]
}

async function drill(programs: Programs, folder: string): Promise<string[]> {
  const cluster = await startCluster(programs, folder)
  const urls = await makeRoles(cluster)
  const site = await register(await startApplication(programs, folder, urls))
  const place = await makeFarm(site)
  const page = openPage(site)
  const loss = (writer: number) => ({
    ...{ date: place.date, time: '00:02', from_id: place.cages[writer]!, ...place.group, count: 1 },
  })
  const writers = startWriters(site, WRITERS, '/retreat', loss)
  await pause(BEFORE_MS)
  const before = writers.acknowledged.size
  console.log(`kill -9: ${await cluster.killPrimary()}`)
  await until('new writes', async () => writers.acknowledged.size > before + WRITERS)
  const again = performance.now()
  await pause(AFTER_MS)
  await writers.stop()
  await until('news on an open page', async () => page.heard() > again)
  await page.close()
  const wrong = await differing(site, writers, place)
  const seconds = longestPause(writers)
  const refused = [...writers.refused].map(([status, count]) => `${status || 'no answer'} × ${count}`).join(', ')
  console.log(
    `${writers.acknowledged.size} writes acknowledged, ${before} of them before; refused meanwhile: ${refused}`,
  )
  console.log(`writes paused for ${seconds.toFixed(1)} s; missing or doubled: ${wrong.length}`)
  await cluster.bringBack()
  console.log('the old primary follows the new one')
  const sound = await checkBooks(urls.owner)
  return [
    ...(seconds > MOST_PAUSE_S ? [`writes paused for more than ${MOST_PAUSE_S} s`] : []),
    ...(writers.refused.has(500) ? ['the application answered 500'] : []),
    ...(wrong.length > 0 ? [`not there once: ${wrong.slice(0, 5).join(' ')}`] : []),
    ...(sound ? [] : ['the books differ']),
  ]
}

await plainly(async () => {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sadok-failover-'))
  const programs = openPrograms(folder)
  let faults: string[] = ['it did not come to its end']
  try {
    faults = await drill(programs, folder)
  } finally {
    await programs.stop()
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    else console.log(`logs: ${folder}\n${tails(folder)}`)
  }
  if (faults.length > 0) throw new PlainError(faults.join('\n'))
  console.log('nothing was lost')
})

function tails(folder: string): string {
  return execFileSync('sh', ['-c', 'tail -n 5 *.log'], { cwd: folder, encoding: 'utf8' })
}
