import { Button } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import { errorText, isApiError } from '../../api'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { closeWindows } from '../../ui/overlay/open-windows'
import { Window } from '../../ui/overlay/window'
import { useConnectivity } from '../../connectivity'
import { notifyError, notifyKept, notifySuccess } from '../../notify'
import { EmptyState } from '../../ui/empty-state'
import { NoteBox } from '../../ui/note-box'
import { Link } from '../../router'
import { formOf } from '../outbox/forms'
import { sendAgain } from '../outbox/outbox'
import { putAway, removeRecord } from '../outbox/take-back'
import type { OutboxRecord } from '../outbox/records'
import { flush, useSender } from '../outbox/sender'
import { useOthersRecords, useOwnRecords } from '../outbox/use-outbox'
import { KeepingNote } from './keeping-note'
import { useWhyWaiting } from './why-waiting'
import styles from './outbox-window.module.css'

function useRemoval(): (record: OutboxRecord) => void {
  const { t } = useTranslation()
  const failed = () => notifyError(t('Не удалось изменить список на этом устройстве.'))
  return ({ n, label }) => {
    removeRecord(n).then(
      ({ done, restore }) => {
        const undo = () => void restore().catch(failed)
        if (done) notifySuccess(t('Убрана из списка: {{label}}', { label }), { undo })
        else notifyKept(t('Отменим, когда ответит сервер: {{label}}', { label }), { undo })
      },
      (error: unknown) => (isApiError(error) ? notifyError(t(errorText(error))) : failed()),
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

/** What could not be taken back: it is looked at where it stands, and put away here. */
function KeptButtons({ record }: Pick<RowProps, 'record'>) {
  const { t } = useTranslation()
  const journal = formOf(record.kind)?.journal
  const name = { label: record.label }
  return (
    <>
      {journal && (
        <Link to={journal} aria-label={t('В журнал: {{label}}', name)} title={t('В журнал')} onClick={closeWindows}>
          <Icon name="book" size={20} />
        </Link>
      )}
      <button type="button" aria-label={t('Убрать: {{label}}', name)} onClick={() => void putAway(record.n)}>
        <Icon name="x" size={20} />
      </button>
    </>
  )
}

function RowButtons({ record, onOpen }: Pick<RowProps, 'record' | 'onOpen'>) {
  const { t } = useTranslation()
  const remove = useRemoval()
  const { sending } = useSender()
  const busy = sending === record.n || record.state === 'removing'
  const name = { label: record.label }
  return (
    <>
      {record.state === 'refused' && (
        <button
          type="button"
          aria-label={t('Отправить ещё раз: {{label}}', name)}
          onClick={() => void sendAgain(record.n)}
        >
          <Icon name="refresh" size={20} />
        </button>
      )}
      {formOf(record.kind) && (
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

function Row({ record, place, onOpen }: RowProps) {
  const text = useStateText(record)
  const { date, time } = record.values
  const kept = record.state === 'kept'
  return (
    <li className={styles.row} data-refused={record.state === 'refused' || kept || undefined}>
      <span className={styles.place}>{place}</span>
      <span className={styles.words}>
        <b>{record.label}</b>
        <span>{date && time ? `${String(date)} ${String(time)}` : showInstant(record.recorded_at)}</span>
        <span className={styles.state}>{text}</span>
      </span>
      <span className={styles.buttons}>
        {kept ? <KeptButtons record={record} /> : <RowButtons record={record} onOpen={onOpen} />}
      </span>
    </li>
  )
}

/** Records of people who used this browser before: they wait for them to sign in. */
function OthersNote() {
  const { t } = useTranslation()
  const others = useOthersRecords()
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ owner_name }) => owner_name))].join(', ')
  return (
    <NoteBox kind="warn">
      {t(
        'В этом браузере ждут ещё записи: {{count}}. Их сделал другой человек: {{names}}. Они отправятся, когда он войдёт.',
        {
          count: others.length,
          names,
        },
      )}
    </NoteBox>
  )
}

interface OutboxWindowProps {
  opened: boolean
  onClose: () => void
}

/** What waits on this device, in the order in which it will be sent. */
export function OutboxWindow({ opened, onClose }: OutboxWindowProps) {
  const { t } = useTranslation()
  const records = useOwnRecords()
  const connectivity = useConnectivity()
  const { sending } = useSender()
  const waiting = records.some(({ state }) => state === 'waiting' || state === 'removing')
  const why = useWhyWaiting()
  const open = (record: OutboxRecord) => {
    onClose()
    formOf(record.kind)?.open(record)
  }
  return (
    <Window title={t('Записи на этом устройстве')} opened={opened} onClose={onClose} icon="list" size={560}>
      <div className={styles.body}>
        {records.length === 0 ? (
          <EmptyState
            icon={connectivity === 'online' ? 'check' : 'wifi0'}
            text={
              connectivity === 'online'
                ? t('Все ваши записи на сервере.')
                : t('Связи нет. Записывайте как обычно: всё сохранится здесь и отправится само.')
            }
          />
        ) : (
          <>
            <p className={styles.hint} hidden={!waiting}>
              {why.forNetwork
                ? t(
                    'Отправятся сами и по порядку, когда появится сеть. Страницу можно закрыть: записи останутся здесь.',
                  )
                : `${why.sentence} ${t('Страницу можно закрыть: записи останутся здесь.')}`}
            </p>
            <ol className={styles.list}>
              {records.map((record, index) => (
                <Row key={record.n} record={record} place={index + 1} onOpen={open} />
              ))}
            </ol>
          </>
        )}
        <OthersNote />
        <KeepingNote />
        {waiting && (
          <Button
            className={styles.send}
            loading={sending !== null}
            leftSection={<Icon name="refresh" size={18} />}
            onClick={() => void flush()}
          >
            {t('Отправить сейчас')}
          </Button>
        )}
      </div>
    </Window>
  )
}
