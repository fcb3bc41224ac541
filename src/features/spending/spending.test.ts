import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { spendingNamesCall } from '../../core/documents/kinds/spending/spending.contract'
import { generationLibrary } from '../../core/lists/libraries/generation.contract'
import { spendingCategoryLibrary } from '../../core/lists/libraries/spending-category.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import type { InputOf } from '../../shared/contract'
import { accessCalls } from '../access/sign-in/access.contract'
import { spendingTotalsCall } from './spending.contract'

const { spending } = kinds
type Typed = Partial<InputOf<typeof spending.create>>

let farm: Farm
let wages: number
let power: number
let spring: { id: number; name: string }
let autumn: { id: number; name: string }
beforeAll(async () => {
  farm = await openFarm()
  const categories = await farm.call(spendingCategoryLibrary.list, {})
  const idOf = (name: string) => categories.find((one) => one.name === name)!.id
  wages = idOf('Зарплата')
  power = idOf('Электроэнергия')
  const species = await farm.species()
  spring = await farm.generation({ species: species.id, name: 'Весна 24' })
  autumn = await farm.generation({ species: species.id, name: 'Осень 24' })
})
afterAll(() => farm.close())
beforeEach(() => farm.sql(`delete from operations where kind = 'spending'`))

const typed = (change: Typed = {}) => ({
  date: farm.daysAgo(5),
  name: 'Зарплата рыбоводов',
  amount: '1000,50',
  spending_category_id: wages,
  ...change,
})
const spend = (change: Typed = {}) => farm.call(spending.create, typed(change))
const period = () => ({ start: farm.daysAgo(30), end: farm.today() })
const page = async (filter: object = {}) => {
  const answer = await farm.call(spending.list, { ...period(), ...filter, page: 1 })
  if (Array.isArray(answer)) throw new Error('a page was asked for')
  return answer
}
const namesOf = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

describe('spending', () => {
  it('has a day, no time, and kopecks', async () => {
    const stored = await spend({ generation_id: spring.id, note: 'за май' })
    expect(stored).toMatchObject({
      date: farm.daysAgo(5),
      name: 'Зарплата рыбоводов',
      amount: 1000.5,
      spending_category_id: wages,
      spending_category_name: 'Зарплата',
      generation_id: spring.id,
      generation_name: 'Весна 24',
      note: 'за май',
      user: 'Анна Петрова',
      edit_disabled: false,
      cages: [],
    })
    expect(stored).not.toHaveProperty('cage')
    const [row] = await farm.sql(
      `select payment, moves_fish, to_char(at, 'HH24:MI') as time from operations where id = $1`,
      [stored.id],
    )
    expect(row).toEqual({ payment: 100_050, moves_fish: false, time: '00:00' })
  })

  it('of today stands from the first minute of the day, of tomorrow it is refused under its date', async () => {
    await spend({ date: farm.today() })
    const refused = await farm.call(spending.create, typed({ date: farm.daysAgo(-1) }), { expect: 422 })
    expect(Object.keys(refused.errors!)).toEqual(['date'])
  })

  it('is listed as an array, or by pages with the sum of all', async () => {
    await spend({ date: farm.daysAgo(9), amount: 0.01, name: 'Аренда' })
    await spend({ date: farm.daysAgo(8), amount: '2 000,99', name: 'Бензин' })
    await spend({ date: farm.daysAgo(31), name: 'Давно' })
    const all = await farm.call(spending.list, period())
    expect(namesOf({ rows: all as never })).toEqual(['Бензин', 'Аренда'])
    const first = await page({ per_page: 1, sort: 'amount' })
    expect(first).toMatchObject({ rows: [{ name: 'Аренда' }], total: 2, footer: { amount: 2001 } })
  })

  it.each([['-1'], ['0'], ['0,001'], ['сто'], [''], ['1e5'], [null], [1e16]])(
    'of %j roubles is refused',
    async (amount) => {
      const refused = await farm.call(spending.create, typed({ amount }), { expect: 422 })
      expect(Object.keys(refused.errors!)).toEqual(['amount'])
      expect((await page()).total).toBe(0)
    },
  )

  it('asks for a name and a category of its own company', async () => {
    const refused = async (change: Typed) =>
      (await farm.call(spending.create, typed(change), { expect: 422 })).errors ?? {}
    expect(Object.keys(await refused({ name: ' ', spending_category_id: 0 }))).toEqual(['name', 'spending_category_id'])
    const other = await farm.company()
    const [theirs] = await farm.call(spendingCategoryLibrary.list, {}, { as: other })
    expect(await refused({ spending_category_id: theirs!.id })).toEqual({
      spending_category_id: ['Статья затрат не найдена'],
    })
    expect(await refused({ generation_id: 999_999 })).toEqual({ generation_id: ['Генерация не найдена'] })
  })

  it('is changed by what is given: a generation that is left out stays, 0 is none', async () => {
    const { id } = await spend({ generation_id: spring.id })
    const renamed = await farm.call(spending.update, { id, ...typed(), name: 'Премия', amount: 7 })
    expect(renamed).toMatchObject({ name: 'Премия', amount: 7, generation_id: spring.id })
    const noted = await farm.call(spending.update, { id, note: 'за май' } as never)
    expect(noted).toMatchObject({ name: 'Премия', amount: 7, spending_category_id: wages, note: 'за май' })
    const sent = await farm.call(spending.update, { id, ...typed(), generation_id: '0' })
    expect(sent).toMatchObject({ generation_id: null, generation_name: null })
  })

  it('that was deleted or edited comes back as it was', async () => {
    const stored = await spend({ generation_id: spring.id, note: 'за май' })
    await farm.call(spending.update, { id: stored.id, ...typed(), amount: 9, generation_id: null })
    const restored = await farm.call(spending.restore, { ids: [stored.id] })
    expect(restored.rows[0]).toMatchObject({ amount: 1000.5, generation_id: spring.id, note: 'за май' })
    await farm.call(spending.remove, { id: stored.id })
    expect((await page()).total).toBe(0)
    await farm.call(spending.restore, { ids: [stored.id] })
    const { cages: _, warning: __, ...row } = stored
    expect((await page()).rows).toEqual([row])
  })

  it('before the minimal operation date is neither entered nor touched', async () => {
    const { id } = await spend({ date: farm.daysAgo(5) })
    const setting = (on: boolean) =>
      farm.call(accessCalls.companySettings, {
        'minimal-operation-date-enabled': on,
        'minimal-operation-date': farm.daysAgo(4),
      })
    await setting(true)
    const refused = await farm.call(spending.create, typed({ date: farm.daysAgo(5) }), { expect: 422 })
    expect(Object.keys(refused.errors!)).toEqual(['date'])
    await spend({ date: farm.daysAgo(4) })
    await farm.call(spending.remove, { id }, { expect: 403 })
    const [, row] = (await page()).rows
    expect(row).toMatchObject({ id, edit_disabled: true })
    await setting(false)
  })
})

