/** Operations that many people enter at one moment have nothing to do with each other. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../server/db/client'
import { checkLedger } from '../../server/db/ledger/check'
import { openPond, type Pond } from '../../testing/farm/pond'
import type { Answer, Session } from '../../testing/session'
import { ledgerReading } from './kinds/kinds.server'

let pond: Pond
let farm: Pond['farm']
let database: Database
/** modules, each with four cages of 1 000 fish */
let modules: { id: number; cages: { id: number }[] }[]

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  database = openDatabase(farm.database.url, 1)
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

beforeEach(async () => {
  modules = []
  for (const module of [await farm.module(), await farm.module()]) {
    const cages = await Promise.all([1, 2, 3, 4].map(() => farm.cage({ location: module.id })))
    for (const cage of cages) await pond.stock(cage.id, 5, 1000)
    modules.push({ id: module.id, cages })
  }
})

const person = (locations?: number[]) => farm.user({ is_admin: true, locations })

const cages = () => modules.flatMap((module) => module.cages)

interface Loss {
  cage: number
  count?: number
  day?: number
  as?: Session
  key?: string
}
const lose = ({ cage, count = 1, day = 0, as = farm.session, key = randomUUID() }: Loss) =>
  farm.post('/retreat', { ...pond.on(day, '00:00'), from_id: cage, ...pond.group, count }, { as, key })

interface Told {
  id: number
  count: number
  from: { id: number; count: number }
  cages: { id: number; count: number }[]
}
const told = ({ body }: Answer) => body as Told
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

async function check(): Promise<string[]> {
  const { id } = farm.session.user.company
  return database.transaction(id, (tx) => checkLedger(tx, id, ledgerReading))
}

describe('losses of many cages at one moment', () => {
  test('are each answered for themselves, under their own names', async () => {
    const crew = [await person(), await person(), await person()] as const
    const posts = cages().map(({ id }, index) => ({
      cage: id,
      count: index + 1,
      as: crew[index % 3]!,
      key: randomUUID(),
    }))
    const answers = await Promise.all(posts.map(lose))
    expect(answers.map((answer) => [answer.status, told(answer).count])).toEqual(posts.map(({ count }) => [200, count]))
    expect(answers.map((answer) => told(answer).cages.map(({ id, count }) => [id, count]))).toEqual(
      posts.map(({ cage, count }) => [[cage, 1000 - count]]),
    )
    const ids = answers.map((answer) => told(answer).id)
    const stored = await farm.sql<{ id: number; user_id: number }>(
      'select id, user_id from operations where id = any($1::bigint[])',
      [ids],
    )
    const audited = await farm.sql<{ entity_id: number; user_id: number }>(
      `select entity_id, user_id from audit_log where action = 'create' and entity = 'retreat' and entity_id = any($1::bigint[])`,
      [ids],
    )
    const authors = posts.map(({ as }, index) => `${ids[index]} ${as.user.id}`).sort()
    expect(stored.map(({ id, user_id }) => `${id} ${user_id}`).sort()).toEqual(authors)
    expect(audited.map(({ entity_id, user_id }) => `${entity_id} ${user_id}`).sort()).toEqual(authors)
    // the answer of each is kept for its repetition
    const again = await Promise.all(posts.map(lose))
    expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text))
    expect(await check()).toEqual([])
  })

  test('of one cage come one after another', async () => {
    const [cage] = cages() as [{ id: number }]
    const answers = await Promise.all(Array.from({ length: 8 }, () => lose({ cage: cage.id, count: 100 })))
    expect(statuses(answers)).toEqual(Array(8).fill(200))
    expect(await pond.cageNow(cage.id)).toMatchObject({ count: 200 })
    const after = await farm.sql<{ count_after: number }>(
      'select count_after from fish_entries where operation_id = any($1::bigint[]) order by at, operation_id',
      [answers.map((answer) => told(answer).id)],
    )
    expect(after.map(({ count_after }) => count_after)).toEqual([900, 800, 700, 600, 500, 400, 300, 200])
    expect(await check()).toEqual([])
  })

  test('of one cage are refused from where there is no fish left', async () => {
    const [cage] = cages() as [{ id: number }]
    const answers = await Promise.all(Array.from({ length: 8 }, () => lose({ cage: cage.id, count: 300 })))
    expect(statuses(answers).sort()).toEqual([200, 200, 200, 422, 422, 422, 422, 422])
    expect(await pond.cageNow(cage.id)).toMatchObject({ count: 100 })
  })

  test('with the same key are one', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      cages().map(({ id }, index) => lose(index < 3 ? { cage: cages()[0]!.id, key } : { cage: id })),
    )
    expect(statuses(answers)).toEqual(Array(8).fill(200))
    expect(new Set(answers.slice(0, 3).map(({ text }) => text)).size).toBe(1)
    expect(await pond.cageNow(cages()[0]!.id)).toMatchObject({ count: 999 })
  })
})

