/** The user's own records of a journal that are only on this device, above the rows of the server. */
import { showInstant } from '../../../shared/dates'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { KeptPictures } from '../../ui/picture/kept-pictures'
import { formOf } from '../outbox/forms'
import { filesOf } from '../outbox/following'
import { useOwnRecords } from '../outbox/use-outbox'
import styles from './status.module.css'

const MAX_ROWS = 20

/** `kinds` are the names of this page's records in the outbox. */
export function WaitingRows({ kinds }: { kinds: readonly string[] }) {
  const { t } = useTranslation()
  const own = useOwnRecords().filter(({ kind }) => kinds.includes(kind))
  if (own.length === 0) return null
  return (
    <section className={styles.rows} aria-label={t('Ещё не на сервере')}>
      <h2>{t('Ещё не на сервере: {{records}}', { records: own.length })}</h2>
      <ul>
        {own.slice(-MAX_ROWS).map((record) => {
          const refused = record.state === 'refused' || record.state === 'kept'
          const open = formOf(record.kind)?.open
          return (
            <li key={record.n} data-danger={refused || undefined}>
              <Icon name={refused ? 'alert' : 'wifi0'} size={18} />
              <span>
                <b>{record.label}</b>
                <KeptPictures names={filesOf(record)} />
                <small>{refused && record.reason ? t(record.reason) : showInstant(record.recorded_at)}</small>
              </span>
              {open && record.state !== 'removing' && record.state !== 'kept' && (
                <button type="button" onClick={() => open(record)}>
                  {t('Изменить')}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
