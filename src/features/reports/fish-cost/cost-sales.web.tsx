/** Sales of the period: what they brought, what the fish had cost, what is left. */
import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { useCages } from '../../../core/cages/cage-cache.web'
import { costCalls, type CostSale } from '../../../core/reports/fish-cost/fish-cost.contract'
import { NextStep } from '../../../core/reports/next-step.web'
import { numbersIn } from '../../../core/reports/sheets/source.contract'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { hrefOf } from '../../../shared/pages'
import { showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import type { Asked } from './fish-cost.web'
import { saleColumns, SALES_TITLE, TITLE } from './fish-cost-table.contract'

const PER_PAGE = 25

export function CostSales({ asked }: { asked: Asked }) {
  const { t } = useTranslation()
  const { start, end, input } = asked
  const query = useCall(costCalls.sales, { start, date: end, ...input }, { placeholderData: keepPreviousData })
  const answer = query.data
  const colours = useCages()
  const link = ({ datetime, cage_id }: CostSale, { key }: Column, look: ReactNode) => {
    const day = datetime.slice(0, 10)
    const to =
      key === 'datetime'
        ? hrefOf('journal', { path: 'withdrawal', cagesId: [cage_id], start: day, end: day })
        : key === 'cost'
          ? hrefOf('fishCost', { start, end: day, cagesId: [cage_id] })
          : null
    return <SourceLink to={to}>{look}</SourceLink>
  }
  const total = answer?.total
  return (
    <DataTable<CostSale>
      name="fish-cost-sales"
      title={t(SALES_TITLE)}
      titleLevel={2}
      exportTitle={`${t(TITLE)}. ${t(SALES_TITLE)}`}
      exportWhen={`${start}–${end}`}
      exportNote={asked.note}
      csv
      columns={saleColumns}
      rows={answer?.rows}
      loading={query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      footer={numbersIn(total)}
      startPerPage={PER_PAGE}
      wrapCell={link}
      cageColor={({ cage_id }) => colours.find((cage) => cage.id === cage_id)?.color}
      emptyText={t('Продаж за этот период нет.')}
      emptyAction={<NextStep period={asked} journal="withdrawal" />}
      above={
        total &&
        total.unpriced > 0 && (
          <NoteBox kind="warn">
            {t('Без цены: продаж {{count}}, {{weight}} кг. Их выручка неизвестна, в маржу они не входят.', {
              count: total.unpriced,
              weight: showAmount(total.unpriced_weight, 1),
            })}
          </NoteBox>
        )
      }
    />
  )
}
