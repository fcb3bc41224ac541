/** The pages of reports that are series, as sheets. */
import { daysBetween, parseDay } from '../../../shared/dates'
import { askedOf, type SeriesPage, seriesSource } from '../../../core/reports/sheets/series-source.contract'
import {
  type Asked,
  numbersIn,
  periodOf,
  type PageTable,
  type SheetSource,
  whenOf,
} from '../../../core/reports/sheets/source.contract'
import {
  CALENDAR_TITLE,
  calendarColumns,
  calendarRows,
  lossCalendarCall,
  MOST_CALENDAR_DAYS,
} from '../mortality/loss-calendar.contract'
import { SERIES_PAGES, type SeriesPageName } from '../series-pages.contract'
import { cagePeriodCall, cagePeriodColumns, MOVEMENT_TITLE } from '../weights/cage-period.contract'

async function movement(asked: Asked, note: string): Promise<PageTable[]> {
  const { rows, total } = await asked.ask(cagePeriodCall, askedOf(asked))
  const told = { title: asked.t(MOVEMENT_TITLE), when: whenOf(asked), note }
  const table = { name: 'cage-period', ...told, columns: cagePeriodColumns }
  return [{ ...table, rows: rows.map((row) => ({ ...row, id: row.cage_id })), footer: numbersIn(total) }]
}

/** The numbers of the calendar; of more days than it shows there is none, as on the page. */
async function calendar(asked: Asked, note: string): Promise<PageTable[]> {
  const { start, end } = periodOf(asked)
  const days = daysBetween(parseDay(String(start)) ?? '', parseDay(String(end)) ?? '') + 1
  if (days > MOST_CALENDAR_DAYS) return []
  const rows = calendarRows(await asked.ask(lossCalendarCall, askedOf(asked)))
  const told = { title: asked.t(CALENDAR_TITLE), when: whenOf(asked), note }
  return [{ name: 'loss-calendar', ...told, columns: calendarColumns, rows: rows.map((row) => ({ ...row })) }]
}

const BELOW: Partial<Record<SeriesPageName, SeriesPage['below']>> = {
  weightReports: movement,
  retreatReports: calendar,
}

export const seriesSources: readonly SheetSource[] = (Object.keys(SERIES_PAGES) as SeriesPageName[]).map((page) =>
  seriesSource({ page, ...SERIES_PAGES[page], below: BELOW[page] }),
)
