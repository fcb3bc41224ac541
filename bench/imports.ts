/** A file of 10 000 rows from Excel, and the latency of another request in the meantime. */
import writeXlsxFile from 'write-excel-file/node'
import { addDays } from '../src/shared/dates'
import { ms, spread } from './figures'
import type { Run } from './run'

const ROWS = 10_000
const TITLES = ['Дата', 'Время', 'Вода, °C, 2 м', 'Кислород, мг/л, 2 м']

/** Eight rows a day, the last of them on `lastDay`. */
async function fileOf(lastDay: string): Promise<Buffer> {
  const rows = Array.from({ length: ROWS }, (_, index) => [
    { value: new Date(`${addDays(lastDay, -Math.floor(index / 8))}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' },
    { value: `${String(1 + (index % 8) * 2).padStart(2, '0')}:30` },
    { value: Math.round(80 + 40 * Math.sin(index / 100)) / 10 },
    { value: Math.round(100 + 10 * Math.cos(index / 50)) / 10 },
  ])
  return writeXlsxFile([TITLES.map((value) => ({ value })), ...rows] as never, {}).toBuffer()
}

/** Repeats the same request until told to stop: answers its latencies. */
export function besides({ app }: Pick<Run, 'app'>, path: string) {
  const times: number[] = []
  let going = true
  const work = async () => {
    while (going) times.push((await app.send('GET', path)).ms)
  }
  const working = work()
  return async () => {
    going = false
    await working
    return times
  }
}

/** Sends the file, checks the answer, and reports its time with the latencies of a journal's page meanwhile. */
async function load(run: Run, what: string, file: Buffer, location_id: number, preview: number, gate?: string) {
  const path = `/retreat?start=${addDays(run.lastDay, -29)}&end=${run.lastDay}&page=1&per_page=50`
  for (let turn = 0; turn < 20; turn++) await run.app.send('GET', path)
  const stop = besides(run, path)
  const answer = await run.app.upload(
    '/upload-measurements',
    { location_id, preview },
    { name: 'bench.xlsx', bytes: file },
  )
  const times = await stop()
  const { created } = JSON.parse(answer.text) as { created: number }
  if (answer.status !== 200 || created !== 2 * ROWS)
    throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
  const { p50, p99, most } = spread(times)
  run.add({
    what,
    figure: `${(answer.ms / 1000).toFixed(2)} s; a journal's page meanwhile p50 ${ms(p50)}, p99 ${ms(p99)}, at most ${ms(most)}`,
    gate,
  })
}

export async function measureImport(run: Run): Promise<void> {
  const { rows } = await run.admin.query<{ id: number }>('select min(id) as id from locations')
  const { id } = rows[0]!
  for (const [name, measure_type] of [
    ['Вода', 'temperature'],
    ['Кислород', 'oxygen'],
  ])
    await run.app.send('POST', '/measure-parameters', { name, measure_type, depth: [2], location_id: id })
  const file = await fileOf(run.lastDay)
  await load(run, `preview of ${ROWS} rows, ${2 * ROWS} readings`, file, id, 1)
  await load(run, `import of ${ROWS} rows, ${2 * ROWS} readings`, file, id, 0, '<= 5 s')
  await run.admin.query('delete from measurements')
  await run.admin.query('delete from measure_parameters')
}
