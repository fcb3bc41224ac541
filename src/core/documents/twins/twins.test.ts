/** Two devices that knew the same and did the same: both records stand, both are marked, a person decides. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ANSWER_HEADER, DEVICE_HEADER, type Endpoint, KNOWN_HEADER } from '../../../shared/contract'
import { noticesCall } from '../../../shared/notices/notices'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import type { Session } from '../../../testing/session'
import { kinds } from '../kinds/kinds.contract'
import { twinCalls } from './twins.contract'

let farm: Farm
let cage: { id: number }
let other: { id: number }
let barge: { id: number }
let shore: { id: number }
let feed: { id: number }
let group: { generation_id: number; age_category_id: number }
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

beforeEach(async () => {
  const module = await farm.module()
  cage = await farm.cage({ location: module.id })
  other = await farm.cage({ location: module.id })
  const [species, category] = [await farm.species(), await farm.category()]
  const generation = await farm.generation({ species: species.id })
  group = { generation_id: generation.id, age_category_id: category.id }
  barge = await farm.stock()
  shore = await farm.stock()
  feed = await farm.good()
  await farm.adding({ good: feed.id, stock: barge.id, count: 1000, date: farm.daysAgo(20) })
  const stocked = { date: farm.daysAgo(15), time: '08:00', to_id: cage.id, ...group, count: 1000, avg_weight: 0.2 }
  await farm.call(kinds.stocking.create, stocked)
})

interface Device {
  id: string
  /** what it has last heard of the farm */
  known: string
}

/** A device that reads the farm now. */
const device = async (id: string = randomUUID()): Promise<Device> => ({
  id,
  known: String((await farm.get('/cages')).headers[ANSWER_HEADER]),
})

/** Records as that device. */
async function record({ path }: Endpoint, values: object, { id, known }: Device, as?: Session) {
  const headers = { [DEVICE_HEADER]: id, [KNOWN_HEADER]: known }
  const answer = await farm.post(path, values, { headers, as: as ?? farm.session })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return answer.body as { id: number; doubled: boolean }
}

const on = (days = 1, time = '09:00') => ({ date: farm.daysAgo(days), time })
const ration = (volume = 160, days = 1, time?: string) => ({
  ...on(days, time),
  cage_id: cage.id,
  feed_type_id: feed.id,
  stock_id: barge.id,
  volume,
})
/** From the barge to the shore. */
const moved = (good_id: number, to_stock_id = shore.id) => ({
  ...on(),
  stock_id: barge.id,
  to_stock_id,
  lines: [{ good_id, amount: 40 }],
})
const period = () => ({ start: farm.daysAgo(3), end: farm.daysAgo(0) })
const marked = async (kind: 'feeding' | 'retreat' | 'transfer' | 'stocktake' | 'move', cages_id?: number[]) => {
  const rows = (await farm.call(kinds[kind].list as (typeof kinds)['feeding']['list'], { ...period(), cages_id })) as {
    id: number
    doubled: boolean
  }[]
  return rows.filter(({ doubled }) => doubled).map(({ id }) => id)
}
const told = async (as?: Session) =>
  (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'doubled').map(({ text }) => text)

/** Everything so far is older than what a device hears now, also by a transaction under way. */
const longAgo = () => farm.sql(`update operations set created_at = created_at - interval '1 hour'`)

