/** Growth: what a feeding adds to the fish, by what it was recorded with. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrowingPond, openGrowingPond, seasonOf } from '../../../../testing/farm/growing-pond'
import { openDatabase } from '../../../../server/db/client'
import { checkLedger } from '../../../../server/db/ledger/check'
import { kinds } from '../kinds.contract'
import { ledgerReading } from '../kinds.server'

interface Weighing {
  date: string
  time: string
  avg_weight: number
  user: string | null
}

let pond: GrowingPond
beforeAll(async () => {
  pond = await openGrowingPond()
  await pond.measure(40, 12)
})
afterAll(() => pond.farm.close())

/** A cage of 10 000 fish of 0.2 kg since 30 days ago. */
async function stocked(day = 30, count = 10_000, average = 0.2) {
  const { id } = await pond.cage()
  await pond.stock(id, day, count, average)
  return id
}
const massNow = async (cage: number) => (await pond.cageNow(cage)).weight

describe('a feeding', () => {
  test('grows the fish by feed / FCR of the norms of the feed that is given', async () => {
    const [cage, feed] = [await stocked(), await pond.feed([1, 1.05, 1.2])]
    const { cage: answered, ...row } = await pond.fed(cage, feed, 20, 30)
    expect(answered!.weight).toBe(2028.571429)
    expect(answered!.avg_weight).toBe(0.202857)
    expect(answered!.count).toBe(10_000)
    expect(row).toMatchObject({ growth: 28.571429, temperature: 12, temperature_source: 'последний замер' })
    expect((await pond.cageOn(cage, 21)).weight).toBe(2000)
  })

  test('grows nothing where growth is off, the feed has no norms or no row for the fish', async () => {
    const [bare, feed, small] = [await pond.feed(), await pond.feed([1, 1, 1]), await stocked(30, 10, 6)]
    const cage = await stocked()
    await pond.fed(cage, bare, 20, 30)
    await pond.fed(small, feed, 20, 1)
    expect([await massNow(cage), await massNow(small)]).toEqual([2000, 60])
    await pond.grow(false)
    await pond.fed(cage, feed, 19, 30)
    expect(await massNow(cage)).toBe(2000)
    await pond.grow(true)
  })

  test('without norms of its own grows by those of the feed that is assigned to the cage', async () => {
    const [cage, given, assigned] = [await stocked(), await pond.feed(), await pond.feed([1, 2, 2])]
    await pond.farm.sql(
      `insert into feed_calcs (company_id, name, good_id, starts_on, strategy, cage_ids)
        values ($1, 'Расчёт', $2, '2020-01-01', 'PreviousStrategy', array[$3::int])`,
      [pond.farm.session.user.company.id, assigned, cage],
    )
    await pond.fed(cage, given, 20, 30)
    expect(await massNow(cage)).toBe(2015)
  })

  test('takes the temperature of its day: cold water makes growth dearer', async () => {
    const [cage, feed] = [await stocked(), await pond.feed([1, 1, 1])]
    await pond.measure(10, 6.4)
    await pond.fed(cage, feed, 10, 22)
    expect(await massNow(cage)).toBe(2020)
    await pond.measure(9, 12)
  })

  test('is split between the groups of the cage by their biomass, to the milligram', async () => {
    const [cage, feed] = [await stocked(30, 1000, 0.3), await pond.feed([1, 0.9, 1])]
    const other = await pond.farm.category('Крупная')
    await pond.farm.call(kinds.stocking.create, {
      ...pond.on(29),
      to_id: cage,
      generation_id: pond.group.generation_id,
      age_category_id: other.id,
      count: 1000,
      avg_weight: 0.4,
    })
    await pond.fed(cage, feed, 20, 10)
    const { groups, weight } = await pond.cageNow(cage)
    expect(weight).toBe(711.111111)
    expect(groups.map((group) => group.weight).sort()).toEqual([304.761905, 406.349206])
  })

  test('is refused where there is no fish, like one that grows nothing', async () => {
    const [cage, feed] = [await stocked(), await pond.feed([1, 1, 1])]
    const early = { ...pond.on(31), cage_id: cage, feed_type_id: feed, stock_id: pond.store, volume: 1 }
    const refused = await pond.farm.call(kinds.feeding.create, early, { expect: 422 })
    expect(refused.message).toContain('нет рыбы')
  })
})

