/** The farm that writers of a drill work on, and the application that serves it. */
import { join } from 'node:path'
import { projectRoot } from '../../src/server/base/project-root'
import { freePort } from '../../src/server/db/embedded/free-port'
import { type Programs, until } from './cluster'
import { call, type Site, type Writers } from './writers'

export const WRITERS = 8
const FISH = 10_000_000

export interface Place {
  cages: number[]
  group: { generation_id: number; age_category_id: number }
  date: string
}

/** A cage for each writer, with more fish than they can lose. */
export async function makeFarm(site: Site): Promise<Place> {
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

/** Starts what was built in `root`; answers its process and address. */
export async function startApplication(
  programs: Programs,
  folder: string,
  urls: { web: string; owner: string },
  root = projectRoot,
) {
  const port = String(await freePort())
  const application = programs.start('sadok', process.execPath, [join(root, 'dist', 'server', 'main.server.js')], {
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
  return { application, address }
}

/** One loss of one fish for each writer's own cage. */
export const lossOf =
  ({ cages, group, date }: Place) =>
  (writer: number) => ({
    ...{ date, time: '00:02', from_id: cages[writer % WRITERS]!, ...group, count: 1 },
  })

/** The longest time without an acknowledged write, in seconds. */
export function longestPause({ moments }: Pick<Writers, 'moments'>): number {
  const steps = moments.slice(1).map((moment, index) => moment - moments[index]!)
  return Math.max(0, ...steps) / 1000
}

/** What was acknowledged and is not there once. */
export async function differing(
  site: Site,
  { acknowledged }: Pick<Writers, 'acknowledged'>,
  { cages, date }: Place,
): Promise<string[]> {
  const counted = new Map<string, number[]>()
  for (const cage of cages) {
    const query = new URLSearchParams({ start: date, end: date, cages_id: String(cage) })
    for (const { id, note } of await call<{ id: number; note: string }[]>(site, 'GET', `/retreat?${query}`))
      counted.set(note, [...(counted.get(note) ?? []), id])
  }
  const wrong = [...acknowledged].filter(([key, id]) => String(counted.get(key)) !== String(id)).map(([key]) => key)
  return [...wrong, ...[...counted.keys()].filter((key) => !acknowledged.has(key))]
}
