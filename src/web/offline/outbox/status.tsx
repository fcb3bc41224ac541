/**
 * What has not reached the server yet, in sight on every page: a strip under the bar of a phone, a button in the wide
 * one.
 */
import { useEffect, useState } from 'react'
import { dayOf, showDay, timeOf } from '../../../shared/dates'
import { useTranslation, type TFunction } from '../../i18n'
import { Icon } from '../../icons'
import { useConnectivity, useSilent } from '../../connectivity'
import { farmTimeOf, useNow } from '../../session'
import { dataReadAt } from './data-read-at'
import type { OutboxRecord } from './records'
import { startOutbox } from './start'
import { type SenderState, useSender } from './sender'
import { useOthersRecords, useOwnRecords } from './use-outbox'
import { later } from '../../later'
import styles from './status.module.css'

const OutboxWindow = later(() => import('./outbox-window').then(({ OutboxWindow }) => OutboxWindow))

interface Status {
  text: string
  second: string
  danger: boolean
}

/** «08:12», of another day with its date. */
const moment = (instant: string, now: string): string =>
  dayOf(instant) === dayOf(now) ? timeOf(instant) : `${showDay(instant)}, ${timeOf(instant)}`

const stops: Record<NonNullable<SenderState['stopped']>, string> = {
  'no network': 'На устройстве, последняя в {{time}}',
  'server fails': 'Сервер отвечает ошибкой, повторим сами',
  'signed out': 'Войдите, чтобы их отправить',
  'another person': 'В этом браузере вошёл другой человек',
  'subscription ended': 'Отправятся, когда будет оформлена подписка',
}

function queueStatus(records: readonly OutboxRecord[], sender: SenderState, now: string, t: TFunction): Status | null {
  const waiting = records.filter(({ state }) => state !== 'refused')
  const refused = records.length - waiting.length
  const last = records.at(-1)
  if (!last) return null
  const time = moment(last.recorded_at, now)
  const notTaken = t('{{count}} записей не приняты', { count: refused })
  if (waiting.length === 0) return { text: notTaken, second: t('Исправьте и отправьте снова'), danger: true }
  const second =
    refused > 0
      ? notTaken
      : t(sender.sending === null ? stops[sender.stopped ?? 'no network'] : 'Отправляются…', { time })
  return { text: t('{{count}} записей ждут сети', { count: waiting.length }), second, danger: refused > 0 }
}

/** Somebody else's records on a shared device: nobody should think they are sent. */
function othersStatus(records: readonly OutboxRecord[], t: TFunction): Status | null {
  if (records.length === 0) return null
  const names = [...new Set(records.map(({ owner_name }) => owner_name))].join(', ')
  return { text: t('{{count}} записей ждут входа', { count: records.length }), second: names, danger: false }
}

/** null when the server is reached and has everything. */
function useStatus(): Status | null {
  const { t } = useTranslation()
  const others = useOthersRecords()
  const records = useOwnRecords()
  const sender = useSender()
  const connectivity = useConnectivity()
  const silent = useSilent()
  const good = connectivity === 'online' && !silent
  const now = useNow()
  const read = good ? null : dataReadAt()
  const time = read === null ? null : moment(farmTimeOf(read), now)
  const queue = queueStatus(records, sender, now, t)
  if (queue && time) return { ...queue, second: `${queue.second} · ${t('данные на {{time}}', { time })}` }
  if (queue) return queue
  if (good) return othersStatus(others, t)
  return {
    text: t(connectivity === 'online' ? 'Сервер не отвечает' : 'Нет связи с сервером'),
    second: time ? t('данные на {{time}}', { time }) : t('записи сохранятся здесь'),
    danger: false,
  }
}

function useList() {
  const [state, set] = useState({ opened: false, wanted: false })
  const open = () => set({ opened: true, wanted: true })
  const element = state.wanted && (
    <OutboxWindow opened={state.opened} onClose={() => set({ opened: false, wanted: true })} />
  )
  return { open, element }
}

/** Sends what waits as long as the page lives. */
const useOutbox = () => useEffect(() => startOutbox(), [])

/** Under the bar of a phone. */
export function OutboxStrip() {
  useOutbox()
  const { t } = useTranslation()
  const status = useStatus()
  const { open, element } = useList()
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
            <button type="button" className={styles.show} onClick={open}>
              {t('Показать')}
            </button>
          </div>
        )}
      </div>
      {element}
    </>
  )
}

/** In the bar of a wide screen. */
export function OutboxButton() {
  useOutbox()
  const status = useStatus()
  const { open, element } = useList()
  return (
    <>
      <span role="status" className={styles.place}>
        {status && (
          <button
            type="button"
            className={styles.button}
            data-danger={status.danger || undefined}
            title={status.second}
            onClick={open}
          >
            <Icon name={status.danger ? 'alert' : 'wifi0'} size={16} />
            <b>{status.text}</b>
            <span className={styles.aside}>{status.second}</span>
          </button>
        )}
      </span>
      {element}
    </>
  )
}
