import { useState } from 'react'
import { Button } from '@mantine/core'
import { showDay } from '../../../shared/dates'
import { isShownByHandler } from '../../../web/api'
import { callFile } from '../../../web/files/call-file'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError } from '../../../web/notify'
import { saveFile } from '../../../web/files/save-file'
import { cageCalls } from '../../../core/cages/cage.contract'

/** «Скачать все модули»: the farm as it is shown, now or at the end of a past day. */
export function useDownload(day: string | null) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { blob, name } = await callFile(cageCalls.downloadAll, day ? { date: showDay(day) } : {})
      saveFile(blob, name)
    } catch (error) {
      if (!isShownByHandler(error)) notifyError(t('Не удалось выгрузить данные!'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

export function DownloadButton({ day }: { day: string | null }) {
  const { t } = useTranslation()
  const { busy, run } = useDownload(day)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="xls" size={16} />}
      loading={busy}
      onClick={() => void run()}
    >
      {t('Скачать все модули')}
    </Button>
  )
}
