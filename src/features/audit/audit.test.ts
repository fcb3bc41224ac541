/** The audit journal: everything that is changed is told in words, to whoever may read it and nobody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { ageCategoryLibrary } from '../../core/lists/libraries/age-category.contract'
import { counterpartyLibrary } from '../../core/lists/libraries/counterparty.contract'
import { generationLibrary } from '../../core/lists/libraries/generation.contract'
import { locationLibrary } from '../../core/lists/libraries/location.contract'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { openPond, type Pond } from '../../testing/farm/pond'
import { TEST_PASSWORD } from '../../testing/session'
import { accessCalls } from '../access/sign-in/access.contract'
import { auditCalls, type AuditRow } from './audit.contract'
import { ENTITIES } from './entities.contract'

let pond: Pond
let farm: Pond['farm']
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())

const ever = () => ({ start: farm.daysAgo(1), end: farm.daysAgo(0), page: 1, per_page: 1000 })

interface Page {
  rows: AuditRow[]
  total: number
}
const journal = async (input: Record<string, unknown> = {}, as?: { cookie: string }) =>
  (await farm.call(auditCalls.list, { ...ever(), ...input } as never, { as })) as Page
const linesOf = async (entity: string, id: number) => (await journal({ entity, entity_id: id })).rows

async function fedCage() {
  const [cage, stock, feed] = [await pond.cage(), await farm.stock(), await farm.good()]
  await pond.stock(cage.id, 20)
  await farm.adding({ good: feed.id, stock: stock.id, count: 500, date: farm.daysAgo(19) })
  const given = { ...pond.on(3), cage_id: cage.id, feed_type_id: feed.id, stock_id: stock.id, volume: 50 }
  const feeding = await farm.call(kinds.feeding.create, given)
  return { cage, stock, feed, feeding, given }
}

describe('a change is told', () => {
  test('with what it was and what it became, in units and by names', async () => {
    const { cage, feed, feeding } = await fedCage()
    await farm.call(kinds.feeding.update, { id: feeding.id, volume: 45, note: 'перевесили' } as never)
    const [edit, made] = await linesOf('feeding', feeding.id)
    expect(edit).toMatchObject({ user: 'Анна Петрова', action: 'update', name: null })
    expect(edit!.changes).toEqual([
      { field: 'datetime', before: feeding.datetime, after: feeding.datetime },
      { field: 'cage', before: cage.number, after: cage.number },
      { field: 'good', before: feed.name, after: feed.name },
      { field: 'volume', unit: 'кг', before: 50, after: 45 },
      { field: 'note', before: null, after: 'перевесили' },
    ])
    expect(made!.changes).toContainEqual({ field: 'volume', unit: 'кг', before: null, after: 50 })
  })

  test('line by line where a document has lines', async () => {
    const [stock, feed, fuel] = [
      await farm.stock('Причал'),
      await farm.good({ name: 'Форелевый' }),
      await farm.good({ name: 'Дизель', type: 'gasoline', measure: 'liter' }),
    ]
    const first = { good_id: feed.id, amount: 100, price: 90 }
    const given = { ...pond.on(9), stock_id: stock.id, lines: [first], waybill_number: '17' }
    const receipt = await farm.call(kinds.receipt.create, given)
    const lines = [
      { ...first, amount: 120.5 },
      { good_id: fuel.id, amount: 40 },
    ]
    await farm.call(kinds.receipt.update, { ...given, id: receipt.id, lines, waybill_number: '18' })
    const [edit] = await linesOf('good_adding', receipt.id)
    expect(edit!.changes.slice(1)).toEqual([
      { field: 'waybill_number', before: '17', after: '18' },
      { field: 'line', subject: 'Форелевый, Причал', role: 'in', unit: 'кг', before: 100, after: 120.5 },
      { field: 'line', subject: 'Дизель, Причал', role: 'in', unit: 'л', before: null, after: 40 },
    ])
  })

  test('of lists by the fields that differ alone, though the log keeps both sides differently', async () => {
    const weights = { avg_weight_from: 0.1, avg_weight_to: 0.5 }
    const category = await farm.call(ageCategoryLibrary.create, { name: 'Сеголетка', ...weights })
    await farm.call(ageCategoryLibrary.update, {
      id: category.id,
      name: 'Сеголетка',
      ...weights,
      avg_weight_to: '0,75',
    })
    expect((await linesOf('age_category', category.id))[0]!.changes).toEqual([
      { field: 'avg_weight_to', before: 0.5, after: 0.75 },
    ])
    const [one, other] = [await farm.species('Форель'), await farm.species('Лосось')]
    const generation = await farm.generation({ species: one.id, name: 'Весна' })
    const { id, name } = generation
    await farm.call(generationLibrary.update, { id, name, species_id: other.id, date: generation.date })
    expect((await linesOf('generation', id))[0]!.changes).toEqual([
      { field: 'species_id', before: 'Форель', after: 'Лосось' },
    ])
    const cage = await pond.cage()
    await farm.call(cageCalls.update, { id: cage.id, volume: 120.5 } as never)
    expect((await linesOf('cage', cage.id))[0]!.changes).toEqual([{ field: 'volume', before: 100, after: 120.5 }])
    const good = await farm.good({ name: 'Тайный' })
    await farm.call(goodCalls.update, { id: good.id, name: 'Явный', type: 'feed', measure: 'kg', min_amount: 10 })
    expect((await linesOf('good', good.id))[0]!.changes).toEqual([
      { field: 'name', before: 'Тайный', after: 'Явный' },
      { field: 'min_amount', before: null, after: 10 },
    ])
    const partner = await farm.counterparty('Рыбторг')
    await farm.call(counterpartyLibrary.archiving!.archive, { id: partner.id })
    expect((await linesOf('counterparty', partner.id))[0]).toMatchObject({
      name: 'Рыбторг',
      changes: [{ field: 'archived', before: false, after: true }],
    })
  })

  test('by the names of things that are no more', async () => {
    const [old, home] = [await farm.module('Снесённый'), await farm.module('Новый')]
    const cage = await farm.cage({ location: old.id, number: '77' })
    await farm.call(cageCalls.update, { id: cage.id, location_id: home.id } as never)
    await farm.call(locationLibrary.remove, { id: old.id })
    await farm.call(cageCalls.remove, { id: cage.id })
    const [gone, moved] = await linesOf('cage', cage.id)
    expect(gone).toMatchObject({ name: '77', action: 'delete' })
    expect(gone!.changes).toContainEqual({ field: 'volume', before: 100, after: null })
    expect(moved!.changes).toEqual([{ field: 'location_id', before: 'Снесённый', after: 'Новый' }])
    expect((await linesOf('location', old.id)).map(({ name }) => name)).toEqual(['Снесённый', 'Снесённый'])
  })

  test('of settings by their titles, of a password that it was changed', async () => {
    await farm.call(accessCalls.companySettings, { 'density-limit': 25 })
    const company = farm.session.user.company.id
    expect((await linesOf('settings', company))[0]!.changes).toEqual([
      { field: 'density-limit', before: 20, after: 25 },
    ])
    const person = await farm.user({ name: 'Пётр' })
    const password = 'очень-тайное-слово'
    const change = { current: TEST_PASSWORD, password, password_confirmation: password }
    await farm.call(accessCalls.changePassword, change, { as: person })
    const [line] = await linesOf('password', person.user.id)
    expect(line).toMatchObject({ name: 'Пётр', user: 'Пётр', changes: [] })
    expect(JSON.stringify(await journal())).not.toContain(password)
  })

  test('whatever it is: nothing in the log is without words, no id without a name', async () => {
    await makeWorld(farm, farm.session, 'Всё')
    const { rows } = await journal()
    const described = rows.filter(({ entity }) => entity !== 'password')
    expect(described.filter(({ entity }) => !ENTITIES.has(entity)).map(({ entity }) => entity)).toEqual([])
    expect(described.filter(({ changes }) => changes.length === 0)).toEqual([])
    expect(described.filter(({ changes }) => JSON.stringify(changes).includes('"?"'))).toEqual([])
    expect(new Set(rows.map(({ entity }) => entity)).size).toBeGreaterThan(30)
  })
})

describe('the journal', () => {
  test('is filtered by person, thing, kind of change and period, newest first, page by page', async () => {
    const { feeding } = await fedCage()
    const helper = await farm.user({ name: 'Олег', permissions: ['delete from journals'] })
    await farm.call(kinds.feeding.remove, { id: feeding.id }, { as: helper })
    const own = await journal({ user_id: helper.user.id })
    expect(own.rows.map(({ user, entity, action }) => [user, entity, action])).toEqual([['Олег', 'feeding', 'delete']])
    const all = await journal({ entity: 'feeding' })
    expect(new Set(all.rows.map(({ entity }) => entity))).toEqual(new Set(['feeding']))
    expect(all.rows.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id).toSorted((a, b) => b - a))
    const created = await journal({ entity: 'feeding', action: 'create' })
    expect(created.total).toBeLessThan(all.total)
    const paged = await journal({ entity: 'feeding', per_page: 2, page: 2 })
    expect(paged.rows).toEqual(all.rows.slice(2, 4))
    expect(paged.total).toBe(all.total)
    expect((await journal({ start: farm.daysAgo(5), end: farm.daysAgo(2) })).total).toBe(0)
    expect((await journal({ sort: 'datetime', entity: 'feeding' })).rows.map(({ id }) => id)).toEqual(
      all.rows.map(({ id }) => id).toReversed(),
    )
  })

  test('is read by whoever has the right, and by nobody who is limited to a part of the farm', async () => {
    const [module, stock] = [await farm.module(), await farm.stock()]
    const permissions = ['view audit' as const]
    const readers = {
      worker: await farm.user({ permissions: ['create feedings', 'delete from journals'] }),
      auditor: await farm.user({ permissions }),
      ofModule: await farm.user({ permissions, locations: [module.id] }),
      ofStock: await farm.user({ permissions, stocks: [stock.id] }),
      limitedAdmin: await farm.user({ is_admin: true, locations: [module.id] }),
    }
    const statuses = await Promise.all(
      Object.entries(readers).map(async ([name, as]) => [
        name,
        (await farm.get('/audit', ever(), { as })).status,
        as.user.abilities.includes('view audit'),
      ]),
    )
    expect(statuses).toEqual([
      ['worker', 403, false],
      ['auditor', 200, true],
      ['ofModule', 403, false],
      ['ofStock', 403, false],
      ['limitedAdmin', 403, false],
    ])
    expect((await farm.get('/audit/people', {}, { as: readers.worker })).status).toBe(403)
  })

  test('tells nothing of another company', async () => {
    const { feeding } = await fedCage()
    const south = await farm.company()
    expect((await journal({ entity: 'feeding' }, south)).total).toBe(0)
    await farm.call(auditCalls.history, { entity: 'feeding', id: feeding.id }, { as: south }).then(({ rows }) => {
      expect(rows).toEqual([])
    })
  })

  test('leaves out how a person likes their own pages', async () => {
    const before = (await journal()).total
    await farm.call(accessCalls.userSettings, { 'table-style': 'striped' })
    expect((await journal()).total).toBe(before)
  })
})

describe('the history of one thing', () => {
  test('is open to whoever may read the row, with every hand it went through', async () => {
    const { feeding } = await fedCage()
    await farm.call(kinds.feeding.update, { id: feeding.id, volume: 45 } as never)
    const worker = await farm.user({ permissions: [] })
    const { rows } = await farm.call(auditCalls.history, { entity: 'feeding', id: feeding.id }, { as: worker })
    expect(rows.map(({ user, action }) => [user, action])).toEqual([
      ['Анна Петрова', 'update'],
      ['Анна Петрова', 'create'],
    ])
  })

  test('of a closed module, a closed warehouse or a right that is missing is not told, not even that there is one', async () => {
    const { cage, feeding, stock } = await fedCage()
    const [module, spending] = [await farm.module(), await farm.spendingCategory()]
    const given = { date: farm.daysAgo(1), name: 'Трос', amount: 100, spending_category_id: spending.id }
    const spent = await farm.call(kinds.spending.create, given)
    const limited = await farm.user({ locations: [module.id], stocks: [] })
    const ask = async (entity: string, id: number, as: { cookie: string }) =>
      (await farm.get(`/history/${entity}/${id}`, {}, { as })).status
    const asked: [string, number][] = [
      ['feeding', feeding.id],
      ['cage', cage.id],
      ['stock', stock.id],
      ['location', cage.location_id],
      ['spending', spent.id],
      ['user', farm.session.user.id],
      ['password', farm.session.user.id],
      ['settings', farm.session.user.company.id],
      ['tying', 1],
      ['nonsense', 1],
    ]
    for (const [entity, id] of asked) expect([entity, await ask(entity, id, limited)]).toEqual([entity, 404])
    expect(await ask('location', module.id, limited)).toBe(200)
    const accountant = await farm.user({ permissions: ['access spending'] })
    expect(await ask('spending', spent.id, accountant)).toBe(200)
    expect(await ask('cage', cage.id, accountant)).toBe(200)
  })

  test('names no cage of a closed module that the row once stood in', async () => {
    const home = await farm.module('Свой')
    const far = await farm.module('Чужой')
    const [mine, theirs] = [
      await farm.cage({ location: home.id }),
      await farm.cage({ location: far.id, number: 'Ч-1' }),
    ]
    const note = await farm.call(kinds.note.create, { ...pond.on(1), cage_id: theirs.id, text: 'Сетка' } as never)
    await farm.call(kinds.note.update, { id: note.id, cage_id: mine.id } as never)
    const limited = await farm.user({ locations: [home.id] })
    const answer = await farm.call(auditCalls.history, { entity: 'note', id: note.id }, { as: limited })
    expect(JSON.stringify(answer)).not.toContain('Ч-1')
    expect(answer.rows[0]!.changes).toContainEqual({ field: 'cage', before: '•••', after: mine.number })
  })

  test('is there for every journal and every list, and of what was deleted with the right to the whole', async () => {
    const world = await makeWorld(farm, farm.session, 'Ещё')
    const reader = await farm.user({ permissions: ['access spending', 'access workshop', 'read stocks'] })
    for (const kind of Object.values(kinds)) {
      const id = world.ids[kind.update.path]!
      const { rows } = await farm.call(auditCalls.history, { entity: kind.kind, id }, { as: reader })
      expect([kind.kind, rows.at(-1)!.action]).toEqual([kind.kind, 'create'])
    }
    const id = world.ids[kinds.note.update.path]!
    await farm.call(kinds.note.remove, { id })
    await farm.call(auditCalls.history, { entity: 'note', id }, { as: reader, expect: 404 })
    expect((await farm.call(auditCalls.history, { entity: 'note', id })).rows[0]!.action).toBe('delete')
  })
})
