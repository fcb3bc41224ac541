import { useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showDay } from '../../shared/dates'
import { callFile } from '../../web/api'
import { Icon } from '../../web/icons'
import { notifyError } from '../../web/notify'
import { saveFile } from '../../web/save-file'
import { usePhone } from '../../web/ui/use-phone'
import { cageCalls } from './cage.contract'

/** «Скачать все модули»: the farm as it is shown, now or at the end of a past day. */
export function DownloadButton({ day }: { day: string | null }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [busy, setBusy] = useState(false)
  const title = t('Скачать все модули')
  const download = async () => {
    setBusy(true)
    try {
      const { blob, name } = await callFile(cageCalls.downloadAll, day ? { date: showDay(day) } : {})
      saveFile(blob, name)
    } catch {
      notifyError(t('Не удалось выгрузить данные!'))
    } finally {
      setBusy(false)
    }
  }
  const props = { loading: busy, onClick: () => void download() }
  return phone ? (
    <ActionIcon {...props} variant="default" size={48} aria-label={title}>
      <Icon name="xls" />
    </ActionIcon>
  ) : (
    <Button {...props} variant="default" size="xs" leftSection={<Icon name="xls" size={16} />}>
      {title}
    </Button>
  )
}
