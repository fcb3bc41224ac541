import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useCageColor } from '../../../../core/cages/cage-cache.web'
import { useNamedFilters } from '../../../../core/cages/filter-options.web'
import { SourceLink } from '../../../../core/reports/source-link.web'
import type { Column } from '../../../../shared/columns'
import { showDay } from '../../../../shared/dates'
import { hrefOf } from '../../../../shared/pages'
import type { Filter } from '../../../../web/filters/filter'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { DataTable } from '../../../../web/ui/table/data-table'
import { OFFICIAL } from '../parts/sheet.contract'
import { Blank, SheetPage, useSheet, useSheetChoice } from '../parts/sheet.web'
import { stockingColumns, stockingsCall, type StockingRow } from './stockings.contract'

const SHEET = OFFICIAL.stockings

/** Set by the link of a row of the journal. */
const ONE: Filter = { key: 'stocking', input: 'operation_id', title: 'Запись', as: 'tag' }

/** The calendar year before that of a day, DD.MM.YYYY. */
function yearBefore(day: string) {
  const year = Number(day.slice(6)) - 1
  return { start: `01.01.${year}`, end: `31.12.${year}` }
}

const LINKED = new Set(['thousands', 'weight', 'grams', 'datetime'])

export function StockingAct() {
  const { t } = useTranslation()
  const choice = useSheetChoice('Год', [...useNamedFilters(['generation']), ONE])
  const query = useCall(stockingsCall, choice.asked, { placeholderData: keepPreviousData })
  const answer = query.data
  const when = answer ? { start: answer.start, end: answer.end } : {}
  const { table, above } = useSheet(SHEET, {
    choice: { ...choice, ...when },
    query,
    below: (
      <>
        <Blank>{t('Откуда завезена рыба')}</Blank>
        <Blank>{t('Состояние рыбы')}</Blank>
        <Blank>{t('Ответственный за зарыбление')}</Blank>
        {[1, 2, 3].map((number) => (
          <Blank key={number}>{number === 1 ? t('Комиссия в составе') : '\u00a0'}</Blank>
        ))}
      </>
    ),
  })
  const colour = useCageColor()
  const link = (row: StockingRow, { key }: Column, look: ReactNode) => {
    const day = showDay(row.datetime)
    const to = hrefOf('journal', { path: 'stocking', start: day, end: day, cagesId: [row.cage_id] })
    return <SourceLink to={LINKED.has(key) ? to : null}>{look}</SourceLink>
  }
  return (
    <SheetPage sheet={SHEET} choice={choice} above={above}>
      <DataTable
        {...table}
        name="official-stockings"
        columns={stockingColumns}
        rows={answer?.rows}
        footer={answer?.total}
        wrapCell={link}
        cageColor={(row) => colour(row.cage_id)}
        emptyText={t('Зарыблений за этот период не было.')}
        emptyAction={
          <Button variant="default" onClick={() => choice.set(yearBefore(choice.start))}>
            {t('Показать год раньше')}
          </Button>
        }
      />
    </SheetPage>
  )
}