describe('two devices that could not know of each other', () => {
  test('give the same ration: both stand and both are marked, in the journal, in the answer and in the bell', async () => {
    const [one, two] = [await device(), await device()]
    const first = await record(kinds.feeding.create, ration(), one)
    expect(first.doubled).toBe(false)
    const second = await record(kinds.feeding.create, ration(155, 1, '09:20'), two)
    expect(second.doubled).toBe(true)
    expect((await marked('feeding', [cage.id])).sort()).toEqual([first.id, second.id].sort())
    expect((await told())[0]).toMatch(/^Возможно, записано дважды: садок .+, кормление\. .+ и /)
  })

  test('one deleted, the other is a record like all others', async () => {
    const [one, two] = [await device(), await device()]
    const first = await record(kinds.feeding.create, ration(), one)
    const second = await record(kinds.feeding.create, ration(), two)
    await farm.call(kinds.feeding.remove, { id: second.id })
    expect(await marked('feeding', [cage.id])).toEqual([])
    expect((await farm.sql('select 1 from operations where id = $1', [first.id])).length).toBe(1)
  })

  test('both kept by whoever may change them, and that is on record', async () => {
    const [one, two] = [await device(), await device()]
    const first = await record(kinds.feeding.create, ration(), one)
    await record(kinds.feeding.create, ration(), two)
    const stranger = await farm.user({ permissions: ['create feedings'] })
    await farm.call(twinCalls.keep, { id: first.id }, { as: stranger, expect: 403 })
    expect(await marked('feeding', [cage.id])).toHaveLength(2)
    await farm.call(twinCalls.keep, { id: first.id })
    expect(await marked('feeding', [cage.id])).toEqual([])
    expect(
      await farm.sql(`select after from audit_log where entity_id = $1 and action = 'update'`, [first.id]),
    ).toEqual([{ after: { doubled: [] } }])
    await farm.call(twinCalls.keep, { id: first.id }, { expect: 404 })
  })

  test.each([
    ['a loss', 'retreat', () => ({ ...on(), from_id: cage.id, ...group, count: 12 })],
    ['a transfer', 'transfer', () => ({ ...on(), from_id: cage.id, to_id: other.id, ...group, count: 12 })],
    ['a move', 'move', () => moved(feed.id)],
    ['a count', 'stocktake', () => ({ ...on(), stock_id: barge.id, lines: [{ good_id: feed.id, amount: 990 }] })],
  ] as const)('%s', async (_, kind, values) => {
    const [one, two] = [await device(), await device()]
    const ids = [(await record(kinds[kind].create, values(), one)).id]
    ids.push((await record(kinds[kind].create, values(), two)).id)
    expect(await marked(kind)).toEqual(expect.arrayContaining(ids))
  })

  test('but not moves of one good to two places', async () => {
    const [one, two] = [await device(), await device()]
    await record(kinds.move.create, moved(feed.id), one)
    const elsewhere = await record(kinds.move.create, moved(feed.id, (await farm.stock()).id), two)
    expect(elsewhere.doubled).toBe(false)
  })

  test('a pair of counts is told only to those who may read the warehouse', async () => {
    const counts = async (as: Session) => (await told(as)).filter((text) => text.includes('инвентаризация')).length
    expect(await counts(await farm.user({ permissions: ['read stocks'] }))).toBe(1)
    expect(await counts(await farm.user({ permissions: [] }))).toBe(0)
  })
})

describe('nothing is marked', () => {
  test('when the device had heard of it', async () => {
    await record(kinds.feeding.create, ration(), await device())
    await longAgo()
    const second = await record(kinds.feeding.create, ration(), await device())
    expect(second.doubled).toBe(false)
  })

  test('when its own device did it twice', async () => {
    const one = await device()
    await record(kinds.feeding.create, ration(), one)
    expect((await record(kinds.feeding.create, ration(), one)).doubled).toBe(false)
  })

  test('of another cage, day, good or number', async () => {
    const [one, two] = [await device(), await device()]
    await record(kinds.feeding.create, ration(), one)
    await record(kinds.feeding.create, ration(160, 2), two)
    const loss = (count: number) => ({ ...on(), from_id: cage.id, ...group, count })
    await record(kinds.retreat.create, loss(12), one)
    await record(kinds.retreat.create, loss(13), two)
    expect([...(await marked('feeding', [cage.id])), ...(await marked('retreat', [cage.id]))]).toEqual([])
  })

  test('by a program, which tells neither device nor knowledge', async () => {
    const one = await device()
    await record(kinds.feeding.create, ration(), one)
    await farm.call(kinds.feeding.create, ration())
    expect(await marked('feeding', [cage.id])).toEqual([])
  })
})

test('nobody hears of cages outside of their modules', async () => {
  const [one, two] = [await device(), await device()]
  await record(kinds.feeding.create, ration(), one)
  const { id } = await record(kinds.feeding.create, ration(), two)
  const elsewhere = await farm.module()
  const limited = await farm.user({ permissions: ['delete from journals'], locations: [elsewhere.id] })
  expect((await told(limited)).filter((text) => text.includes('садок'))).toEqual([])
  await farm.call(twinCalls.keep, { id }, { as: limited, expect: 403 })
})