describe('the past', () => {
  test('is moved by a feeding that is entered late, and by taking it back', async () => {
    const [cage, feed] = [await stocked(30, 1000, 0.199), await pond.feed([1, 2, 2])]
    await pond.fed(cage, feed, 15, 4)
    expect(await massNow(cage)).toBe(203)
    // at 0.2 kg the second row holds, where growth costs twice as much
    const { id } = await pond.fed(cage, feed, 20, 1)
    expect(await massNow(cage)).toBe(202)
    await pond.farm.call(kinds.feeding.remove, { id })
    expect(await massNow(cage)).toBe(203)
  })

  test('stays when norms, temperatures or calculations change; a later feeding takes the new ones', async () => {
    const [cage, feed] = [await stocked(), await pond.feed([1, 1, 1])]
    await pond.fed(cage, feed, 20, 10)
    await pond.norms(feed, seasonOf([2, 2, 2]))
    await pond.fed(cage, feed, 19, 10)
    expect(await massNow(cage)).toBe(2015)
  })

  test('keeps its norms through an edit of the amount, and takes today’s for another day, cage or feed', async () => {
    const [cage, feed] = [await stocked(), await pond.feed([1, 1, 1])]
    const { id, ...row } = await pond.fed(cage, feed, 20, 10)
    await pond.norms(feed, seasonOf([2, 2, 2]))
    const typed = { id, cage_id: cage, feed_type_id: feed, stock_id: row.stock_id, time: row.time }
    await pond.farm.call(kinds.feeding.update, { ...typed, date: row.date, volume: 20 })
    expect(await massNow(cage)).toBe(2020)
    await pond.farm.call(kinds.feeding.update, { ...typed, date: pond.farm.daysAgo(18), volume: 20 })
    expect(await massNow(cage)).toBe(2010)
    await pond.farm.call(kinds.feeding.restore, { ids: [id] })
    expect(await massNow(cage)).toBe(2020)
    await pond.farm.call(kinds.feeding.remove, { id })
    await pond.farm.call(kinds.feeding.restore, { ids: [id] })
    expect(await massNow(cage)).toBe(2020)
  })

  test('is taken up by a weighing, and carried on by a transfer at the book average', async () => {
    const [from, to, feed] = [await stocked(), await pond.cage(), await pond.feed([1, 1, 1])]
    await pond.move(from, to.id, 10, 5000)
    await pond.weigh(from, 5, 0.3)
    await pond.fed(from, feed, 20, 100)
    expect(await massNow(to.id)).toBe(1050)
    expect(await massNow(from)).toBe(1500)
  })
})

test('the journal of weighings shows one of the system for each day with growth, which nobody changes', async () => {
  const [cage, feed] = [await stocked(), await pond.feed([1, 1, 1])]
  const journal = async (more: object = {}) => {
    const period = { start: pond.farm.daysAgo(20), end: pond.farm.daysAgo(15), cages_id: [cage] }
    return pond.farm.call(kinds.weighing.list, { ...period, page: 1, per_page: 10, sort: 'datetime', ...more })
  }
  await pond.fed(cage, feed, 20, 10, '08:00')
  const { id } = await pond.fed(cage, feed, 20, 10, '18:00')
  await pond.weigh(cage, 18, 0.21)
  await pond.fed(cage, feed, 16, 30)
  const shown = (await journal({ show_system: true })) as { rows: Weighing[]; total: number }
  expect(shown.total).toBe(3)
  expect(shown.rows.map(({ date, time, avg_weight, user }) => [date, time, avg_weight, user])).toEqual([
    [pond.farm.daysAgo(20), '23:59', 0.202, null],
    [pond.farm.daysAgo(18), '10:00', 0.21, 'Анна Петрова'],
    [pond.farm.daysAgo(16), '23:59', 0.213, null],
  ])
  expect(shown.rows[0]).toMatchObject({ edit_disabled: true, delete_disabled: true, count: null, weight: null })
  expect(await journal()).toMatchObject({ total: 1 })
  const several = { show_system: true, cages_id: [cage, await stocked()] }
  expect(await journal(several)).toEqual(shown)
  expect(await journal({ show_system: true, sort: '-avg_weight', per_page: 1 })).toMatchObject({
    rows: [{ avg_weight: 0.213 }],
  })
  await pond.farm.call(kinds.feeding.remove, { id })
  expect(await journal({ show_system: true, per_page: 1 })).toMatchObject({ rows: [{ avg_weight: 0.201 }], total: 3 })
})

test('many cages at once grow by one reading of norms, and the ledger says the same as a replay', async () => {
  const feed = await pond.feed([1, 1, 1])
  const cages = [await stocked(), await stocked(), await stocked()]
  const rows = Object.fromEntries(
    cages.map((id, index) => [id, { feed_type_id: feed, stock_id: pond.store, volume: index + 1 }]),
  )
  const answer = await pond.farm.post('/feedings', { ...pond.on(3, '12:00'), batch: rows })
  expect(answer.status).toBe(200)
  expect(await Promise.all(cages.map(massNow))).toEqual([2001, 2002, 2003])
  const company = pond.farm.session.user.company.id
  const database = openDatabase(pond.farm.database.webUrl, 1)
  const found = await database.transaction(company, (tx) => checkLedger(tx, company, ledgerReading))
  await database.close()
  expect(found).toEqual([])
})