describe('what is wrong with one is nobody else’s matter', () => {
  /** All cages lose a fish at once, the third as told; the others must be stored. */
  async function amongOthers(odd: Partial<Loss>): Promise<Answer> {
    const answers = await Promise.all(cages().map(({ id }, index) => lose({ cage: id, ...(index === 2 && odd) })))
    const others = answers.filter((_, index) => index !== 2)
    expect(statuses(others)).toEqual(Array(7).fill(200))
    expect(others.map((answer) => told(answer).from.count)).toEqual(Array(7).fill(999))
    expect(await check()).toEqual([])
    return answers[2]!
  }

  test('more fish than there is', async () => {
    const refused = await amongOthers({ count: 1001 })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('не хватает 1 шт')
  })

  test('a loss of the past, with much behind it', async () => {
    const [, , third] = cages() as { id: number }[]
    await lose({ cage: third!.id, day: 1, count: 10 })
    const late = await amongOthers({ day: 3, count: 20 })
    expect([late.status, told(late).from.count]).toEqual([200, 970])
  })

  test('a weighing of the past that goes on into other cages', async () => {
    const [first, second, third] = cages() as [{ id: number }, { id: number }, { id: number }]
    await pond.move(first.id, second.id, 2, 500)
    const weigh = (cage_id: number, day: number) =>
      farm.post('/weight', { ...pond.on(day), cage_id, avg_weight: 0.4 }, { key: randomUUID() })
    const answers = await Promise.all([weigh(first.id, 3), weigh(third.id, 1), weigh(cages()[3]!.id, 1)])
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect(answers.map((answer) => told(answer).cages.map(({ id }) => id))).toEqual([
      [first.id, second.id],
      [third.id],
      [cages()[3]!.id],
    ])
    expect(await check()).toEqual([])
  })

  test('a session that has ended', async () => {
    const as = await person()
    await farm.sql('delete from sessions where user_id = $1', [as.user.id])
    expect((await amongOthers({ as })).status).toBe(401)
  })

  test('a module that is not one’s own', async () => {
    const [mine, theirs] = modules as [(typeof modules)[0], (typeof modules)[0]]
    const as = await person([mine.id])
    expect((await amongOthers({ as, cage: theirs.cages[0]!.id })).status).toBe(403)
  })

  test('a cage that they may not see, while they enter what they may', async () => {
    const as = await person([modules[0]!.id])
    const own = await amongOthers({ as })
    expect(told(own).cages.map(({ id }) => id)).toEqual([modules[0]!.cages[2]!.id])
  })

  test('a cage that someone holds', async () => {
    const [, , third] = cages() as { id: number }[]
    const company = farm.session.user.company.id
    await farm.sql('select pg_advisory_lock($1, $2)', [company, third!.id])
    const answers = cages().map(({ id }) => lose({ cage: id }))
    const others = await Promise.all(answers.filter((_, index) => index !== 2))
    expect(statuses(others)).toEqual(Array(7).fill(200))
    await farm.sql('select pg_advisory_unlock($1, $2)', [company, third!.id])
    expect((await answers[2]!).status).toBe(200)
  })
})

describe('feedings from one warehouse at one moment', () => {
  const days = (good: { id: number }) =>
    farm.sql('select closing, lowest from stock_days where good_id = $1 order by day', [good.id])

  /** A good of which there are 50 kg, and what feeds it. */
  async function newFeed() {
    const [good, stock] = [await farm.good(), await farm.stock()]
    await farm.adding({ good: good.id, stock: stock.id, count: 50, date: farm.daysAgo(2) })
    const feed = (cage: number, volume = 10) =>
      farm.post(
        '/feeding',
        { ...pond.on(0, '00:00'), cage_id: cage, feed_type_id: good.id, stock_id: stock.id, volume, appetite: 3 },
        { key: randomUUID() },
      )
    return { good, feed }
  }
  const [START, SMALLEST] = [50_000_000, 2_000_000]

  test('close their day as one after another would', async () => {
    const { good, feed } = await newFeed()
    await feed(cages()[0]!.id, 8)
    const answers = await Promise.all(cages().map(({ id }) => feed(id, 5)))
    expect(statuses(answers)).toEqual(Array(8).fill(200))
    expect(await days(good)).toEqual([
      { closing: START, lowest: START },
      { closing: SMALLEST, lowest: SMALLEST },
    ])
    expect(await check()).toEqual([])
  })

  test('are stored as far as the feed lasts', async () => {
    const { good, feed } = await newFeed()
    await feed(cages()[0]!.id, 8)
    const answers = await Promise.all(cages().map(({ id }) => feed(id)))
    expect(statuses(answers).sort()).toEqual([200, 200, 200, 200, 422, 422, 422, 422])
    expect(await days(good)).toEqual([
      { closing: START, lowest: START },
      { closing: SMALLEST, lowest: SMALLEST },
    ])
    expect(await check()).toEqual([])
  })
})
