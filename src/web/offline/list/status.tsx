/**
 * Shows on every page what has not reached the server: a strip under the top bar of a phone, a button in the wide one.
 */
import { useEffect } from 'react'
import { useTranslation, type TFunction } from '../../i18n'
import { Icon } from '../../icons'
import { useConnectivity, useSilent } from '../../connectivity'
import { farmTimeOf, useNow } from '../../session'
import { dataReadAt } from './data-read-at'
import { isRefused, type OutboxRecord } from '../outbox/records'
import { startOutbox } from '../outbox/start'
import { moment } from './moment'
import { ListHost, openList } from './open-list'
import { useSender } from '../outbox/sender'
import { useOthersRecords, useOwnRecords } from '../outbox/use-outbox'
import { useWhyWaiting, type WaitReason } from './why-waiting'
import styles from './status.module.css'

interface Status {
  text: string
  second: string
  danger: boolean
}

function refusedText(records: readonly OutboxRecord[], t: TFunction): string {
  const kept = records.filter(({ state }) => state === 'kept').length
  const refused = records.filter(({ state }) => state === 'refused').length
  if (refused > 0) return t('{{count}} записей не приняты', { count: refused })
  return t('{{count}} записей не отменены', { count: kept })
}

function queueStatus(records: readonly OutboxRecord[], why: WaitReason, busy: boolean, now: string, t: TFunction) {
  const last = records.at(-1)
  if (!last) return null
  const refused = records.filter(isRefused)
  const count = records.length - refused.length
  const notTaken = refusedText(records, t)
  const danger = refused.length > 0
  if (count === 0)
    return {
      text: notTaken,
      second: t(
        records.some(({ state }) => state === 'refused') ? 'Исправьте и отправьте снова' : 'Смотрите в журнале',
      ),
      danger,
    }
  const time = moment(last.recorded_at, now)
  const reason = why.forNetwork ? t('На устройстве, последняя в {{time}}', { time }) : why.sentence
  const text = why.forNetwork
    ? t('{{count}} записей ждут сети', { count })
    : t('{{count}} записей ждут отправки', { count })
  return { text, second: danger ? notTaken : busy ? t('Отправляются…') : reason, danger }
}

/** Records of others on a shared device: nobody should think they were sent. */
function othersStatus(records: readonly OutboxRecord[], t: TFunction): Status | null {
  if (records.length === 0) return null
  const names = [...new Set(records.map(({ owner_name }) => owner_name))].join(', ')
  return { text: t('{{count}} записей ждут входа', { count: records.length }), second: names, danger: false }
}

/** null when the server can be reached and has everything. */
function useStatus(): Status | null {
  const { t } = useTranslation()
  const others = useOthersRecords()
  const records = useOwnRecords()
  const { sending } = useSender()
  const why = useWhyWaiting()
  const connectivity = useConnectivity()
  const silent = useSilent()
  const good = connectivity === 'online' && !silent
  const now = useNow()
  const read = good ? null : dataReadAt()
  const time = read === null ? null : moment(farmTimeOf(read), now)
  const queue = queueStatus(records, why, sending !== null, now, t)
  if (queue && time) return { ...queue, second: `${queue.second} · ${t('данные на {{time}}', { time })}` }
  if (queue) return queue
  if (good) return othersStatus(others, t)
  return {
    text: t(connectivity === 'online' ? 'Сервер не отвечает' : 'Нет связи с сервером'),
    second: time ? t('данные на {{time}}', { time }) : t('записи сохранятся здесь'),
    danger: false,
  }
}

/** Sends waiting records while the page is open. */
const useOutbox = () => useEffect(() => startOutbox(), [])

/** Under the bar of a phone. */
export function OutboxStrip() {
  useOutbox()
  const { t } = useTranslation()
  const status = useStatus()
  return (
    <>
      <div role="status" className="no-print">
        {status && (
          <div className={styles.strip} data-danger={status.danger || undefined}>
            <Icon name={status.danger ? 'alert' : 'wifi0'} size={22} />
            <span className={styles.words}>
              <b>{status.text}</b>
              <span>{status.second}</span>
            </span>
            <button type="button" className={styles.show} onClick={() => openList({})}>
              {t('Показать')}
            </button>
          </div>
        )}
      </div>
      <ListHost />
    </>
  )
}

/** In the bar of a wide screen. */
export function OutboxButton() {
  useOutbox()
  const status = useStatus()
  return (
    <>
      <span role="status" className={styles.place}>
        {status && (
          <button
            type="button"
            className={styles.button}
            data-danger={status.danger || undefined}
            title={status.second}
            onClick={() => openList({})}
          >
            <Icon name={status.danger ? 'alert' : 'wifi0'} size={16} />
            <b>{status.text}</b>
            <span className={styles.aside}>{status.second}</span>
          </button>
        )}
      </span>
      <ListHost />
    </>
  )
}
