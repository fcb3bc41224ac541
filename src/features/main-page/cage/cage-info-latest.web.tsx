import { Button, Skeleton } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { ErrorState } from '../../../web/ui/error-state'
import { historyLine, type HistoryRow } from '../../../core/documents/form/history-line.web'
import { openerOf } from '../../../core/documents/form/operation.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { historyCalls, type CageInfoAnswer } from './cage-history.contract'
import type { Unit } from '../../../core/cages/cage-words.web'
import styles from './cage-info.module.css'

const isRow = (value: unknown): value is HistoryRow => typeof value === 'object' && value !== null && 'kind' in value

/** The last operation of each kind, newest first. */
const newestFirst = ({ cage: _, ...latest }: CageInfoAnswer): HistoryRow[] =>
  Object.values(latest)
    .filter(isRow)
    .sort((a, b) => (a.datetime < b.datetime ? 1 : a.datetime > b.datetime ? -1 : b.id - a.id))

function useLatest(cageId: number, day: string | null) {
  const now = useCall(historyCalls.info, { cageId }, { enabled: day === null })
  const then = useCall(historyCalls.infoOnDate, { cageId, date: day ?? '' }, { enabled: day !== null })
  return day === null ? now : then
}

interface LatestProps {
  cage: CageRow
  unit: Unit
  /** a day of the past, null is now */
  day: string | null
  onAll: () => void
}

/** What was done in the cage last, one line a kind. */
export function LatestOperations({ cage, unit, day, onAll }: LatestProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useLatest(cage.id, day)
  const rows = data && newestFirst(data)
  return (
    <>
      <div className={styles.section}>
        <h3 className={styles.heading}>{t('Последние операции')}</h3>
        <Button variant="subtle" size="xs" leftSection={<Icon name="list" size={16} />} onClick={onAll}>
          {t('Все операции')}
        </Button>
      </div>
      {error && !rows ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <Skeleton height={180} role="status" aria-label={t('Загрузка')} />
      ) : rows.length === 0 ? (
        <p className={styles.none}>{t('Операций ещё не было.')}</p>
      ) : (
        <ul className={styles.latest}>
          {rows.map((row) => (
            <Latest key={row.kind} row={row} cageId={cage.id} unit={unit} />
          ))}
        </ul>
      )}
    </>
  )
}

function Latest({ row, cageId, unit }: { row: HistoryRow; cageId: number; unit: Unit }) {
  const { t } = useTranslation()
  const { icon, title, text } = historyLine(row, cageId, t, unit)
  const open = openerOf(row)
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        disabled={!open}
        title={t('Открыть запись')}
        onClick={() => open?.()}
      >
        <Icon name={icon} size={16} />
        <span className={styles.kind}>{title}</span>
        <span className={styles.told}>{text}</span>
        <span className={styles.when}>
          {showInstant(row.datetime)}
          {row.user && <span>{row.user}</span>}
        </span>
      </button>
    </li>
  )
}
