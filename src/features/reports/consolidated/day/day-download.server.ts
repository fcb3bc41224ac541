/** The consolidated report of a day as Excel: modules first, then a sheet for each with its cages. */
import { fileRoute } from '../../../../server/http/route'
import { CAGE_HEAD, dayCalls, dayColumns, MODULE_HEAD, withFeeds } from './day.contract'
import { readDay } from './day.server'
import { footerOf, type Table, workbookOf } from '../parts/workbook.server'

export const dayDownload = fileRoute(dayCalls.download, async ({ date }, context) => {
  const { company, speak } = context
  const report = await readDay(context, date)
  const title = `${speak('Сводный отчёт')} ${report.date}`
  const heading = `${company.name}. ${title}`
  const modules = dayColumns(report.all_feed_types, [MODULE_HEAD], false)
  const cages = dayColumns(report.all_feed_types, [CAGE_HEAD], true)
  const note = report.limited ? { subtitle: speak('Только модули, которые вам доступны') } : {}
  const tables: Table[] = [
    {
      name: speak('Итоги'),
      title: heading,
      ...note,
      columns: modules,
      rows: report.locations_data.map((one) => ({ id: one.location_id, ...withFeeds(one) })),
      footer: footerOf(withFeeds(report.total), modules),
    },
    ...report.locations_data.map((module) => ({
      name: module.location_name,
      title: `${module.location_name}. ${heading}`,
      columns: cages,
      rows: module.cages.map((one) => ({ id: one.cage_id, ...withFeeds(one) })),
      footer: footerOf(withFeeds(module), cages),
    })),
  ]
  return workbookOf(title, tables, context)
})
