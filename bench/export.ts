/** The whole farm as a file in each format, what the process holds meanwhile, and the latency of another request. */
import { EXPORT_FORMATS } from '../src/core/export/export.contract'
import { ms, spread } from './figures'
import { besides } from './imports'
import type { Run } from './run'

export async function measureExport(run: Run): Promise<void> {
  const { app, size, lastDay } = run
  const year = Number(lastDay.slice(0, 4))
  const path = `/retreat?start=${lastDay}&end=${lastDay}&page=1&per_page=50`
  for (const format of EXPORT_FORMATS) {
    const before = app.memory().now
    const stop = besides(run, path)
    const start = performance.now()
    const address = `${app.origin}/api/export-data-xml?start=${year - size.years - 1}-01-01&end=${lastDay}&format=${format}`
    const answer = await fetch(address, { headers: { cookie: app.cookie } })
    let bytes = 0
    for await (const piece of answer.body!) bytes += (piece as Uint8Array).length
    const seconds = (performance.now() - start) / 1000
    const { p50, p99, most } = spread(await stop())
    if (answer.status !== 200) throw new Error(`export as ${format}: ${answer.status}`)
    const memory = app.memory()
    run.add({
      what: `GET /export-data-xml, ${size.years} years as ${format}`,
      figure: `${seconds.toFixed(0)} s, ${Math.round(bytes / 1e6)} MB; memory ${before} → at most ${memory.most} MB; a journal's page meanwhile p50 ${ms(p50)}, p99 ${ms(p99)}, at most ${ms(most)}`,
      gate: 'p99 <= 60 ms',
    })
  }
}
