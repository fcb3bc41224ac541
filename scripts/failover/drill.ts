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
import { checkBooks } from '../books'
import { plainly } from '../plainly'
import { makeRoles, openPrograms, requirePrograms, startCluster, until, type Programs } from './cluster'
import { differing, longestPause, lossOf, makeFarm, startApplication, WRITERS } from './farm'
import { openPage, register, startWriters } from './writers'

const BEFORE_MS = 5000
const AFTER_MS = 10_000
const MOST_PAUSE_S = 15

async function drill(programs: Programs, folder: string): Promise<string[]> {
  const cluster = await startCluster(programs, folder)
  const urls = await makeRoles(cluster)
  const { address } = await startApplication(programs, folder, urls)
  const site = await register(address)
  const place = await makeFarm(site)
  const page = openPage(site)
  const writers = startWriters(site, WRITERS, '/retreat', lossOf(place))
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
