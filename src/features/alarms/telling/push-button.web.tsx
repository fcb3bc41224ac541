/** «Присылать тревоги на это устройство»: this browser's subscription to messages. */
import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { useCall } from '../../../web/query-client'
import { pushCalls } from './push.contract'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker that shows messages; none in development. */
const registered = () => navigator.serviceWorker.getRegistration()

const current = async () => (await (await registered())?.pushManager.getSubscription()) ?? null

async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await registered()
  if (!registration) return null
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(pushCalls.subscribe, { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! })
  return subscription
}

async function unsubscribe(subscription: PushSubscription): Promise<void> {
  await call(pushCalls.unsubscribe, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

export function PushButton() {
  const { t } = useTranslation()
  const key = useCall(pushCalls.key, {}, { enabled: isSupported() }).data?.key
  const [subscription, keep] = useState<PushSubscription | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (isSupported()) void current().then(keep, () => undefined)
  }, [])
  if (!key) return null
  const change = async () => {
    setBusy(true)
    try {
      const next = subscription ? (await unsubscribe(subscription), null) : await subscribe(key)
      keep(next)
      if (next) notifySuccess(t('Тревоги будут приходить на это устройство'))
      else if (!subscription) notifyError(t('Браузер не разрешил уведомления. Их включают в его настройках.'))
    } catch {
      notifyError(t('Браузер не смог подписаться на уведомления.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name={subscription ? 'x' : 'phone'} size={16} />}
      loading={busy}
      onClick={() => void change()}
    >
      {subscription ? t('Не присылать на это устройство') : t('Присылать на это устройство')}
    </Button>
  )
}
