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
import { volumeColumns, volumesCall, type VolumeRow, withMonths } from './volumes.contract'

const SHEET = OFFICIAL.volumes

/** The month within the period. */
function stretchOf({ month }: VolumeRow, { start, end }: { start: string; end: string }) {
  if (!month) return { start, end }
  const first = `${month}-01`
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
  const [since, until] = [parseDay(start)!, parseDay(end)!]
  return { start: showDay(first < since ? since : first), end: showDay(last > until ? until : last) }
}

export function VolumesSheet() {
  const { t, language } = useTranslation()
  const choice = useSheetChoice('Год')
  const query = useCall(volumesCall, choice.asked, { placeholderData: keepPreviousData })
  const answer = query.data
  const { table, above } = useSheet(SHEET, { choice, query })
  const link = (row: VolumeRow, { key }: Column, look: ReactNode) => {
    const [, what] = /^(released|withdrawn)_/.exec(key) ?? []
    if (!what || !row[key as keyof VolumeRow]) return look
    const path = what === 'released' ? 'stocking' : 'withdrawal'
    return (
      <SourceLink
        to={hrefOf('journal', { path, ...stretchOf(row, answer!), ...placeOf(row.cages_id, row.location_id) })}
      >
        {look}
      </SourceLink>
    )
  }
  const common = {
    ...table,
    footer: answer?.total,
    wrapCell: link,
    emptyText: t('За этот период рыбу не выпускали и не изымали.'),
  }
  return (
    <SheetPage sheet={SHEET} choice={choice} above={above}>
      <DataTable
        {...common}
        name="official-volumes"
        title={t('За период')}
        columns={volumeColumns(false)}
        rows={answer?.whole}
      />
      {answer && answer.months.length > 0 && (
        <DataTable
          {...common}
          name="official-volumes-months"
          title={t('По месяцам')}
          columns={volumeColumns(true)}
          rows={withMonths(answer.months, language)}
        />
      )}
    </SheetPage>
  )
}