describe('its filters', () => {
  beforeEach(async () => {
    await spend({ name: 'А', amount: 100, generation_id: spring.id })
    await spend({ name: 'Б', amount: 200, generation_id: autumn.id, spending_category_id: power })
    await spend({ name: 'В', amount: 0.5 })
  })
  const found = async (filter: object) => namesOf(await page({ sort: 'name', ...filter }))

  it('keep generations, and what has none', async () => {
    expect(await found({ generations_id: [spring.id] })).toEqual(['А'])
    expect(await found({ generations_id: [0] })).toEqual(['В'])
    expect(await found({ generations_id: 'Без генерации' })).toEqual(['В'])
    expect(await found({ generations_id: ['0', spring.id] })).toEqual(['А', 'В'])
    expect(await found({ generations_id: [-1] })).toEqual(['А', 'Б', 'В'])
    expect(await found({ generations_id: '' })).toEqual(['А', 'Б', 'В'])
    const wrong = { ...period(), generations_id: ['весна'] }
    expect((await farm.get('/spending', wrong)).status).toBe(422)
  })

  it('keep categories, and both together', async () => {
    expect(await found({ spending_categories_id: [power, wages] })).toEqual(['А', 'Б', 'В'])
    expect(await found({ spending_categories_id: power })).toEqual(['Б'])
    expect(await found({ spending_categories_id: wages, generations_id: [0] })).toEqual(['В'])
  })

  it('leave totals by category and by generation that are those of the list', async () => {
    const totals = (filter = {}) => farm.call(spendingTotalsCall, { ...period(), ...filter })
    expect(await totals()).toEqual({
      amount: 300.5,
      count: 3,
      by_category: [
        { spending_category_id: power, name: 'Электроэнергия', amount: 200, count: 1, share: 66.56 },
        { spending_category_id: wages, name: 'Зарплата', amount: 100.5, count: 2, share: 33.44 },
      ],
      by_generation: [
        { generation_id: autumn.id, name: 'Осень 24', amount: 200, count: 1, share: 66.56 },
        { generation_id: spring.id, name: 'Весна 24', amount: 100, count: 1, share: 33.28 },
        { generation_id: null, name: null, amount: 0.5, count: 1, share: 0.17 },
      ],
    })
    const filters = [
      {},
      { generations_id: [0] },
      { generations_id: [0, autumn.id], spending_categories_id: [wages] },
      { start: farm.daysAgo(5), end: farm.daysAgo(5) },
    ]
    for (const filter of filters) {
      const { footer, total } = await page(filter)
      const { amount, count, by_category, by_generation } = await totals(filter)
      expect([amount, count]).toEqual([footer.amount, total])
      for (const parts of [by_category, by_generation])
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
    }
    const nothing = { amount: 0, count: 0, by_category: [], by_generation: [] }
    expect(await totals({ start: farm.today() })).toEqual(nothing)
  })

  it('sums that no whole number of a computer holds are the same in both', async () => {
    for (let index = 0; index < 12; index++) await spend({ amount: '9999999900000,07' })
    const { amount } = await farm.call(spendingTotalsCall, period())
    expect(amount).toBe(119_999_998_800_301.34)
    expect((await page()).footer.amount).toBe(amount)
  })
})

