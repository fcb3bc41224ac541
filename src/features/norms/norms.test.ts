import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { normCalls, NORMS_FAILED } from '../../core/feeding/norms.contract'
import { feedBrandLibrary } from '../../core/lists/libraries/feed-brand.contract'
import { sentSeason } from '../../testing/feeding/any-norms'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { auditCalls, type AuditRow } from '../audit/audit.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

let last = 0
const feed = async () => (await farm.good({ name: `Корм ${++last}` })).id
const brand = async () => (await farm.call(feedBrandLibrary.create, { name: `Марка ${++last}` })).id
const year = (rate?: number) => [sentSeason([1, 6], [30, 9], rate), sentSeason([1, 10], [31, 5])]
const versions = async (feedTypeId: number) =>
  (await farm.call(normCalls.editing, { owner: 'feed', owner_id: feedTypeId })).versions
const linesOf = async (entity: string, entity_id: number) => {
  const period = { start: farm.daysAgo(1), end: farm.daysAgo(0), page: 1, per_page: 100 }
  return ((await farm.call(auditCalls.list, { ...period, entity, entity_id })) as { rows: AuditRow[] }).rows
}

describe('norms of a feed', () => {
  test('are answered as they were saved, with weights in grams and kilograms', async () => {
    const feedTypeId = await feed()
    expect(await farm.call(normCalls.ofFeed, { feedTypeId })).toEqual([])
    const saved = await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year() })
    expect(await farm.call(normCalls.ofFeed, { feedTypeId })).toEqual(saved)
    expect(saved).toHaveLength(2)
    expect(saved[0]!.range).toEqual({ from: { day: 1, month: 6 }, to: { day: 30, month: 9 } })
    expect(saved[0]!.table[1]).toEqual({
      weight: { min_g: 100, max_g: 250.5, min: 0.1, max: 0.2505 },
      feed_conversion_rate: 1.1,
      feeding_rates: { 2: 0.3, 6: 1.1, 10: 1.7 },
    })
    expect(saved[0]!.temperature_fcr).toEqual({ 2: 1.2, 6: 1, 10: 1 })
  })

  test('are a new version with each change, and the same one when nothing changed', async () => {
    const feedTypeId = await feed()
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year() })
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year(1.8) })
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year(1.8) })
    const [newest, first, ...others] = await versions(feedTypeId)
    expect(others).toEqual([])
    expect([newest!.user_name, newest!.sets]).toEqual(['Анна Петрова', 2])
    const old = await farm.call(normCalls.editing, { owner: 'feed', owner_id: feedTypeId, version: first!.version })
    expect(old.rates[0]!.table[0]!.feeding_rates[6]).toBe(1.5)
    expect([old.latest, old.version]).toEqual([newest!.version, first!.version])
    const [edit] = await linesOf('feed_norms', feedTypeId)
    expect(edit!.changes).toEqual([
      { field: 'rates', before: ['01.06–30.09 · 50–100 · 6° = 1,5'], after: ['01.06–30.09 · 50–100 · 6° = 1,8'] },
    ])
  })

  test('that somebody else has saved meanwhile are not written over', async () => {
    const feedTypeId = await feed()
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year(), version: 0 })
    const version = (await versions(feedTypeId))[0]!.version
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year(1.6), version })
    for (const stale of [version, 0]) {
      const refused = await farm.call(
        normCalls.saveOfFeed,
        { feedTypeId, rates: year(1.9), version: stale },
        { expect: 409 },
      )
      expect(refused.message).toContain('сохранил кто-то другой')
    }
    expect((await farm.call(normCalls.ofFeed, { feedTypeId }))[0]!.table[0]!.feeding_rates[6]).toBe(1.6)
  })

  test('say under its field what is wrong with a cell, and stay as they were', async () => {
    const feedTypeId = await feed()
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year() })
    const wrong = year()
    wrong[0]!.table[1]!.feeding_rates[6] = 'много'
    delete wrong[1]!.temperature_fcr[10]
    wrong[1]!.table[0]!.weight.max_g = 20
    const refused = await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: wrong }, { expect: 422 })
    expect(refused.message).toBe(NORMS_FAILED)
    expect(refused.errors).toEqual({
      'rates.0.table.1.feeding_rates.6': ['Не число: много'],
      'rates.1.table.0.weight.max_g': ['Должно быть больше начала навески'],
      'rates.1.temperature_fcr.10': ['Заполните поле'],
    })
    for (const rates of [undefined, null, 'нормы', {}, [1], [[]], [{ table: {}, range: 5 }], Array(5000).fill({})])
      await farm.call(normCalls.saveOfFeed, { feedTypeId, rates }, { expect: 422 })
    expect(await versions(feedTypeId)).toHaveLength(1)
  })

  test('leave parts of the year out, which is told', async () => {
    const feedTypeId = await feed()
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: [sentSeason([1, 6], [30, 9])] })
    const { gaps, matching } = await farm.call(normCalls.editing, { owner: 'feed', owner_id: feedTypeId })
    expect([gaps, matching]).toEqual([['01.10–31.05'], 'nearest'])
  })

  test('are deleted with their sets, unless a calculation that goes on needs them', async () => {
    const feedTypeId = await feed()
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year() })
    const company = farm.session.user.company.id
    await farm.sql(
      `insert into feed_calcs (company_id, name, good_id, starts_on, strategy)
       values ($1, 'Летний откорм', $2, current_date - 10, 'PreviousStrategy')`,
      [company, feedTypeId],
    )
    const refused = await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: [] }, { expect: 409 })
    expect(refused.message).toBe('Нормы нельзя удалить: корм назначен расчётом «Летний откорм».')
    // one of two may go
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year().slice(0, 1) })
    await farm.sql('update feed_calcs set archived_at = now() where company_id = $1', [company])
    expect(await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: [] })).toEqual([])
    const [gone] = await linesOf('feed_norms', feedTypeId)
    expect([gone!.action, gone!.changes]).toEqual([
      'delete',
      [{ field: 'seasons', before: ['01.06–30.09'], after: null }],
    ])
  })

  test('are taken from a brand as they stand there', async () => {
    const [feedTypeId, feedBrandId] = [await feed(), await brand()]
    const none = await farm.call(normCalls.take, { feedTypeId, feedBrandId }, { expect: 409 })
    expect(none.message).toBe('У этой марки нет норм кормления.')
    const brands = await farm.call(normCalls.saveOfBrand, { brandId: feedBrandId, rates: year(2.2) })
    expect(await farm.call(normCalls.take, { feedTypeId, feedBrandId })).toEqual(brands)
    await farm.call(normCalls.saveOfBrand, { brandId: feedBrandId, rates: year(3) })
    expect(await farm.call(normCalls.ofFeed, { feedTypeId })).toEqual(brands)
    const [taken] = await linesOf('feed_norms', feedTypeId)
    expect(taken!.changes.find(({ field }) => field === 'feed_brand_id')!.after).toMatch(/^Марка/)
  })
})

test('norms of another farm, of a medicine and of nothing are not found', async () => {
  const foreign = await farm.company()
  const good = await farm.good({ name: 'Корм соседа', as: foreign })
  const medicine = await farm.good({ name: 'Соль', type: 'medicine' })
  for (const feedTypeId of [good.id, medicine.id, 2_000_000_000]) {
    await farm.call(normCalls.ofFeed, { feedTypeId }, { expect: 404 })
    await farm.call(normCalls.saveOfFeed, { feedTypeId, rates: year() }, { expect: 404 })
  }
  const own = await feed()
  const foreignBrand = (await farm.call(feedBrandLibrary.create, { name: 'Чужая' }, { as: foreign })).id
  await farm.call(normCalls.take, { feedTypeId: own, feedBrandId: foreignBrand }, { expect: 404 })
  expect((await farm.call(goodCalls.list, {}))[own]).toBeDefined()
})
