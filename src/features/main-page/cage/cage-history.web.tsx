import { useCallback, useState, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Column } from '../../../shared/columns'
import { dayOf, showDay } from '../../../shared/dates'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Window } from '../../../web/ui/overlay/window'
import { useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { DataTable } from '../../../web/ui/table/data-table'
import { PeriodPicker } from '../../../web/ui/fields/period-picker'
import { presetPeriod } from '../../../web/ui/fields/periods'
import { iconOf, historyLine, type HistoryRow } from '../../../core/documents/form/history-line.web'
import { openerOf } from '../../../core/documents/form/operation.web'
import { PhotoMark } from '../../../core/documents/photos/photo-mark.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { historyCalls, historyColumns } from './cage-history.contract'
import type { Unit } from '../../../core/cages/cage-words.web'
import styles from './cage-info.module.css'

interface CageHistoryProps {
  cage: CageRow
  unit: Unit
  opened: boolean
  onClose: () => void
}

/** «Все операции»: all operations of a period, newest first. */
export function CageHistory({ cage, opened, onClose, unit }: CageHistoryProps) {
  const { t } = useTranslation()
  return (
    <Window
      title={t('Все операции: {{number}}', { number: cage.number })}
      opened={opened}
      onClose={onClose}
      icon="hist"
      size={980}
    >
      {opened && <History cage={cage} unit={unit} />}
    </Window>
  )
}

/** The sign of a movement; operations that move no fish have none. */
const SIGNS: Record<string, number> = { retreat: -1, withdrawal: -1, stocking: 1 }

/** Fish that came or left, with a sign; null for operations that move none. */
function movedBy(row: HistoryRow, cageId: number) {
  const sign = row.kind === 'transfer' ? (row.from_id === cageId ? -1 : 1) : SIGNS[row.kind]
  const signed = (value: unknown) => (sign !== undefined && typeof value === 'number' ? sign * value : null)
  return { count: signed(row.count), weight: signed(row.weight) }
}

interface Page {
  rows: HistoryRow[]
  total: number
}

const PAGE_OF_ALL = 1000

/** The kind with its icon, as in the menu. */
function operationCell({ row, operation }: { row: HistoryRow; operation: string }, { key }: Column): ReactNode {
  if (key !== 'operation') return undefined
  return (
    <span className={styles.operation}>
      <Icon name={iconOf(row.kind)} size={16} />
      <PhotoMark row={row}>{operation}</PhotoMark>
    </span>
  )
}

function History({ cage, unit }: { cage: CageRow; unit: Unit }) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const [period, setPeriod] = useState(() => presetPeriod('30 дней', today))
  const [{ page, perPage }, turn] = useState({ page: 1, perPage: 10 })
  const input = { cageId: cage.id, start: period.start, end: period.end }
  const query = useCall(historyCalls.all, { ...input, page, per_page: perPage }, { placeholderData: keepPreviousData })
  const tell = useCallback(
    (row: HistoryRow) => {
      const { title, text } = historyLine(row, cage.id, t, unit)
      const { id, datetime, created_datetime, user, note, kind } = row
      const told = { datetime, operation: title, what: text, note, user, created_datetime }
      return { id: `${kind}:${id}`, ...told, ...movedBy(row, cage.id), row }
    },
    [cage.id, unit, t],
  )
  const answer = query.data as Page | undefined
  const fetchAll = useCallback(async () => {
    const rows: HistoryRow[] = []
    for (let next = 1; ; next++) {
      const part = (await call(historyCalls.all, { ...input, page: next, per_page: PAGE_OF_ALL })) as Page
      rows.push(...part.rows)
      if (part.rows.length < PAGE_OF_ALL) return rows.map(tell)
    }
  }, [JSON.stringify(input), tell])
  return (
    <DataTable
      name="cage-history"
      columns={historyColumns}
      rows={answer?.rows.map(tell)}
      total={answer?.total}
      loading={query.isFetching && query.isPlaceholderData}
      error={query.error}
      onRetry={() => void query.refetch()}
      page={page}
      perPage={perPage}
      onPage={(to, size) => turn({ page: to, perPage: size })}
      exportTitle={t('Все операции: {{number}}', { number: cage.number })}
      exportWhen={`${showDay(period.start)}–${showDay(period.end)}`}
      renderCell={operationCell}
      onRowClick={({ row }) => openerOf(row)?.()}
      fetchAll={fetchAll}
      emptyText={t('Операций за указанный период не обнаружено.')}
      toolbar={
        <PeriodPicker
          start={period.start}
          end={period.end}
          onChange={(next) => {
            setPeriod(next)
            turn({ page: 1, perPage })
          }}
        />
      }
    />
  )
}
