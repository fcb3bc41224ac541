/** The frame of a report over a period: its title, and one bar with all that its address holds. */
import type { ReactNode } from 'react'
import { parseDay, showDay } from '../../shared/dates'
import type { Filter } from '../../web/filters/filter'
import { FilterFields } from '../../web/filters/filter-fields'
import type { JournalFilters, SetJournal } from '../../web/pages/journal-filters'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import classes from './report.module.css'

export interface PeriodChoice extends Pick<JournalFilters, 'start' | 'end' | 'values'> {
  set: SetJournal
}

interface PeriodPageProps {
  /** translated */
  title: string
  /** in place of the plain title */
  head?: ReactNode
  choice: PeriodChoice
  /** as they are offered now */
  filters: readonly Filter[]
  /** more of the bar: before the filters, and after them */
  before?: ReactNode
  after?: ReactNode
  children: ReactNode
}

export function PeriodPage({ title, head, choice, filters, before, after, children }: PeriodPageProps) {
  const { start, end, values, set } = choice
  return (
    <div className={classes.page}>
      {head ?? <h1 data-in-bar>{title}</h1>}
      <div className={classes.bar}>
        <PeriodPicker
          start={parseDay(start)!}
          end={parseDay(end)!}
          onChange={(period) => set({ start: showDay(period.start), end: showDay(period.end) })}
        />
        {before}
        <FilterFields filters={filters} values={values} set={set} />
        {after}
      </div>
      {children}
    </div>
  )
}
