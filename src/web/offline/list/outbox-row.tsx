import { showInstant } from '../../../shared/dates'
import { errorText, isApiError } from '../../api'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { closeWindows } from '../../ui/overlay/open-windows'
import { notifyError, notifyKept, notifySuccess } from '../../notify'
import { KeptPictures } from '../../ui/picture/kept-pictures'
import { Link } from '../../router/router'
import { formOf } from '../outbox/forms'
import { sendAgain } from '../outbox/outbox'
import { putAway, removeRecord } from '../outbox/take-back'
import type { OutboxRecord } from '../outbox/records'
import { useSender } from '../outbox/sender'
import { filesOf } from '../outbox/following'
import { useWhyWaiting } from './why-waiting'
import styles from './outbox-window.module.css'

/** Reports that the device did not store a change, so that nothing has happened. */
function useDeviceFailure(): () => void {
  const { t } = useTranslation()
  return () => notifyError(t('Не удалось изменить список на этом устройстве.'))
}

function useRemoval(): (record: OutboxRecord) => void {
  const { t } = useTranslation()
  const failed = useDeviceFailure()
  return ({ n, label }) => {
    removeRecord(n).then(
      ({ done, restore }) => {
        const undo = () => void restore().catch(failed)
        if (done) notifySuccess(t('Убрана из списка: {{label}}', { label }), { undo })
        else notifyKept(t('Отменим, когда ответит сервер: {{label}}', { label }), { undo })
      },
      (error: unknown) => (isApiError(error) ? notifyError(errorText(error)) : failed()),
    )
  }
}

function useStateText(record: OutboxRecord): string {
  const { t } = useTranslation()
  const { sending } = useSender()
  const why = useWhyWaiting()
  const reason = () => t(record.reason || 'причина неизвестна')
  if (record.state === 'removing') return t('отменим, когда ответит сервер')
  if (record.state === 'kept') return t('Не отменена, осталась в журнале: {{reason}}', { reason: reason() })
  if (record.state === 'refused') return t('Не принята: {{reason}}', { reason: reason() })
  if (sending === record.n) return t('отправляется…')
  if (record.faults > 0) return t('сервер ответил ошибкой, повторим сами')
  return why.sentence
}

interface RowProps {
  record: OutboxRecord
  place: number
  onOpen: (record: OutboxRecord) => void
}

/** Buttons for a record that could not be taken back: open it in its journal, or remove it from this list. */
function KeptButtons({ record }: Pick<RowProps, 'record'>) {
  const { t } = useTranslation()
  const failed = useDeviceFailure()
  const journal = formOf(record.kind)?.journal
  const name = { label: record.label }
  return (
    <>
      {journal && (
        <Link to={journal} aria-label={t('В журнал: {{label}}', name)} title={t('В журнал')} onClick={closeWindows}>
          <Icon name="book" size={20} />
        </Link>
      )}
      <button
        type="button"
        aria-label={t('Убрать: {{label}}', name)}
        onClick={() => void putAway(record.n).catch(failed)}
      >
        <Icon name="x" size={20} />
      </button>
    </>
  )
}

function RowButtons({ record, onOpen }: Pick<RowProps, 'record' | 'onOpen'>) {
  const { t } = useTranslation()
  const remove = useRemoval()
  const failed = useDeviceFailure()
  const { sending } = useSender()
  const busy = sending === record.n || record.state === 'removing'
  const name = { label: record.label }
  return (
    <>
      {record.state === 'refused' && (
        <button
          type="button"
          aria-label={t('Отправить ещё раз: {{label}}', name)}
          onClick={() => void sendAgain(record.n).catch(failed)}
        >
          <Icon name="refresh" size={20} />
        </button>
      )}
      {formOf(record.kind)?.open && (
        <button
          type="button"
          aria-label={t('Изменить: {{label}}', name)}
          disabled={busy}
          onClick={() => onOpen(record)}
        >
          <Icon name="edit" size={20} />
        </button>
      )}
      <button type="button" aria-label={t('Убрать: {{label}}', name)} disabled={busy} onClick={() => remove(record)}>
        <Icon name="trash" size={20} />
      </button>
    </>
  )
}

/** A record with the reason it waits, and its actions. */
export function OutboxRow({ record, place, onOpen }: RowProps) {
  const { t } = useTranslation()
  const text = useStateText(record)
  const { date, time } = record.values
  const kept = record.state === 'kept'
  return (
    <li className={styles.row} data-refused={record.state === 'refused' || kept || undefined}>
      <span className={styles.place}>{place}</span>
      <span className={styles.words}>
        <b>{record.label}</b>
        <KeptPictures names={filesOf(record)} />
        {record.maker && <span>{t('автор: {{name}}', { name: record.maker.name })}</span>}
        <span>{date && time ? `${String(date)} ${String(time)}` : showInstant(record.recorded_at)}</span>
        <span className={styles.state}>{text}</span>
      </span>
      <span className={styles.buttons}>
        {kept ? <KeptButtons record={record} /> : <RowButtons record={record} onOpen={onOpen} />}
      </span>
    </li>
  )
}
