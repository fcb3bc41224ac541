/** The official sheets as sheets of a workbook: with requisites, without signatures. */
import { inputOf, named, noteFor, type SourceFilter } from '../../../core/reports/sheets/filter-names.contract'
import {
  type Asked,
  numbersIn,
  type PageTable,
  periodOf,
  type SheetSource,
} from '../../../core/reports/sheets/source.contract'
import type { FilterName } from '../../../shared/filters'
import { cageColumns, dayCardCalls, dayColumns } from '../official/day-card/day-card.contract'
import { holdingCall, holdingColumns } from '../official/holding/holding.contract'
import { movementCall, movementColumns } from '../official/movement/movement.contract'
import { noteOnPaper, OFFICIAL, type OfficialSheet, requisitesOf } from '../official/parts/sheet.contract'
import { stockingColumns, stockingsCall } from '../official/stockings/stockings.contract'
import { volumeColumns, volumesCall, withMonths } from '../official/volumes/volumes.contract'

const MODULE = [named('module', { alwaysTold: true })]
const STOCKINGS: readonly SourceFilter[] = [
  ...MODULE,
  named('generation'),
  { key: 'stocking', input: 'operation_id', title: 'Запись', as: 'tag' },
]

type Own = Pick<PageTable, 'name' | 'columns' | 'rows' | 'footer'> & { title?: string; exportTitle?: string }
type When = { start: string; end: string }

/** Tables of a sheet, with what each has above it. */
async function tablesOf(
  sheet: OfficialSheet,
  { start, end }: When,
  filters: readonly SourceFilter[],
  asked: Asked,
  tables: readonly Own[],
): Promise<PageTable[]> {
  const { t, company, settings } = asked
  const title = t(sheet.title)
  const note = noteOnPaper(sheet, requisitesOf(company, settings, t), await noteFor(filters, asked), t)
  const when = start === end ? start : `${start}–${end}`
  return tables.map((table) => ({ title, exportTitle: title, when, note, ...table }))
}

async function readMovement(asked: Asked): Promise<PageTable[]> {
  const { t, ask } = asked
  const input = inputOf(MODULE, asked)
  const { farm, modules, total, ...when } = await ask(movementCall, { ...periodOf(asked), ...input } as never)
  const whole = input.location_id === undefined
  return tablesOf(OFFICIAL.movement, when, MODULE, asked, [
    {
      name: 'official-movement-farm',
      title: t(whole ? 'По хозяйству' : 'По модулю'),
      columns: movementColumns(false, farm),
      rows: farm,
      footer: total,
    },
    ...(whole && modules.length > farm.length
      ? [
          {
            name: 'official-movement-modules',
            title: t('По модулям'),
            columns: movementColumns(true, modules),
            rows: modules,
          },
        ]
      : []),
  ])
}

async function readCards(asked: Asked): Promise<PageTable[]> {
  const { t, ask, query } = asked
  const { cards } = OFFICIAL
  if (query.cage) {
    const days = await ask(dayCardCalls.days, { ...periodOf(asked), cage_id: query.cage } as never)
    const title = t('Садок {{number}} по дням', { number: days.cage_number })
    const table = { name: 'official-card-days', columns: dayColumns, rows: days.rows, footer: numbersIn(days.total) }
    return tablesOf(cards, days, MODULE, asked, [{ ...table, title, exportTitle: `${t(cards.title)}. ${title}` }])
  }
  const cages = await ask(dayCardCalls.cages, { ...periodOf(asked), ...inputOf(MODULE, asked) } as never)
  const table = { name: 'official-cards', columns: cageColumns, rows: cages.rows, footer: numbersIn(cages.total) }
  return tablesOf(cards, cages, MODULE, asked, [{ ...table, title: t('Садки за период') }])
}

async function readStockings(asked: Asked): Promise<PageTable[]> {
  const input = { ...periodOf(asked), ...inputOf(STOCKINGS, asked) }
  const { rows, total, ...when } = await asked.ask(stockingsCall, input as never)
  return tablesOf(OFFICIAL.stockings, when, STOCKINGS, asked, [
    { name: 'official-stockings', columns: stockingColumns, rows, footer: total },
  ])
}

async function readVolumes(asked: Asked): Promise<PageTable[]> {
  const { t, ask, language } = asked
  const input = { ...periodOf(asked), ...inputOf(MODULE, asked) }
  const { whole, months, total, ...when } = await ask(volumesCall, input as never)
  return tablesOf(OFFICIAL.volumes, when, MODULE, asked, [
    { name: 'official-volumes', title: t('За период'), columns: volumeColumns(false), rows: whole, footer: total },
    {
      name: 'official-volumes-months',
      title: t('По месяцам'),
      columns: volumeColumns(true),
      rows: withMonths(months, language),
      footer: total,
    },
  ])
}

async function readHolding(asked: Asked): Promise<PageTable[]> {
  const { date, open, rows, total } = await asked.ask(holdingCall, {
    date: asked.query.date,
    ...inputOf(MODULE, asked),
  } as never)
  return tablesOf(OFFICIAL.holding, { start: date, end: date }, MODULE, asked, [
    { name: 'official-holding', columns: holdingColumns(open), rows, footer: numbersIn(total) },
  ])
}

const source = (
  { page, title }: OfficialSheet,
  read: SheetSource['read'],
  filters: readonly FilterName[] = ['module'],
): SheetSource => ({ page, title, ability: 'access reports', filters, read })

export const officialSources: readonly SheetSource[] = [
  source(OFFICIAL.movement, readMovement),
  source(OFFICIAL.cards, readCards),
  source(OFFICIAL.stockings, readStockings, ['module', 'generation']),
  source(OFFICIAL.volumes, readVolumes),
  source(OFFICIAL.holding, readHolding),
]
