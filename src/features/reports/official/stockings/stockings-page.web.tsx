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
import { useUser } from '../../../../web/session'
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
    below: <Act rows={answer?.rows ?? []} />,
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

/** What the act says below its table: what is known is printed, the rest is left to be written by hand. */
function Act({ rows }: { rows: readonly StockingRow[] }) {
  const { t } = useTranslation()
  const { settings } = useUser().company
  const said = (key: 'origin' | 'condition') => {
    const texts = new Set(rows.map((row) => row[key]))
    return texts.has(null) ? null : [...texts].join('; ')
  }
  const commission = settings['stocking-commission']
  return (
    <>
      <Blank known={said('origin')}>{t('Откуда завезена рыба')}</Blank>
      <Blank known={said('condition')}>{t('Состояние рыбы')}</Blank>
      <Blank known={settings['stocking-head']}>{t('Ответственный за зарыбление')}</Blank>
      <Blank known={commission}>{t('Комиссия в составе')}</Blank>
      {!commission && [1, 2].map((line) => <Blank key={line}>{'\u00a0'}</Blank>)}
    </>
  )
}
