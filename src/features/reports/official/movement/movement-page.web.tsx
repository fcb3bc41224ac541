import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { SourceLink } from '../../../../core/reports/source-link.web'
import type { Column } from '../../../../shared/columns'
import { addDays, parseDay, showDay } from '../../../../shared/dates'
import { hrefOf } from '../../../../shared/pages'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { DataTable } from '../../../../web/ui/table/data-table'
import { OFFICIAL } from '../parts/sheet.contract'
import { placeOf, SheetPage, useSheet, useSheetChoice } from '../parts/sheet.web'
import { movementCall, movementColumns, type MovementRow } from './movement.contract'

const SHEET = OFFICIAL.movement

const JOURNALS: Readonly<Record<string, string>> = {
  stocked: 'stocking',
  moved_in: 'transfer',
  moved_out: 'transfer',
  other_in: 'correction',
  other_out: 'correction',
  sold: 'withdrawal',
  taken: 'withdrawal',
  lost: 'retreat',
}

/** What a number of a row was added up from. */
function sourceOf(key: string, row: MovementRow, { start, end }: { start: string; end: string }): string | null {
  const place = placeOf(row.cages_id, row.location_id)
  const channel = key.replace(/_(count|weight)$/, '')
  if (channel === 'opening') return hrefOf('farm', { ...place, date: showDay(addDays(parseDay(start)!, -1)) })
  if (channel === 'closing') return hrefOf('farm', { ...place, date: end })
  // changes of category have no journal; growth is of weighings and feed together
  if (channel === 'growth' || channel.startsWith('category'))
    return hrefOf('consolidatedForPeriod', { ...place, start, end })
  const path = JOURNALS[channel]
  if (!path) return null
  return hrefOf('journal', { path, start, end, ...place, ...(channel === 'sold' && { reason: 'sale' }) })
}

export function MovementSheet() {
  const { t } = useTranslation()
  const choice = useSheetChoice('Месяц')
  const query = useCall(movementCall, choice.asked, { placeholderData: keepPreviousData })
  const answer = query.data
  const { table, above } = useSheet(SHEET, { choice, query })
  const link = (row: MovementRow, { key }: Column, look: ReactNode) => (
    <SourceLink
      to={row[key as keyof MovementRow] && /_count|_weight|growth/.test(key) ? sourceOf(key, row, answer!) : null}
    >
      {look}
    </SourceLink>
  )
  const common = {
    ...table,
    footer: answer?.total,
    wrapCell: link,
    emptyText: t('За этот период рыбы не было.'),
  }
  return (
    <SheetPage sheet={SHEET} choice={choice} above={above}>
      <DataTable
        {...common}
        name="official-movement-farm"
        title={choice.module === null ? t('По хозяйству') : t('По модулю')}
        columns={movementColumns(false, answer?.farm)}
        rows={answer?.farm}
      />
      {choice.module === null && answer && answer.modules.length > answer.farm.length && (
        <DataTable
          {...common}
          // its own sums: moves between modules are among them, those of the farm have none
          footer={undefined}
          name="official-movement-modules"
          title={t('По модулям')}
          columns={movementColumns(true, answer.modules)}
          rows={answer.modules}
        />
      )}
    </SheetPage>
  )
}
