import { useCallback, useMemo, type ReactNode } from 'react'
import * as z from 'zod'
import { Button } from '@mantine/core'
import type { Column } from '../../shared/columns'
import { showInstant } from '../../shared/dates'
import { exportTitle } from '../../shared/sheets/sheet'
import { showNumber } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { historyAction } from '../../web/pages/row-history'
import { Icon } from '../../web/icons'
import { useNow, useUserSettings, useWriteGate } from '../../web/session'
import { useUrlFilters } from '../../web/router/url-filters'
import { DataTable, type RowAction } from '../../web/ui/table/data-table'
import { whyCell } from '../../core/documents/why/why-cell.web'
import { cageColumns, type CageRow } from '../../core/cages/cage.contract'
import { fullness, totalsOf } from '../../core/cages/cage-state.web'
import type { Unit } from '../../core/cages/cage-words.web'
import { HISTORY_BLOCKS } from './cage/use-cage-actions.web'
import { useHistory } from '../../core/cages/use-farm.web'
import styles from './cage-table.module.css'

interface CageTableProps {
  cages: readonly CageRow[]
  /** of the module that is shown; null is the whole farm */
  moduleName: string | null
  /** what the filter lets through, in words */
  filterNote?: string
  unit: Unit
  history: boolean
  loading: boolean
  error: Error | null
  onRetry: () => void
  selectedId: number | null
  /** shows what is known of a cage */
  onOpen: (cage: CageRow) => void
  onCreate: () => void
  onEdit: (cage: CageRow) => void
  onDelete: (cage: CageRow) => void
}

const tones = { empty: '', fine: '', near: styles.near, over: styles.over }

/** The density with its share of the limit beside it. */
function Density({ cage }: { cage: CageRow }) {
  const share = cage.density_limit > 0 ? Math.min(cage.density / cage.density_limit, 1) * 100 : 0
  return (
    <span className={`${styles.density} ${tones[fullness(cage)]}`}>
      {cage.count > 0 ? showNumber(cage.density, 1) : '—'}
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
    </span>
  )
}

const cell = (cage: CageRow, column: Column): ReactNode =>
  column.key === 'density' ? <Density cage={cage} /> : undefined

function useGates(history: boolean) {
  const { t } = useTranslation()
  const [create, edit, remove] = [
    useWriteGate('create cages'),
    useWriteGate('update cages'),
    useWriteGate('delete cages'),
  ]
  const past = history ? t(HISTORY_BLOCKS) : null
  return { create: past ?? create, edit: past ?? edit, remove: past ?? remove }
}

function footerOf(cages: readonly CageRow[]) {
  const { count, weight, volume } = totalsOf(cages)
  return {
    count,
    weight,
    volume,
    avg_weight: count > 0 ? weight / count : 0,
    density: volume > 0 ? weight / volume : 0,
  }
}

const sortSchema = z.object({ sort: z.string().max(60) })
const BY_NUMBER = { sort: 'number' }

/** The cages below the map: chosen columns, totals of all rows, edit and delete. */
export function CageTable({ cages, unit, history, onEdit, onDelete, moduleName, ...props }: CageTableProps) {
  const { t } = useTranslation()
  const gates = useGates(history)
  const { day } = useHistory()
  const now = useNow()
  const [{ sort }, keepSort] = useUrlFilters(sortSchema, BY_NUMBER)
  const wrap = useCallback(
    (cage: CageRow, column: Column, look: ReactNode) => whyCell(cage, column, look, { cageId: cage.id, at: day }),
    [day],
  )
  const [settings, setSettings] = useUserSettings()
  const columnChoice = {
    keys: settings['main-table-columns'],
    choose: (keys: string[] | null) => setSettings({ 'main-table-columns': keys ?? [] }),
  }
  const footer = useMemo(() => footerOf(cages), [cages])
  const actions = useCallback(
    (cage: CageRow): RowAction[] => [
      {
        ...historyAction({ entity: 'cage', id: cage.id }, t),
        title: t('История садка {{number}}', { number: cage.number }),
      },
      {
        icon: 'edit',
        title: t('Изменить садок {{number}}', { number: cage.number }),
        onClick: () => onEdit(cage),
        disabled: gates.edit !== null,
        disabledReason: gates.edit ?? undefined,
      },
      {
        icon: 'trash',
        title: t('Удалить садок {{number}}', { number: cage.number }),
        onClick: () => onDelete(cage),
        disabled: gates.remove !== null,
        disabledReason: gates.remove ?? undefined,
        danger: true,
      },
    ],
    [t, gates.edit, gates.remove, onEdit, onDelete],
  )
  const create = (
    <Button
      size="xs"
      leftSection={<Icon name="plus" size={16} />}
      disabled={gates.create !== null}
      title={gates.create ?? undefined}
      onClick={props.onCreate}
    >
      {t('Создать садок')}
    </Button>
  )
  return (
    <DataTable
      name="cages"
      columnChoice={columnChoice}
      title={moduleName === null ? t('Садки фермы') : t('Садки модуля')}
      titleLevel={2}
      exportTitle={exportTitle(t('Садки'), moduleName ?? t('Вся ферма'))}
      exportWhen={showInstant(day ? `${day}T23:59` : now)}
      exportNote={props.filterNote}
      columns={cageColumns}
      rows={props.loading ? undefined : cages}
      error={props.error ?? undefined}
      onRetry={props.onRetry}
      keptSort={[sort, (next) => keepSort({ sort: next }, { replace: true })]}
      startPerPage={25}
      footer={footer}
      averageUnit={unit}
      renderCell={cell}
      wrapCell={wrap}
      selectedId={props.selectedId ?? undefined}
      onRowClick={props.onOpen}
      rowActions={actions}
      emptyText={t('Садков нет.')}
      emptyAction={create}
      actions={create}
    />
  )
}
