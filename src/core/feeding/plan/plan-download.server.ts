/** Plans as Excel files. */
import type { Column } from '../../../shared/columns'
import { showDay } from '../../../shared/dates'
import { headerLine, sheetData } from '../../../shared/sheets/sheet'
import { notFound } from '../../../server/errors'
import { type Context, type FileAnswer, fileRoute } from '../../../server/http/route'
import { sheetNames, writeWorkbook, XLSX } from '../../../server/sheets/excel'
import { requireCages } from '../../cages/cages.server'
import { planCalls } from './plan.contract'
import { cageColumns, dayColumns, type PlanRow } from './plan-shapes.contract'
import { rowsOfCage } from './plan-reading.server'
import { onDay, readRows, tellRow } from './plan-rows.server'

function fileOf(title: string, columns: Column[], rows: PlanRow[], { company, speak }: Context): FileAnswer {
  const sum = (key: 'rate' | 'growth') =>
    Math.round(rows.reduce((total, row) => total + (row[key] ?? 0), 0) * 1e6) / 1e6
  const footer = { rate: sum('rate'), growth: sum('growth') }
  const table = { title: `${company.name}. ${title}`, columns, rows, footer }
  return {
    name: `${title}.xlsx`,
    type: XLSX,
    bytes: () =>
      writeWorkbook(company.id, [
        {
          sheet: sheetNames([title])[0]!,
          data: sheetData({ ...table, average: 'kg', translate: speak }),
          columns: columns.map(({ type, title }) => ({ width: Math.max(type === 'text' ? 24 : 12, title.length + 2) })),
          stickyRowsCount: headerLine({}),
        },
      ]),
  }
}

export const downloadRoutes = [
  fileRoute(planCalls.downloadDay, async ({ date }, context) => {
    const rows = await readRows(context, onDay(date))
    return fileOf(`${context.speak('План дня')} ${showDay(date)}`, dayColumns, rows.map(tellRow), context)
  }),
  fileRoute(planCalls.downloadCage, async ({ cage_id, startFromToday }, context) => {
    const cage = (await requireCages(context, [cage_id])).get(cage_id)
    if (!cage) throw notFound('Садок не найден.')
    const rows = await rowsOfCage(context, cage_id, startFromToday)
    return fileOf(`${context.speak('План садка')} ${cage.number}`, cageColumns, rows.map(tellRow), context)
  }),
]
