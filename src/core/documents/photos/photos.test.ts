/** Photographs of documents through the API: who adds, sees and removes them, and what is refused. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { addPhoto, pngOf } from '../../../testing/pictures/photo'
import { send, type Session } from '../../../testing/session'
import { kinds } from '../kinds/kinds.contract'
import { photosJob } from './photos-job.server'
import { photoCalls } from './photos.contract'

let pond: Pond
let farm: Pond['farm']
let loss: { id: number; from_id: number }
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())

beforeEach(async () => {
  const cage = await pond.cage()
  await pond.stock(cage.id, 20)
  loss = await pond.lose(cage.id, 3, 12)
})

interface Sent {
  as?: Session
  key?: string
  name?: string
  id?: number
}
const sendPhoto = (bytes: Buffer, { id = loss.id, name = 'IMG_1.jpg', ...options }: Sent = {}) =>
  farm.upload(photoCalls.add.path.replace('{id}', String(id)), { name, bytes }, {}, options)
const list = (as?: Session) => farm.call(photoCalls.list, { id: loss.id }, { as })
const idsOf = async (as?: Session) => (await list(as)).rows.map(({ id }) => id)
const open = (id: number, as?: Session) => farm.get(`/photos/${id}`, {}, { as: as ?? farm.session })
const journal = () =>
  farm.call(kinds.retreat.list, { start: farm.daysAgo(9), end: farm.today(), cages_id: [loss.from_id] } as never)
const counts = async () => ((await journal()) as { photos: number }[]).map(({ photos }) => photos)

describe('a photograph of a loss', () => {
  test('is in the journal and opens as what it is', async () => {
    const bytes = pngOf(64, 48)
    const { status, body } = await sendPhoto(bytes)
    expect([status, body]).toMatchObject([200, { width: 64, height: 48, size: bytes.length, user: 'Анна Петрова' }])
    expect(await counts()).toEqual([1])
    const { id } = body as { id: number }
    const file = await open(id)
    expect(file.bytes).toEqual(bytes)
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename*=UTF-8''${id}.png`,
      'cache-control': 'private, max-age=86400, immutable',
    })
  })

  test('comes once, however often it is sent', async () => {
    const [one, two] = [await sendPhoto(pngOf(9, 9), { key: 'k1' }), await sendPhoto(pngOf(9, 9), { key: 'k1' })]
    expect(two.text).toBe(one.text)
    expect((await sendPhoto(pngOf(9, 9), { key: 'k2' })).status).toBe(200)
    expect(await counts()).toEqual([1])
    expect((await sendPhoto(pngOf(9, 8), { key: 'k1' })).status).toBe(409)
  })

  test('is on record, and so is taking it away', async () => {
    const id = await addPhoto(farm, farm.session, loss.id)
    await farm.call(photoCalls.remove, { id })
    const lines = await farm.sql(
      `select action, coalesce(after, before) as told from audit_log where entity = 'photo' and entity_id = $1 order by id`,
      [id],
    )
    const told = { kind: 'retreat', operation_id: loss.id, size: expect.any(Number) as number }
    expect(lines).toEqual([
      { action: 'create', told },
      { action: 'delete', told },
    ])
    expect(await counts()).toEqual([0])
    expect((await open(id)).status).toBe(404)
    await farm.call(photoCalls.remove, { id }, { expect: 404 })
  })

  test('no more than four', async () => {
    for (const width of [1, 2, 3, 4]) expect((await sendPhoto(pngOf(width, 5))).status).toBe(200)
    const fifth = await sendPhoto(pngOf(5, 5))
    expect([fifth.status, fifth.body]).toMatchObject([
      422,
      { errors: { file: [expect.stringContaining('не больше 4')] } },
    ])
    expect((await sendPhoto(pngOf(4, 5))).status).toBe(200)
    expect((await list()).add_disabled_reason).toContain('не больше 4')
    expect(await counts()).toEqual([4])
  })

  test('four at once at the limit: no fifth slips in', async () => {
    for (const width of [1, 2, 3]) await sendPhoto(pngOf(width, 5))
    const answers = await Promise.all([11, 12, 13, 14].map((width) => sendPhoto(pngOf(width, 5))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

describe('an operation that is deleted', () => {
  test('hides its photographs and has them again when it comes back', async () => {
    const id = await addPhoto(farm, farm.session, loss.id)
    await farm.call(kinds.retreat.remove, { id: loss.id })
    expect((await open(id)).status).toBe(404)
    await farm.call(photoCalls.list, { id: loss.id }, { expect: 404 })
    await runJob()
    await farm.call(kinds.retreat.restore, { ids: [loss.id] } as never)
    await runJob()
    expect(await idsOf()).toEqual([id])
  })

  test('loses them when it stays away', async () => {
    const id = await addPhoto(farm, farm.session, loss.id)
    await farm.call(kinds.retreat.remove, { id: loss.id })
    const stored = () => farm.sql('select gone_at is not null as gone from operation_photos where id = $1', [id])
    await runJob()
    expect(await stored()).toEqual([{ gone: true }])
    await farm.sql(`update operation_photos set gone_at = gone_at - interval '2 hours'`)
    await runJob()
    expect(await stored()).toEqual([])
  })
})

/** As its hour has come. */
const runJob = async (of = farm) => {
  await of.sql('delete from pgboss.job')
  await of.due(photosJob)
}

