import { Button } from '@mantine/core'
import { unitOf, valueOf, type Column } from '../../../shared/columns'
import { showInstant } from '../../../shared/dates'
import { isApiError } from '../../../web/api'
import { NBSP, NOTHING } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { Window } from '../../../web/ui/overlay/window'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { cellText } from '../../../web/ui/table/view/cells'
import { runAction } from '../../../web/ui/table/row-actions'
import type { OperationRow } from '../fields/form-model.web'
import { contractOf, kindNamed, type KindName } from '../kinds/kinds.contract'
import { DocumentLines, linesOfRow } from '../reading/document-lines.web'
import { describe } from '../form/operation-write.web'
import { Photos } from '../photos/photos.web'
import { readingCalls } from '../reading/reading.contract'
import { useRowActions } from './row-actions.web'
import styles from './document-window.module.css'

interface Props {
  id: number
  opened: boolean
  onClose: () => void
}

/** A stored document: its fields, lines, papers and history. */
export function DocumentWindow({ id, opened, onClose }: Props) {
  const { t } = useTranslation()
  const query = useCall(readingCalls.one, { id })
  const gone = isApiError(query.error) && query.error.status === 404
  const kind = query.data && !gone ? kindNamed(query.data.kind) : undefined
  const row = query.data?.row as OperationRow | undefined
  if (kind && row) return <Told kind={kind} row={row} opened={opened} onClose={onClose} />
  return (
    <Window opened={opened} onClose={onClose} addressed size={820} icon="book" title={t('Документ')}>
      {gone ? (
        <EmptyState text={t('Документ не найден: возможно, его уже удалили.')} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeletons rows={6} />
      )}
    </Window>
  )
}

function Told({ kind, row, opened, onClose }: Omit<Props, 'id'> & { kind: KindName; row: OperationRow }) {
  const { t } = useTranslation()
  const { title, icon, goodKind } = contractOf(kind)
  return (
    <Window
      opened={opened}
      onClose={onClose}
      addressed
      size={820}
      icon={icon}
      title={t(title)}
      subtitle={showInstant(row.datetime)}
      footer={<Actions kind={kind} row={row} />}
    >
      <Facts kind={kind} row={row} />
      <Photos kind={kind} row={row} what={describe(kind, row, 'kg')} />
      <DocumentLines row={row} kind={typeof goodKind === 'string' ? goodKind : undefined} />
    </Window>
  )
}

/** Said by the title and by the lines. */
const ELSEWHERE = new Set(['datetime', 'lines_count'])
/** Columns whose content is shown in the lines already. */
const OF_LINES = new Set(['goods', 'goods_from', 'workshop_goods_from', 'to', 'differences', 'output_percent'])

const NOTE: Column = { key: 'note', title: 'Примечание', type: 'text' }

function factsOf(kind: KindName, row: OperationRow): Column[] {
  const hasLines = linesOfRow(row).length > 0
  const columns = contractOf(kind).columns.filter(
    ({ key }) => !ELSEWHERE.has(key) && !(hasLines && OF_LINES.has(key)) && key !== 'note',
  )
  return [...columns, NOTE]
}

function Facts({ kind, row }: { kind: KindName; row: OperationRow }) {
  const { t } = useTranslation()
  const rules = factsOf(kind, row).flatMap((column) => {
    const text = cellText(valueOf(row, column.key), column)
    const unit = unitOf(column, 'kg')
    if (text === NOTHING) return []
    return [{ key: column.key, title: t(column.title), text: column.words ? t(text) : text, unit: unit && t(unit) }]
  })
  return (
    <dl className={styles.facts}>
      {rules.map(({ key, title, text, unit }) => (
        <div key={key} data-long={key === 'note' || undefined}>
          <dt>{title}</dt>
          <dd>{unit ? `${text}${NBSP}${unit}` : text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What can be done with its row in the journal. */
function Actions({ kind, row }: { kind: KindName; row: OperationRow }) {
  // its photographs are above
  const actions = useRowActions(kind)(row).filter(({ icon }) => icon !== 'photo')
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action.title}
          variant={action.danger ? 'subtle' : 'default'}
          color={action.danger ? 'red' : undefined}
          className={action.danger ? styles.danger : undefined}
          leftSection={<Icon name={action.icon} size={16} />}
          data-disabled={action.disabled || undefined}
          aria-disabled={action.disabled || undefined}
          title={action.disabled ? action.disabledReason : undefined}
          onClick={() => runAction(action)}
        >
          {action.title}
        </Button>
      ))}
    </div>
  )
}
