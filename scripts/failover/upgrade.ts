/**
 * npm run drill:upgrade -- FOLDER: the version before, built in that folder, and this one at work on one database for a
 * minute, eight writers on each. Tells whether everything that was acknowledged is there once.
 */
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '../../src/server/base/plain-error'
import { startEmbeddedServer } from '../../src/server/db/embedded-server'
import { checkBooks } from '../books'
import { plainly } from '../plainly'
import { openPrograms, until, type Programs } from './cluster'
import { differing, longestPause, lossOf, makeFarm, startApplication, WRITERS } from './farm'
import { openPage, register, startWriters, type Writers } from './writers'

const ALONE_MS = 5000
const TOGETHER_MS = 60_000

function together(...all: Writers[]) {
  const moments = all.flatMap((one) => one.moments).sort((a, b) => a - b)
  const refused = all.flatMap((one) => [...one.refused])
  return { moments, refused, acknowledged: new Map(all.flatMap((one) => [...one.acknowledged])) }
}

async function drill(programs: Programs, folder: string, before: string): Promise<string[]> {
  const { webUrl: web, url: owner, stop } = await startEmbeddedServer({ dataDir: folder })
  try {
    const old = await startApplication(programs, folder, { web, owner }, before)
    const site = await register(old.address)
    const place = await makeFarm(site)
    const first = startWriters(site, WRITERS, '/retreat', lossOf(place))
    await pause(ALONE_MS)
    const updated = await startApplication(programs, folder, { web, owner })
    console.log(`this version serves after ${first.acknowledged.size} writes of the one before`)
    const page = openPage(site)
    const next = { ...site, address: updated.address }
    const second = startWriters(next, WRITERS, '/retreat', lossOf(place))
    await pause(TOGETHER_MS)
    const news = performance.now()
    await until('news of one version on a page of the other', async () => page.heard() > news)
    await first.stop()
    old.application.kill('SIGTERM')
    await once(old.application, 'exit')
    await pause(ALONE_MS)
    await second.stop()
    await page.close()
    const { moments, refused, acknowledged } = together(first, second)
    const wrong = await differing(next, { acknowledged }, place)
    console.log(`writes of the version before: ${first.acknowledged.size}, of this one: ${second.acknowledged.size}`)
    console.log(`longest pause ${longestPause({ moments }).toFixed(1)} s; missing or doubled: ${wrong.length}`)
    const sound = await checkBooks(owner)
    return [
      ...refused.map(([status, count]) => `answered ${status || 'nothing'} × ${count}`),
      ...(wrong.length > 0 ? [`not there once: ${wrong.slice(0, 5).join(' ')}`] : []),
      ...(sound ? [] : ['the books differ']),
    ]
  } finally {
    await programs.stop()
    await stop()
  }
}

await plainly(async () => {
  const before = resolve(process.argv[2] ?? '')
  if (!process.argv[2] || !existsSync(join(before, 'dist', 'server', 'main.server.js')))
    throw new PlainError('Нужна папка собранной прежней версии. / The folder of the version before, built, is needed.')
  const folder = mkdtempSync(join(tmpdir(), 'sadok-upgrade-'))
  // When this runs as root, the database's own account has to pass.
  chmodSync(folder, 0o711)
  const faults = await drill(openPrograms(folder), folder, before)
  rmSync(folder, { recursive: true, force: true })
  if (faults.length > 0) throw new PlainError(faults.join('\n'))
  console.log('nothing was lost')
})