describe('who', () => {
  test('another company sees, adds and removes nothing', async () => {
    const id = await addPhoto(farm, farm.session, loss.id)
    const as = await farm.company()
    expect((await open(id, as)).status).toBe(404)
    expect((await sendPhoto(pngOf(3, 3), { as })).status).toBe(404)
    await farm.call(photoCalls.list, { id: loss.id }, { as, expect: 404 })
    await farm.call(photoCalls.remove, { id }, { as, expect: 404 })
    expect(await idsOf()).toEqual([id])
  })

  test('a person of other modules neither', async () => {
    const id = await addPhoto(farm, farm.session, loss.id)
    const other = await farm.module()
    const as = await farm.user({ permissions: ['delete from journals', 'create retreats'], locations: [other.id] })
    expect((await open(id, as)).status).toBe(404)
    expect((await sendPhoto(pngOf(3, 3), { as })).status).toBe(404)
    await farm.call(photoCalls.list, { id: loss.id }, { as, expect: 404 })
    await farm.call(photoCalls.remove, { id }, { as, expect: 404 })
  })

  test('who may not read the journal neither', async () => {
    const stock = await farm.stock()
    const feed = await farm.good()
    const { id: receipt } = (await farm.call(kinds.receipt.create, {
      ...pond.on(4),
      stock_id: stock.id,
      lines: [{ good_id: feed.id, amount: 10 }],
    } as never)) as { id: number }
    const id = await addPhoto(farm, farm.session, receipt)
    const as = await farm.user({ permissions: ['create retreats', 'delete from journals'] })
    expect((await open(id, as)).status).toBe(404)
    await farm.call(photoCalls.remove, { id }, { as, expect: 404 })
  })

  test('whoever recorded it adds and removes their own, though they change no rows; others only look', async () => {
    const as = await farm.user({ permissions: ['create retreats'] })
    const values = { ...pond.on(2), from_id: loss.from_id, ...pond.group, count: 5 }
    const { id: own } = (await farm.call(kinds.retreat.create, values as never, { as })) as { id: number }
    const id = await addPhoto(farm, as, own)
    expect((await sendPhoto(pngOf(3, 3), { as })).status).toBe(403)
    const office = await addPhoto(farm, farm.session, loss.id)
    await farm.call(photoCalls.remove, { id: office }, { as, expect: 403 })
    expect(await list(as)).toMatchObject({
      rows: [{ delete_disabled_reason: expect.any(String) as string }],
      add_disabled_reason: expect.any(String) as string,
    })
    expect((await open(office, as)).status).toBe(200)
    await farm.call(photoCalls.remove, { id }, { as })
  })
})

describe('is refused and stores nothing:', () => {
  test.each([
    ['a text that calls itself a picture', Buffer.from('Мёртвая рыба. '.repeat(50)), 'Это не фотография'],
    ['a picture that is cut off', pngOf(30, 30).subarray(0, -20), 'повреждена'],
    ['a bomb', pngOf(9, 9, [], { width: 100_000, height: 100_000 }), 'слишком велика'],
    ['more than two megabytes', Buffer.alloc(2_000_001, 1), 'не больше 2 МБ'],
  ])('%s', async (_, bytes, text) => {
    const { status, body, headers } = await sendPhoto(bytes)
    expect([status, body]).toMatchObject([422, { errors: { file: [expect.stringContaining(text)] } }])
    expect(headers).not.toHaveProperty('x-sadok-key')
    expect(await counts()).toEqual([0])
  })

  test('fifty megabytes, of which nothing is read', async () => {
    const { status, text } = await send(farm.app, {
      method: 'POST',
      path: `/documents/${loss.id}/photos`,
      body: '--x\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' },
      cookie: farm.session.cookie,
    })
    expect([status, text]).toEqual([422, expect.stringContaining('не больше 2 МБ')])
  })

  test('a photograph of a day before the earliest', async () => {
    await farm.sql(`update operations set at = at - interval '30 years' where id = $1`, [loss.id])
    await farm.sql(`update operations set user_id = null where id = $1`, [loss.id])
    expect((await sendPhoto(pngOf(3, 3))).status).toBe(403)
  })
})

test('what is sent of photographs counts against the day', async () => {
  const on = await farm.process({ limits: { calls: Infinity, rows: Infinity, bytes: 1500 } })
  const path = `/documents/${loss.id}/photos`
  const sent = async (width: number) => {
    const file = { name: 'a.png', bytes: pngOf(width, 5, [['iCCP', Buffer.alloc(1600)]]) }
    return (await send(on, { method: 'POST', path, file, body: {}, cookie: farm.session.cookie })).status
  }
  expect([await sent(21), await sent(22)]).toEqual([200, 429])
})

test('in a folder: the file lies there and not in the database, and goes when no photograph names it', async () => {
  const filesDir = await mkdtemp(join(tmpdir(), 'sadok-files-'))
  const other = await openPond({ filesDir })
  try {
    const cage = await other.cage()
    await other.stock(cage.id, 20)
    const { id: row } = await other.lose(cage.id, 3, 12)
    const id = await addPhoto(other.farm, other.farm.session, row)
    expect(await other.farm.sql('select bytes from operation_photos')).toEqual([{ bytes: null }])
    const own = join(filesDir, String(other.farm.session.user.company.id))
    const [name] = await readdir(own)
    expect((await other.farm.get(`/photos/${id}`)).bytes).toEqual(pngOf(8, 6))
    await utimes(join(own, name!), 0, 0)
    await runJob(other.farm)
    expect(await readdir(own)).toEqual([name])
    await other.farm.call(photoCalls.remove, { id })
    await runJob(other.farm)
    expect(await readdir(own)).toEqual([])
  } finally {
    await other.farm.close()
    await rm(filesDir, { recursive: true, force: true })
  }
})
