/** Why a record has not been sent: the same text for the strip, each row and the list. */
import { useConnectivity } from '../../connectivity'
import { useTranslation, type TFunction } from '../../i18n'
import { farmTimeOf, useNow } from '../../session'
import { moment } from './moment'
import { useSender, type Stop } from '../outbox/sender'

const SENTENCES: Record<Stop['why'], string> = {
  'no network': 'ждёт сети',
  'server fails': 'Сервер отвечает ошибкой, повторим сами',
  'too much': 'Слишком много записей сразу',
  'signed out': 'Войдите, чтобы их отправить',
  'another person': 'В этом браузере вошёл другой человек',
  'factor needed': 'Сначала включите второй фактор входа',
  'subscription ended': 'Отправятся, когда будет оформлена подписка',
}

/** A longer wait is shown with the hour it began, ms. */
const LONG_MS = 120_000

function sentenceOf({ why, reason, until }: Stop, now: string, t: TFunction): string {
  const said = t(reason || SENTENCES[why])
  if (until === null || until - Date.now() < LONG_MS) return said
  return `${said} ${t('Отправим после {{time}}.', { time: moment(farmTimeOf(until), now) })}`
}

export interface WaitReason {
  /** waits only for the network; other reasons have a text of their own */
  forNetwork: boolean
  sentence: string
}

export function useWhyWaiting(): WaitReason {
  const { t } = useTranslation()
  const { stopped } = useSender()
  const now = useNow()
  const offline = useConnectivity() === 'offline'
  const stop = stopped ?? (offline ? { why: 'no network' as const, reason: null, until: null } : null)
  if (!stop) return { forNetwork: false, sentence: t('отправляется…') }
  return { forNetwork: stop.why === 'no network', sentence: sentenceOf(stop, now, t) }
}
