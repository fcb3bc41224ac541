/** Memory of the process after a day of mixed work. */
import { addDays, showDay, timeOf, wallClock } from '../src/shared/dates'
import { CATEGORY, FEEDS, placesOf, STOCKS } from './farm-plan'
import { load } from './figures'
import { TIME_ZONE } from './load'
import { livingGroups } from './posts'
import type { Run } from './run'

const REQUESTS = 10_000
const JOURNALS = ['retreat', 'feeding', 'weight', 'transfer']

const pick = (most: number) => Math.floor(Math.random() * most)

function mixedCalls({ app, size, lastDay }: Run, groups: Map<number, number>) {
  const day = () => addDays(lastDay, -30 - pick(size.years * 365 - 60))
  const now = () => {
    const instant = wallClock(TIME_ZONE)
    return { date: showDay(instant), time: timeOf(instant) }
  }
  const cages = placesOf(size).open
  const journal = (start: string) =>
    `/${JOURNALS[pick(4)]}?start=${start}&end=${addDays(start, 29)}&page=${1 + pick(3)}&per_page=50`
  const retreat = (cage: number) => {
    const group = { generation_id: groups.get(cage), age_category_id: CATEGORY }
    return app.send('POST', '/retreat', { ...now(), from_id: cage, ...group, count: 1 })
  }
  const feeding = (cage: number) => {
    const good = { feed_type_id: 1 + pick(FEEDS), stock_id: 1 + pick(STOCKS) }
    return app.send('POST', '/feeding', { ...now(), cage_id: cage, ...good, volume: 0.1 })
  }
  return [
    () => app.send('GET', '/cages'),
    () => app.send('GET', `/cages-on-date?date=${day()}`),
    () => app.send('GET', journal(day())),
    () => retreat(cages[pick(cages.length)]!),
    () => feeding(cages[pick(cages.length)]!),
  ]
}

export async function measureMemory(run: Run): Promise<void> {
  const calls = mixedCalls(run, await livingGroups(run))
  let left = REQUESTS
  const work = async () => {
    const { status, ms, text } = await calls[pick(calls.length)]!()
    if (status !== 200) throw new Error(`${status} ${text}`)
    return ms
  }
  await load(8, Infinity, work, () => left-- > 0)
  const { now, most } = run.app.memory()
  const figure = `${now} MB (at most ${most} MB)`
  run.add({ what: `memory of the app after ${REQUESTS} mixed requests`, figure, gate: '<= 150 MB' })
}
