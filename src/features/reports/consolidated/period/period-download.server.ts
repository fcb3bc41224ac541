/** The consolidated report for a period as Excel: modules, cages with their groups, generations. */
import { fileRoute } from '../../../../server/http/route'
import { CAGE, CATEGORY, GENERATION, MODULE, periodCalls, periodColumns } from './period.contract'
import { readPeriod } from './period.server'
import { footerOf, type Table, workbookOf } from '../parts/workbook.server'

export const periodDownload = fileRoute(periodCalls.download, async (input, context) => {
  const { company, speak } = context
  const { start, end, report_data, additional_data } = await readPeriod(context, input)
  const { total, locations, generations, limited } = additional_data
  const title = `${speak('Сводный отчёт за период')} ${start}–${end}`
  const byGroup = !input.without_generations
  const columns = periodColumns([CAGE, MODULE, ...(byGroup ? [GENERATION, CATEGORY] : [])], byGroup)
  const tableOf = (name: string, of: Table['columns'], rows: Table['rows']): Table => ({
    name: speak(name),
    title: `${company.name}. ${title}`,
    ...(limited && { subtitle: speak('Только модули, которые вам доступны') }),
    columns: of,
    rows,
    footer: footerOf(total, of),
  })
  const tables = [
    tableOf(
      'По модулям',
      periodColumns([MODULE], false),
      locations.map((one) => ({ id: one.location_id, ...one })),
    ),
    tableOf('По садкам', columns, report_data),
    ...(byGroup
      ? [
          tableOf(
            'По генерациям',
            periodColumns([GENERATION], false),
            generations.map((one) => ({ id: one.generation_id, ...one })),
          ),
        ]
      : []),
  ]
  return workbookOf(title, tables, context)
})
