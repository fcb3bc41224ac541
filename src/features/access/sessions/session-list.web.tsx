import { Button } from '@mantine/core'
import { showDateTime } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon, type IconName } from '../../../web/icons'
import type { SessionRow } from './sessions.contract'
import styles from './sessions.module.css'
import shared from '../../../web/styles/shared.module.css'

const HANDHELD = /Android|iPhone|iPad|HarmonyOS/

const iconOf = (device: string): IconName => (HANDHELD.test(device) ? 'phone' : 'screen')

interface SessionListProps {
  sessions: readonly SessionRow[]
  onEnd: (session: SessionRow) => void
}

/** Where someone is signed in, a line each. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation()
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} className={styles.session}>
          <span className={shared.mark}>
            <Icon name={iconOf(session.device)} size={20} />
          </span>
          <div className={styles.facts}>
            <div className={styles.device}>
              {t(session.device)}
              {session.current && <span className={styles.current}>{t('это устройство')}</span>}
            </div>
            <div>
              {t('Последний раз {{at}}', { at: showDateTime(session.last_seen_at) })}
              {session.address && `, ${session.address}`}
            </div>
            <div>{t('Вход {{at}}', { at: showDateTime(session.created_at) })}</div>
          </div>
          {!session.current && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('Завершить сеанс: {{device}}', { device: t(session.device) })}
              onClick={() => onEnd(session)}
            >
              {t('Завершить')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
