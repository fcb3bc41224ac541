/** kill -9 in the middle of what takes long: an import that is being written, a file that is being sent. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { type ImportDetails, pastCalls } from '../src/features/moving-in/calls/past.contract'
import { workbookOf } from '../src/testing/workbook'
import { addressOf, startApp } from './app'
import { callAs, registerFarm, sqlIn } from './farm'

let folder: string
let app: ChildProcess
let base: string
let farm: Awaited<ReturnType<typeof registerFarm>>

const start = async () => {
  app = startApp({ DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' })
  base = await addressOf(app)
}
const kill = async () => {
  app.kill('SIGKILL')
  await once(app, 'exit')
}
/** Calls to the process that runs now. */
const call: ReturnType<typeof callAs> = (endpoint, input) => callAs(farm, base)(endpoint, input)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-kill-'))
  chmodSync(folder, 0o711)
  await start()
  farm = await registerFarm('Долгое', base)
})
afterAll(async () => {
  app.kill('SIGTERM')
  await once(app, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

const LOSSES = 6000
const TITLES = ['Дата', 'Время', 'Операция', 'Садок', 'Генерация', 'Категория', 'Количество', 'Навеска, кг']

function book() {
  const moment = (place: number) => {
    const at = new Date(Date.UTC(2024, 0, 2) + place * 60 * 60_000)
    const text = at.toISOString()
    return [text.slice(0, 10), text.slice(11, 16)]
  }
  const lost = (place: number) => [...moment(place), 'Отход', '1', null, null, 1, null]
  return {
    Лист: [
      TITLES,
      ['2024-01-01', '08:00', 'Зарыбление', '1', 'Весна', 'Товарная', 10_000, 0.1],
      ...Array.from({ length: LOSSES }, (_, place) => lost(place)),
    ],
  }
}

async function upload(): Promise<ImportDetails> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await workbookOf(book()))]), 'прошлое.xlsx')
  const headers = { cookie: `sadok_session=${farm.cookie}` }
  const answer = await fetch(`${base}/api${pastCalls.upload.path}`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
  return settled(((await answer.json()) as { id: number }).id)
}

const read = (id: number) => call(pastCalls.one, { id })
async function settled(id: number): Promise<ImportDetails> {
  await expect
    .poll(async () => (await read(id)).state, { timeout: 120_000, interval: 250 })
    .not.toMatch(/checking|bringing/)
  return read(id)
}
const fish = async () => (await call(cageCalls.list, {})).reduce((sum, { count }) => sum + count, 0)
const stored = () => sqlIn<{ count: number }>(folder, `select count(*)::int from operations where kind = 'retreat'`)

test('of an import that was being written nothing stands, and the next process writes all of it once', async () => {
  let seen = await upload()
  for (let round = 0; seen.questions.length > 0 && round < 5; round++) {
    const names = seen.questions.map(({ list, name, create }) => ({ list, name, choice: { create: create! } }))
    await call(pastCalls.choose, { id: seen.id, names })
    seen = await settled(seen.id)
  }
  expect(seen.counts).toMatchObject({ ready: LOSSES + 1, wrong: 0 })
  await call(pastCalls.bring, { id: seen.id, digest: seen.digest! })
  const working = () =>
    sqlIn(folder, `select from pg_stat_activity where state <> 'idle' and query ilike '%insert into operations%'`)
  await expect.poll(async () => (await working()).length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  await kill()
  await start()
  expect(await read(seen.id)).toMatchObject({ state: 'bringing', broken: false })
  expect((await stored())[0]!.count).toBe(0)
  expect(await settled(seen.id)).toMatchObject({ state: 'brought', reason: null })
  expect([await fish(), (await stored())[0]!.count]).toEqual([10_000 - LOSSES, LOSSES])
}, 300_000)

test('a file that was being sent breaks off, and the next process sends the whole of it', async () => {
  const ask = () =>
    fetch(`${base}/api/export-data-xml?start=01.01.2024&end=31.12.2024&format=xml`, {
      headers: { cookie: `sadok_session=${farm.cookie}` },
    })
  const cut = await ask()
  const reader = cut.body!.getReader()
  await reader.read()
  await kill()
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow()
  await start()
  const whole = await (await ask()).text()
  const [, losses] = /<retreats>(.*)<\/retreats>/s.exec(whole)!
  expect(losses!.match(/<row>/g)).toHaveLength(LOSSES)
  expect(whole.endsWith('</sadok>\n')).toBe(true)
}, 120_000)
