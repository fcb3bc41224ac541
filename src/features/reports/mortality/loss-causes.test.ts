/** What fish died of: told with the loss, found by it, added up by month, and counted where nobody knows it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retreatBatch } from '../../../core/documents/batch/batch.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { lossCauseLibrary } from '../../../core/lists/libraries/loss-cause.contract'
import { addressOf, labelsOf, tableOf } from '../../../shared/report/series-table'
import type { SeriesReport } from '../../../shared/report/report'
import { openPond, type Pond } from '../../../testing/farm/pond'
import * as reports from '../reports.contract'
import { lossCalendarCall } from './loss-calendar.contract'

let pond: Pond
let cage: number
let other: number
let period: { start: string; end: string }
const cause: Record<string, number> = {}

/** Of 10 000 fish of 200 g: 6 by injury, 1 by disease, 3 of what nobody knows, and 5 of another cage. */
beforeAll(async () => {
  pond = await openPond()
  const { farm, group, on, stock, lose } = pond
  period = { start: farm.daysAgo(3), end: farm.daysAgo(2) }
  for (const { id, name } of await farm.call(lossCauseLibrary.list, {})) cause[name] = id
  cage = (await pond.cage()).id
  other = (await pond.cage()).id
  for (const one of [cage, other]) await stock(one, 60)
  const died = (count: number, of: string) =>
    farm.call(kinds.retreat.create, { ...on(3), from_id: cage, ...group, count, loss_cause_id: cause[of] })
  await died(6, 'Травма')
  await died(1, 'Болезнь')
  await lose(cage, 3, 3)
  await lose(other, 2, 5)
})
afterAll(() => pond.farm.close())

const losses = (asked: object = {}) =>
  pond.farm.call(kinds.retreat.list, { ...period, page: 1, per_page: 100, ...asked }) as Promise<{
    rows: { id: number; count: number; loss_cause_name: string | null }[]
    footer: Record<string, number>
  }>

it('a new farm has a short list, which it may change; what is used stays', async () => {
  const { farm } = pond
  expect(Object.keys(cause)).toEqual([
    'Болезнь',
    'Нехватка кислорода',
    'Паразиты',
    'Перегрев воды',
    'Прочее',
    'Травма',
    'Хищники',
  ])
  const own = await farm.call(lossCauseLibrary.create, { name: 'Чайки' })
  await farm.call(lossCauseLibrary.remove, { id: own.id })
  const refused = await farm.call(lossCauseLibrary.remove, { id: cause['Травма']! }, { expect: 409 })
  expect(refused.message).toBe('Причину нельзя удалить: по ней есть отходы.')
})

describe('a loss', () => {
  it('is found by its cause, and by none', async () => {
    const names = async (...ids: number[]) =>
      (await losses({ loss_causes_id: ids, sort: 'count' })).rows.map(({ loss_cause_name }) => loss_cause_name)
    expect(await names(cause['Травма']!)).toEqual(['Травма'])
    expect(await names(0)).toEqual([null, null])
    expect(await names(0, cause['Болезнь']!)).toEqual(['Болезнь', null, null])
    const sorted = (await losses({ sort: 'loss_cause_name' })).rows.map(({ loss_cause_name }) => loss_cause_name)
    expect(sorted).toEqual(['Болезнь', 'Травма', null, null])
  })

  it('keeps its cause when an edit leaves it out, and loses it when it is emptied', async () => {
    const { farm, group, on } = pond
    const made = { ...on(20), from_id: cage, ...group, count: 2, loss_cause_id: cause['Хищники'] }
    const { id } = await farm.call(kinds.retreat.create, made)
    const edited = await farm.call(kinds.retreat.update, { id, count: 3 } as never)
    expect(edited).toMatchObject({ count: 3, loss_cause_id: cause['Хищники'] })
    const emptied = await farm.call(kinds.retreat.update, { id, loss_cause_id: null } as never)
    expect(emptied).toMatchObject({ count: 3, loss_cause_id: null, loss_cause_name: null })
    await farm.call(kinds.retreat.remove, { id })
  })

  it('has no cause of another farm', async () => {
    const { farm, group, on } = pond
    const as = await farm.company()
    const [theirs] = await farm.call(lossCauseLibrary.list, {}, { as })
    const made = { ...on(20), from_id: cage, ...group, count: 2, loss_cause_id: theirs!.id }
    const refused = await farm.call(kinds.retreat.create, made, { expect: 422 })
    expect(refused.errors).toEqual({ loss_cause_id: ['Причина отхода не найдена'] })
  })

  it('of many cages has one in each row', async () => {
    const { farm, group, on } = pond
    const batch = {
      [cage]: { ...group, count: 1, loss_cause_id: cause['Паразиты'] },
      [other]: { ...group, count: 1 },
    }
    const { rows } = await farm.call(retreatBatch.create, { ...on(10), batch })
    expect(rows.map(({ loss_cause_name }) => loss_cause_name)).toEqual(['Паразиты', null])
    await farm.call(retreatBatch.remove, { ids: rows.map(({ id }) => id) })
  })
})

describe('the report by cause', () => {
  const tableFor = async (report: SeriesReport) => {
    const answer = await pond.farm.call(report.call, period)
    const table = tableOf(report.definition, answer, labelsOf(answer, 'month', 'ru'), { columns: [], of: () => ({}) })
    return { answer, table }
  }

  it('adds up pieces and kilograms, those that nobody knows last, with their share', async () => {
    const { table } = await tableFor(reports.retreatsByCauses)
    expect(table.rows.map(({ name, total, share }) => [name, total, share])).toEqual([
      ['Болезнь', 1, 6.67],
      ['Травма', 6, 40],
      ['Неизвестна', 8, 53.33],
    ])
    const { table: mass } = await tableFor(reports.retreatsByCausesWeight)
    expect(mass.rows.map(({ name, total }) => [name, total])).toEqual([
      ['Болезнь', 0.2],
      ['Травма', 1.2],
      ['Неизвестна', 1.6],
    ])
  })

  it('opens the journal of just these losses', async () => {
    const { definition } = reports.retreatsByCauses
    const { answer, table } = await tableFor(reports.retreatsByCauses)
    const filtered = { ...period, cages: null, module: null, own: {} }
    for (const row of table.rows) {
      const address = new URL(addressOf(definition, answer, table.placeOf(row, 'total')!, filtered)!, 'http://farm')
      const ids = JSON.parse(address.searchParams.get('causesId')!) as number[]
      expect((await losses({ loss_causes_id: ids })).footer.count).toBe(row.total)
      expect(table.placeOf(row, 'share')).toBeNull()
    }
  })
})

describe('the calendar', () => {
  it('has each day of each cage on which fish died, with the share of that morning', async () => {
    const { farm } = pond
    const { cages, ...days } = await farm.call(lossCalendarCall, period)
    expect(days).toEqual(period)
    expect(cages.map(({ cage_id, ...of }) => [cage_id, of.days, of.dead, of.dead_percent])).toEqual([
      [cage, [0], [10], [0.1]],
      [other, [1], [5], [0.05]],
    ])
  })

  it('is of open modules alone, and of a year at most', async () => {
    const { farm } = pond
    const module = await farm.module('Пролив')
    const as = await farm.user({ permissions: ['access reports'], locations: [module.id] })
    expect((await farm.call(lossCalendarCall, period, { as })).cages).toEqual([])
    const long = { start: farm.daysAgo(400), end: farm.daysAgo(0) }
    expect((await farm.call(lossCalendarCall, long, { expect: 422 })).errors).toHaveProperty('end')
  })
})
