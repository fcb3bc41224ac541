/** «Присылать тревоги на это устройство»: this browser's subscription to messages. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { pushCalls } from './push.contract'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker that shows messages; none in development. */
const registered = () => navigator.serviceWorker.getRegistration()

/** Answers false when the browser does not allow it. */
async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await registered()
  if (!registration) return false
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(pushCalls.subscribe, { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! })
  return true
}

async function unsubscribe(): Promise<void> {
  await call(pushCalls.unsubscribe, {})
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe()
}

export function PushButton() {
  const { t } = useTranslation()
  const { key, on = false } = useCall(pushCalls.key, {}, { enabled: isSupported() }).data ?? {}
  const [busy, setBusy] = useState(false)
  if (!key) return null
  const change = async () => {
    setBusy(true)
    try {
      if (on) await unsubscribe()
      else if (await subscribe(key)) notifySuccess(t('Тревоги будут приходить на это устройство'))
      else notifyError(t('Браузер не разрешил уведомления. Их включают в его настройках.'))
      await invalidateTags(['people'])
    } catch {
      notifyError(t('Браузер не смог подписаться на уведомления.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name={on ? 'x' : 'phone'} size={16} />}
      loading={busy}
      onClick={() => void change()}
    >
      {on ? t('Не присылать на это устройство') : t('Присылать на это устройство')}
    </Button>
  )
}
