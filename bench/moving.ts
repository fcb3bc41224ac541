/** A past of 20 000 rows that a new farm brings in, and the latency of another request in the meantime. */
import writeXlsxFile from 'write-excel-file/node'
import type { ImportDetails, ImportLine } from '../src/features/moving-in/calls/past.contract'
import { addDays } from '../src/shared/dates'
import { type App, startApp } from './app'
import { ms, spread } from './figures'
import { besides } from './imports'
import type { Run } from './run'

const CAGES = 24
const DAYS = 380
const EMAIL = 'moving@example.com'
const PASSWORD = 'переезд на понтон'
const TITLES = [
  'Дата',
  'Время',
  'Операция',
  'Садок',
  'Генерация',
  'Категория',
  'Кол-во',
  'Навеска, г',
  'Корм',
  'Корм, кг',
  'Склад',
]

type Row = (string | number | null)[]

/** A day of a cage: two feedings, a loss every other day, a weighing each month. */
function dayOf(day: number, cage: number): Row[] {
  const rest = (count: number) => Array.from({ length: count }, () => null)
  const rows: Row[] = [
    ['08:30', 'Кормление', String(cage), ...rest(4), 'Форель 4 мм', 40 + (day % 30), 'Причал'],
    ['16:30', 'Кормление', String(cage), ...rest(4), 'Форель 4 мм', 30 + (cage % 7), 'Причал'],
  ]
  if ((day + cage) % 6 === 0) rows.push(['09:10', 'Отход', String(cage), ...rest(2), 1 + (day % 9)])
  if (day % 30 === 29) rows.push(['10:00', 'Навеска', String(cage), ...rest(3), 60 + day * 2])
  return rows
}

async function bookOf(lastDay: string): Promise<{ rows: number; bytes: Buffer }> {
  const rows: Row[] = []
  for (let day = 0; day < DAYS; day++) {
    const date = addDays(lastDay, day - DAYS)
    if (day % 30 === 0)
      rows.push([date, '05:00', 'Приход', null, null, null, null, null, 'Форель 4 мм', 90_000, 'Причал'])
    for (let cage = 1; cage <= CAGES; cage++) {
      if (day === 0) rows.push([date, '06:00', 'Зарыбление', String(cage), 'Весна', 'Товарная', 20_000, 50])
      for (const row of dayOf(day, cage)) rows.push([date, ...row])
    }
  }
  const cells = [TITLES, ...rows].map((row) => row.map((value) => (value === null ? null : { value })))
  return { rows: rows.length, bytes: await writeXlsxFile(cells as never, {}).toBuffer() }
}

async function ask<T>(app: App, method: string, path: string, body?: object): Promise<T> {
  const answer = await app.send(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return JSON.parse(answer.text) as T
}

const WAITING = ['checking', 'bringing', 'undoing']

/** As the page waits for it. */
async function done(app: App, id: number): Promise<ImportDetails> {
  for (;;) {
    const book = await ask<ImportDetails>(app, 'GET', `/moving-in/${id}`)
    if (!WAITING.includes(book.state)) return book
    if (book.broken) throw new Error(`moving in: broken while ${book.state}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Does a step while somebody else reads a journal, and reports both times. */
async function step(run: Run, app: App, what: string, gate: string, work: () => Promise<ImportDetails>) {
  const path = `/retreat?start=${addDays(run.lastDay, -29)}&end=${run.lastDay}&page=1&per_page=50`
  const stop = besides({ app }, path)
  const began = performance.now()
  const book = await work()
  const took = performance.now() - began
  const { p50, p99, most } = spread(await stop())
  run.add({
    what,
    figure: `${(took / 1000).toFixed(1)} s; a journal's page meanwhile p50 ${ms(p50)}, p99 ${ms(p99)}, at most ${ms(most)}`,
    gate: `${gate}, p99 <= 60 ms`,
  })
  return book
}

async function bringAndTakeBack(run: Run, app: App): Promise<void> {
  const { rows, bytes } = await bookOf(run.lastDay)
  const seen = await step(run, app, `a past of ${rows} rows, first look`, '<= 30 s', async () => {
    const answer = await app.upload('/moving-in', {}, { name: 'past.xlsx', bytes })
    if (answer.status !== 200) throw new Error(`moving in: ${answer.status} ${answer.text.slice(0, 300)}`)
    return done(app, (JSON.parse(answer.text) as ImportLine).id)
  })
  const { id } = seen
  let book = seen
  for (let round = 1; book.questions.length > 0 && round < 5; round++) {
    const names = book.questions.map(({ list, name, create }) => ({ list, name, choice: { create } }))
    book = await step(run, app, `  names answered, checked again ${round}`, '<= 30 s', async () => {
      await ask(app, 'PUT', `/moving-in/${id}/names`, { names })
      return done(app, id)
    })
  }
  if (book.counts?.ready !== rows) throw new Error(`moving in: ${JSON.stringify(book.counts)} of ${rows}`)
  const brought = await step(run, app, '  brought in', '<= 30 s', async () => {
    await ask(app, 'POST', `/moving-in/${id}/bring`, { digest: book.digest })
    return done(app, id)
  })
  if (brought.state !== 'brought') throw new Error(`moving in: ${brought.state} ${brought.reason}`)
  const undone = await step(run, app, '  taken back', '<= 30 s', async () => {
    await ask(app, 'POST', `/moving-in/${id}/undo`)
    return done(app, id)
  })
  if (undone.state !== 'undone') throw new Error(`moving in: ${undone.state} ${undone.reason}`)
}

/** A farm of its own in a process of its own, which alone does the jobs. */
export async function measureMoving(run: Run): Promise<void> {
  await ask(run.app, 'POST', '/register', {
    company_name: 'Переезд',
    name: 'Анна',
    email: EMAIL,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  })
  await run.app.stop()
  const app = await startApp(run.databaseUrl, EMAIL, PASSWORD)
  await bringAndTakeBack(run, app).finally(() => app.stop())
}
