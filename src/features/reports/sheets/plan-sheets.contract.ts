/** The plan of the farm beside its facts, as a sheet. */
import type { Asked, PageTable, SheetSource } from '../../../core/reports/sheets/source.contract'
import { monthNames } from '../annual/annual-table.contract'
import { factColumns, FACTS_TITLE, factLines, planFactsCall } from '../plan/plan-facts.contract'

async function read({ query, today, language, t, ask }: Asked): Promise<PageTable[]> {
  const year = Number(query.year ?? today.slice(0, 4))
  const { months, total } = await ask(planFactsCall, { year })
  return [
    {
      name: 'plan-facts',
      title: t(FACTS_TITLE),
      exportTitle: t('План хозяйства: план и факт'),
      when: String(year),
      note: '',
      columns: factColumns(months, monthNames(language)),
      rows: factLines(months, total, t),
    },
  ]
}

export const planSource: SheetSource = {
  page: 'farmPlan',
  title: 'План хозяйства',
  ability: 'access reports',
  filters: [],
  read,
}
