/** «Присылать тревоги на это устройство»: this browser's subscription to messages. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { pushCalls } from './push.contract'
import { subscribe, unsubscribe } from './push-subscription.web'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

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
