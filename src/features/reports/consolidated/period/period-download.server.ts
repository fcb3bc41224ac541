/** The consolidated report for a period as Excel: modules, cages with their groups, generations. */
import { fileRoute } from '../../../../server/http/route'
import type { Column } from '../../../../shared/columns'
import { parseDay } from '../../../../shared/dates'
import { earlierThan } from '../../../../shared/report/compared'
import { CAGE, CATEGORY, GENERATION, MODULE, periodCalls, periodColumns, periodTables } from './period.contract'
import { readPeriod } from './period.server'
import { type Table, workbookOf } from '../parts/workbook.server'

export const periodDownload = fileRoute(periodCalls.download, async ({ compare, ...input }, context) => {
  const { company, speak } = context
  const answer = await readPeriod(context, input)
  const then = compare && { ...input, ...earlierThan(momentsOf(answer), null, compare) }
  const tables = periodTables(answer, then ? await readPeriod(context, then) : undefined)
  const { limited } = answer.additional_data
  const title = `${speak('Сводный отчёт за период')} ${answer.start}–${answer.end}`
  const byGroup = !input.without_generations
  const columnsOf = (first: readonly Column[], own: boolean) => periodColumns(first, own, compare ?? null, speak)
  const tableOf = (name: string, of: Table['columns'], rows: Table['rows']): Table => ({
    name: speak(name),
    title: `${company.name}. ${title}`,
    ...(limited && { subtitle: speak('Только модули, которые вам доступны') }),
    columns: of,
    rows,
    footer: tables.total,
  })
  return workbookOf(
    title,
    [
      tableOf('По модулям', columnsOf([MODULE], false), tables.modules),
      tableOf(
        'По садкам',
        columnsOf([CAGE, MODULE, ...(byGroup ? [GENERATION, CATEGORY] : [])], byGroup),
        tables.cages,
      ),
      ...(byGroup ? [tableOf('По генерациям', columnsOf([GENERATION], false), tables.generations)] : []),
    ],
    context,
  )
})

const momentsOf = ({ start, end }: { start: string; end: string }) => ({
  start: `${parseDay(start)!}T00:00`,
  end: `${parseDay(end)!}T23:59`,
})
