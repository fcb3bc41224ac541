import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { useLocations } from '../../../../core/cages/cage-cache.web'
import { NextStep } from '../../../../core/reports/next-step.web'
import report from '../../../../core/reports/report.module.css'
import { numbersIn } from '../../../../core/reports/sheets/source.contract'
import { SourceLink } from '../../../../core/reports/source-link.web'
import type { Column } from '../../../../shared/columns'
import { dayOf, parseDay, showDay } from '../../../../shared/dates'
import { FILTERS } from '../../../../shared/filters'
import { hrefOf } from '../../../../shared/pages'
import { filterOptions } from '../../../../web/filters/filter'
import { useFilters } from '../../../../web/filters/use-filters'
import { useTranslation } from '../../../../web/i18n'
import { locationIn } from '../../../../web/pages/place-filters'
import { useCall } from '../../../../web/query-client'
import { useNow } from '../../../../web/session'
import { ALL } from '../../../../shared/sheets/filter-words'
import { NoteBox } from '../../../../web/ui/note-box'
import { DataTable } from '../../../../web/ui/table/data-table'
import { NOT_OPEN } from '../../fish-cost/fish-cost-table.contract'
import { OFFICIAL } from '../parts/sheet.contract'
import { SheetHead, useSheet } from '../parts/sheet.web'
import { holdingCall, holdingColumns, type HoldingRow } from './holding.contract'

const SHEET = OFFICIAL.holding

/** A day in the address, today when it says none. */
export function HoldingSheet() {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const { values, input, note, bar } = useFilters([
    { key: 'date', input: 'date', title: 'Дата', as: 'day', placeholder: showDay(today) },
    { ...FILTERS.module, options: filterOptions(useLocations()), alwaysTold: true },
  ])
  const query = useCall(holdingCall, input, { placeholderData: keepPreviousData })
  const answer = query.data
  const day = answer?.date ?? showDay(parseDay(String(values.date)) ?? today)
  const module = locationIn(values) === ALL ? null : Number(locationIn(values))
  const choice = { start: day, end: day, module, note }
  const { table, above } = useSheet(SHEET, { choice, query })
  const link = (row: HoldingRow, { key }: Column, look: ReactNode) => {
    const cagesId = [row.cage_id]
    if (key === 'cost' || key === 'per_kg')
      return (
        <SourceLink to={row.cost ? hrefOf('fishCost', { cagesId, start: `01.01.${day.slice(6)}`, end: day }) : null}>
          {look}
        </SourceLink>
      )
    const opens = key === 'count' || key === 'weight' || key === 'avg_weight'
    return <SourceLink to={opens ? hrefOf('farm', { cagesId, date: day }) : null}>{look}</SourceLink>
  }
  return (
    <div className={report.page}>
      <SheetHead sheet={SHEET} />
      <div className={report.bar}>{bar}</div>
      {answer && !answer.open && <NoteBox>{t(NOT_OPEN)}</NoteBox>}
      {answer?.unpriced && (
        <NoteBox kind="warn">{t('Часть корма или рыбы записана без цены: себестоимость неполная.')}</NoteBox>
      )}
      {above}
      <DataTable
        {...table}
        name="official-holding"
        columns={holdingColumns(answer?.open ?? true)}
        rows={answer?.rows}
        footer={numbersIn(answer?.total)}
        wrapCell={link}
        emptyText={t('В этот день рыбы не было.')}
        emptyAction={<NextStep />}
      />
    </div>
  )
}
