/** Saved views: what they keep, who may do what with them, and that their file is the page's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cell, readWorkbook } from '../../../e2e/xlsx'
import { journalSources } from '../../core/reports/sheets/journal-source.contract'
import { libraries } from '../../core/lists/library.contract'
import { reportSources } from '../reports/sheets/sources.contract'
import { openTwoModules, type TwoModules } from '../../testing/farm/two-modules'
import { PAGES, type PageName } from '../../shared/pages'
import type { Session } from '../../testing/session'
import { viewCalls, VIEWED, type ViewRow } from './kept/views.contract'

let world: TwoModules
let farm: TwoModules['farm']
let colleague: Session
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
  colleague = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
})
afterAll(() => farm.close())

const FEBRUARY = { start: '01.02.2026', end: '28.02.2026' }
type New = Partial<Parameters<typeof farm.call<typeof viewCalls.create>>[1]>
const make = (name: string, more: New = {}, as?: { cookie: string }) =>
  farm.call(viewCalls.create, { page: 'retreatReports', name, query: FEBRUARY, ...more }, as ? { as } : {})
const listed = async (as?: { cookie: string }) => farm.call(viewCalls.list, {}, as ? { as } : {})
const download = ({ id }: Pick<ViewRow, 'id'>, as: { cookie: string } = farm.session) =>
  farm.get(`/report-views/${id}/file`, {}, { as })
const fileOf = async (view: Pick<ViewRow, 'id'>, as?: { cookie: string }) => {
  const { status, bytes } = await download(view, as)
  expect(status).toBe(200)
  return new Map([...readWorkbook(bytes)].map(([name, rows]) => [name, rows.map((row) => row.map(valueOf))]))
}
const valueOf = (cell: Cell) => cell && ('text' in cell ? cell.text : cell.number)

describe('whose', () => {
  it('one of one’s own is seen by nobody else, a shared one by all', async () => {
    const own = await make('Мой отход')
    const shared = await make('Общий отход', { shared: true })
    expect(own).toMatchObject({ own: true, can_change: true, page_title: 'Отчёты по отходам', closed: null })
    const seen = await listed(colleague)
    expect(seen.map(({ name }) => name)).toEqual(['Общий отход'])
    expect(seen[0]).toMatchObject({ own: false, can_change: false, user: 'Анна Петрова' })
    const changed = { name: 'Чужое', query: FEBRUARY, tables: {}, shared: true }
    await farm.call(viewCalls.update, { ...changed, id: own.id }, { as: colleague, expect: 404 })
    await farm.call(viewCalls.update, { ...changed, id: shared.id }, { as: colleague, expect: 403 })
    await farm.call(viewCalls.remove, { id: shared.id }, { as: colleague, expect: 403 })
    expect((await download(own, colleague)).status).toBe(404)
  })

  it('whoever sets up the farm looks after what others share, and cannot hide it from themselves', async () => {
    const theirs = await make('Коллеги', { shared: true }, colleague)
    const fields = { id: theirs.id, query: FEBRUARY, tables: {}, shared: false }
    const changed = await farm.call(viewCalls.update, { ...fields, name: 'Исправлен' })
    expect(changed).toMatchObject({ name: 'Исправлен', shared: true, own: false, can_change: true })
    await farm.call(viewCalls.remove, { id: theirs.id })
    expect((await listed(colleague)).map(({ name }) => name)).not.toContain('Исправлен')
  })

  it('a page whose right a person lacks cannot be saved, nor read by another’s view', async () => {
    await farm.call(
      viewCalls.create,
      { page: 'goodTurnover', name: 'Склад', query: FEBRUARY },
      { as: colleague, expect: 403 },
    )
    const stocks = await make('Ведомость', { page: 'goodTurnover', shared: true })
    const seen = (await listed(colleague)).find(({ id }) => id === stocks.id)
    expect(seen?.closed).toBe('Права на этот отчёт нет.')
    expect((await download(stocks, colleague)).status).toBe(403)
  })

  it('says when its module or a cage is not the reader’s', async () => {
    const module = await make('Залив', { query: { ...FEBRUARY, locationId: String(world.bay.id) }, shared: true })
    const cages = world.cages.map(String)
    const several = await make('Три садка', { query: { ...FEBRUARY, cagesId: cages }, shared: true })
    const seen = new Map((await listed(colleague)).map((view) => [view.id, view.closed]))
    expect(seen.get(module.id)).toMatch(/^Модуля этого отчёта больше нет/)
    expect(seen.get(several.id)).toMatch(/^Видны не все садки/)
    expect((await listed()).every(({ closed }) => closed === null)).toBe(true)
  })
})

describe('what is kept', () => {
  it('a moving period, of a page that has such; never none', async () => {
    const refused = (page: ViewRow['page'], query: ViewRow['query']) =>
      farm.call(viewCalls.create, { page, name: 'Период', query }, { expect: 422 })
    expect((await refused('retreatReports', {})).errors).toEqual({ query: ['Выберите период.'] })
    const unknown = { query: ['Такого периода у этого отчёта нет.'] }
    expect((await refused('retreatReports', { period: 'sometime' })).errors).toEqual(unknown)
    expect((await refused('annualReport', { period: 'last-month' })).errors).toEqual(unknown)
    const kept = await make('Прошлый месяц', { query: { period: 'last-month', view: '7', page: '2' } })
    expect(kept.query).toEqual({ period: 'last-month' })
  })

  it('a name once for each person', async () => {
    await make('Одно имя')
    const again = { page: 'retreatReports', name: 'Одно имя', query: FEBRUARY } as const
    const refused = await farm.call(viewCalls.create, again, { expect: 422 })
    expect(refused.errors).toEqual({ name: ['Такое название уже есть'] })
    await make('Одно имя', {}, colleague)
  })

  it('every page whose address may name a view is read as sheets', () => {
    const read = new Set([...reportSources, ...journalSources].map(({ page }) => page))
    expect([...read].sort()).toEqual([...VIEWED].sort())
  })

  it('every page of reports may be saved, but those that list others or show no table', () => {
    const pages = (Object.keys(PAGES) as PageName[]).filter((page) => PAGES[page].path.startsWith('/reports'))
    const lost = pages.filter((page) => !VIEWED.includes(page))
    expect(lost).toEqual(['dashboard', 'reportsHome', 'officialSheets', 'savedViews'])
  })

  it('pages without views, and journals with lines, are not saved', async () => {
    const fields = { name: 'Нет', query: FEBRUARY }
    await farm.call(viewCalls.create, { page: 'settings', ...fields } as never, { expect: 422 })
    await farm.call(viewCalls.create, { page: 'journal', path: 'receipts', ...fields }, { expect: 404 })
  })
})

describe('the file', () => {
  it('has the tables of the page, with the columns and the order of the view', async () => {
    const tables = { 'report-retreats': { columns: ['n0', 'name'], sort: '-name' } }
    const sheets = await fileOf(await make('Файл', { tables }))
    expect([...sheets.keys()]).toEqual([
      'Отходы по садкам',
      'Отходы за период',
      'Отход по причинам, шт',
      'Отход по причинам, кг',
      'Календарь отхода',
    ])
    expect(
      sheets
        .get('Календарь отхода')!
        .slice(3)
        .map((row) => [row[0], row[2]]),
    ).toEqual([
      ['Садок', 'Отход, шт'],
      [1, 10],
      [1, 9],
      [1, 1],
      ['Итого', 20],
    ])
    expect(sheets.get('Отходы по садкам')).toEqual([
      ['Отходы по садкам, 01.02.2026–28.02.2026'],
      ['Модуль: [Все]. Садки: [Все]'],
      [],
      ['Кол-во шт', 'Садок'],
      [20, 1],
      [20],
    ])
  })

  it('holds what its reader may see', async () => {
    const shared = await make('На всех', { page: 'consolidatedForPeriod', shared: true })
    const cagesIn = (sheets: Awaited<ReturnType<typeof fileOf>>) =>
      new Set(sheets.get('По садкам')!.flatMap(([cage]) => (typeof cage === 'number' ? [cage] : [])))
    expect(cagesIn(await fileOf(shared))).toEqual(new Set([1, 2, 3]))
    expect(cagesIn(await fileOf(shared, colleague))).toEqual(new Set([3]))
  })

  it.each<[ViewRow['page'], ViewRow['query']]>([
    ['feedingReports', FEBRUARY],
    ['feedingReports', { ...FEBRUARY, detalization: 'week', compare: 'year' }],
    ['withdrawalReports', FEBRUARY],
    ['weightReports', FEBRUARY],
    ['consolidated', { date: '10.02.2026' }],
    ['consolidatedForPeriod', { ...FEBRUARY, withoutGenerations: '1' }],
    ['annualReport', { year: '2026', method: 'avg' }],
    ['stockReports', { ...FEBRUARY, detalization: 'month' }],
    ['productTransactions', FEBRUARY],
    ['goodTurnover', { ...FEBRUARY, group: 'name' }],
    ['productTurnover', FEBRUARY],
    ['consolidatedForPeriod', { ...FEBRUARY, compare: 'previous' }],
    ['goodTurnover', { ...FEBRUARY, compare: 'year' }],
    ['fishCost', { ...FEBRUARY, by: 'generation' }],
    ['likeForLike', { ...FEBRUARY, range: 'own' }],
    ['closeOut', { ...FEBRUARY, by: 'cage' }],
    ['mortalityControl', FEBRUARY],
    ['officialMovement', FEBRUARY],
    ['officialCards', FEBRUARY],
    ['officialStockings', FEBRUARY],
    ['officialVolumes', FEBRUARY],
    ['officialHolding', { date: '10.02.2026' }],
    ['journal', FEBRUARY],
  ])('is there of every page: %s', async (page, query) => {
    const path = page === 'journal' ? 'retreat' : ''
    const sheets = await fileOf(
      await make(`Файл ${page} ${JSON.stringify(query)}`.slice(0, 100), { page, path, query }),
    )
    expect(sheets.size).toBeGreaterThan(0)
    for (const rows of sheets.values()) expect(rows.flat().join(' ')).not.toMatch(/undefined|NaN/)
  })

  it('names what its filters choose, also what has none of it', async () => {
    const { id } = await farm.call(libraries.loss_cause.create, { name: 'Чайки' })
    const query = { ...FEBRUARY, causesId: ['0', String(id)] }
    const sheets = await fileOf(await make('Чайки и неизвестное', { page: 'journal', path: 'retreat', query }))
    expect([...sheets.values()].flat(2).join(' ')).toContain('Причина: Неизвестна, Чайки')
  })
})