describe('who may', () => {
  const own = { permissions: ['access spending', 'write spending'] as const }
  const call = (as: { cookie: string }) => ({ as, expect: 403 })

  it('read it with one right, write it with another; the rights of journals say nothing here', async () => {
    const { id } = await spend()
    const reader = await farm.user({ permissions: ['access spending', 'delete from journals'] })
    const writer = await farm.user({ permissions: [...own.permissions] })
    const stranger = await farm.user({ permissions: ['delete from journals', 'create feedings'] })
    for (const as of [reader, stranger]) {
      await farm.call(spending.create, typed(), call(as))
      await farm.call(spending.update, { id, ...typed() }, call(as))
      await farm.call(spending.remove, { id }, call(as))
      await farm.call(spending.restore, { ids: [id] }, call(as))
      await farm.call(spending.previewCreate, typed(), call(as))
      await farm.call(spending.previewRemove, { id }, call(as))
    }
    await farm.call(spending.list, period(), call(stranger))
    await farm.call(spendingTotalsCall, period(), call(stranger))
    await farm.call(spendingNamesCall, {}, call(stranger))
    expect(await farm.call(spending.list, period(), { as: reader })).toHaveLength(1)
    expect(await farm.call(spendingTotalsCall, period(), { as: reader })).toMatchObject({ count: 1 })
    // another's entry
    await farm.call(spending.update, { id, ...typed(), amount: 5 }, { as: writer })
    await farm.call(spending.remove, { id }, { as: writer })
    await farm.call(spending.restore, { ids: [id] }, { as: writer })
  })

  it('another company has nothing of it', async () => {
    const { id } = await spend()
    const as = await farm.company()
    expect(await farm.call(spending.list, period(), { as })).toEqual([])
    expect(await farm.call(spendingTotalsCall, period(), { as })).toMatchObject({ count: 0 })
    expect(await farm.call(spendingNamesCall, {}, { as })).toEqual([])
    await farm.call(spending.remove, { id }, { as, expect: 404 })
  })
})

describe('a category of spending', () => {
  it('comes ready with a company, without feed, which the warehouse knows', async () => {
    const as = await farm.company()
    const rows = await farm.call(spendingCategoryLibrary.list, {}, { as })
    expect(rows).toHaveLength(8)
    expect(rows.map(({ name }) => name)).toContain('Посадочный материал')
    expect(rows.map(({ name }) => name)).not.toContain('Корм')
  })

  it('that is used goes into the archive, not away; what was recorded for it is still taken', async () => {
    const category = await farm.call(spendingCategoryLibrary.create, { name: 'Связь', code: 'С' })
    expect(category).toMatchObject({ code: 'С', delete_disabled: false })
    await spend({ spending_category_id: category.id })
    await farm.call(spendingCategoryLibrary.remove, { id: category.id }, { expect: 409 })
    await farm.call(spendingCategoryLibrary.archiving.archive, { id: category.id })
    await spend({ spending_category_id: category.id, name: 'Интернет' })
    expect(namesOf(await page({ spending_categories_id: [category.id] }))).toHaveLength(2)
  })

  it('keeps a generation from being deleted while something was spent for it', async () => {
    const species = await farm.species()
    const generation = await farm.generation({ species: species.id })
    await spend({ generation_id: generation.id })
    await farm.call(generationLibrary.remove, { id: generation.id }, { expect: 409 })
  })

  it('has the names that were paid for in it, the usual one first', async () => {
    await spend({ name: 'Премия' })
    await spend({ name: 'Зарплата' })
    await spend({ name: 'Зарплата', date: farm.daysAgo(40) })
    await spend({ name: 'Свет', spending_category_id: power })
    const names = await farm.call(spendingNamesCall, {})
    expect(names[0]).toEqual({ name: 'Зарплата', spending_category_id: wages })
    expect(names).toHaveLength(3)
  })
})
