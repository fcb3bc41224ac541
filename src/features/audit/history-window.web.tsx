/** The history of one object: all its changes, newest first. */
import { showInstant } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import type { HistoryTarget } from '../../web/pages/row-history'
import { useCall } from '../../web/query-client'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { Window } from '../../web/ui/overlay/window'
import { RowSkeletons } from '../../web/ui/skeletons'
import { Changes } from '../../core/documents/change-log/changes.web'
import type { FieldChange } from '../../core/documents/change-log/change-log.contract'
import { ACTIONS, auditCalls, type HistoryLine } from './audit.contract'
import { entityOf } from './entities.contract'
import { nameOf } from './audit-words.web'
import styles from './history-window.module.css'
import shared from '../../web/styles/shared.module.css'

interface HistoryWindowProps extends HistoryTarget {
  opened: boolean
  onClose: () => void
}

const ICONS: Record<HistoryLine['action'], IconName> = { create: 'plus', update: 'edit', delete: 'trash' }

const EARLIER = 'Записано до того, как изменения стали храниться.'
const SENT = 'Прислано внешним приложением, с тех пор никто не менял.'

export function HistoryWindow({ entity, id, opened, onClose }: HistoryWindowProps) {
  const { t } = useTranslation()
  const query = useCall(auditCalls.history, { entity, id })
  const { name = null, rows, more = false } = query.data ?? {}
  return (
    <Window
      opened={opened}
      onClose={onClose}
      icon="hist"
      title={t('История')}
      subtitle={nameOf({ entity, entity_id: id, name }, t)}
      size={640}
    >
      {!rows && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!rows && !query.error && <RowSkeletons rows={4} />}
      {rows?.length === 0 && <EmptyState icon="hist" text={t(entity === 'measurement' ? SENT : EARLIER)} />}
      {rows && rows.length > 0 && <Lines entity={entity} rows={rows} />}
      {more && <p className={shared.small}>{t('Показаны последние изменения.')}</p>}
    </Window>
  )
}

/** Which one it was need not be said of one thing. */
const isNews = ({ before, after }: FieldChange) => JSON.stringify(before) !== JSON.stringify(after)

function Lines({ entity, rows }: { entity: string; rows: readonly HistoryLine[] }) {
  const { t } = useTranslation()
  const { fields } = entityOf(entity)
  return (
    <ol className={styles.lines}>
      {rows.map(({ id, action, datetime, user, changes }) => (
        <li key={id} data-action={action}>
          <span className={styles.icon}>
            <Icon name={ICONS[action]} size={16} />
          </span>
          <div className={styles.line}>
            <p className={styles.head}>
              <b>{t(ACTIONS[action])}</b>
              <span>{user ?? t('Система')}</span>
              <time dateTime={datetime}>{showInstant(datetime)}</time>
            </p>
            <Changes changes={changes.filter(isNews)} fields={fields} action={action} />
          </div>
        </li>
      ))}
    </ol>
  )
}
