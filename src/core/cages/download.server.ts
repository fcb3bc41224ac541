/** «Скачать все модули»: totals first, then a sheet for each module, in the user's language. */
import type { Column } from '../../shared/columns'
import { dayOf, showDay } from '../../shared/dates'
import { averageKg, toMg } from '../../shared/numbers'
import { filterRange, headerLine, sheetData } from '../../shared/sheets/sheet'
import { fileRoute } from '../../server/http/route'
import { sheetNames, writeWorkbook, XLSX, type WorkbookSheet } from '../../server/sheets/excel'
import { cageCalls, cageColumns, type CageRow, type LocationRow } from './cage.contract'
import { readCages, readLocations, totalsOf } from './cage-rows.server'

const totalColumns: Column[] = [
  { key: 'name', title: 'Модуль', type: 'text' },
  { key: 'cages_count', title: 'Садков', type: 'count' },
  { key: 'fish_count', title: 'Количество', type: 'count', unit: 'шт' },
  { key: 'total_weight', title: 'Биомасса', type: 'kg', unit: 'кг' },
  { key: 'avg_weight', title: 'Навеска', type: 'average', noZero: true },
]

interface Table {
  /** of the tab */
  name: string
  title: string
  subtitle?: string
  columns: Column[]
  rows: object[]
  footer: Record<string, number>
}

const numbers = new Intl.Collator('ru', { numeric: true })

function totalsTable(title: string, cages: CageRow[], locations: LocationRow[], total: string): Table {
  const { count, weight, avg_weight, cages_count } = totalsOf(cages)
  return {
    name: total,
    title,
    columns: totalColumns,
    rows: locations.map((one) => ({ ...one, avg_weight: averageKg(toMg(one.total_weight), one.fish_count) })),
    footer: { cages_count, fish_count: count, total_weight: weight, avg_weight },
  }
}

function moduleTable(title: string, cages: CageRow[], { id, name }: LocationRow): Table {
  const rows = cages.filter((cage) => cage.location_id === id).sort((a, b) => numbers.compare(a.number, b.number))
  const { count, weight, avg_weight } = totalsOf(rows)
  return { name, title: `${name}. ${title}`, columns: cageColumns, rows, footer: { count, weight, avg_weight } }
}

const WIDTHS: Partial<Record<Column['type'], number>> = { text: 24, cage: 10 }

const sheetOf = (table: Table, sheet: string, translate: (key: string) => string): WorkbookSheet => ({
  sheet,
  data: sheetData({ ...table, average: 'kg', translate }),
  columns: table.columns.map(({ type, title }) => ({ width: Math.max(WIDTHS[type] ?? 14, title.length + 2) })),
  stickyRowsCount: headerLine(table),
  filter: filterRange(table),
})

export const downloadAll = fileRoute(cageCalls.downloadAll, async ({ date }, context) => {
  const { company, speak } = context
  const coming = readCages(context, { at: date ?? null })
  const [cages, locations] = await Promise.all([coming, readLocations(context, coming, date ?? company.now)])
  const day = showDay(dayOf(date ?? company.now))
  const inWords = cages.map((cage) => ({ ...cage, cage_type_name: speak(cage.cage_type_name) }))
  const title = `${company.name}. ${speak('Садки')}, ${day}`
  const tables = [
    totalsTable(title, inWords, locations, speak('Итоги')),
    ...locations.map((location) => moduleTable(title, inWords, location)),
  ]
  const names = sheetNames(tables.map(({ name }) => name))
  return {
    name: `${speak('Садки')} ${day}.xlsx`,
    type: XLSX,
    bytes: () =>
      writeWorkbook(
        company.id,
        tables.map((table, index) => sheetOf(table, names[index]!, speak)),
      ),
  }
})
