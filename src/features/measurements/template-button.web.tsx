import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callFile, isShownByHandler } from '../../web/api'
import { Icon } from '../../web/icons'
import { notifyError } from '../../web/notify'
import { saveFile } from '../../web/save-file'
import { importCalls } from './measurement-import.contract'

/** The empty file to fill in, made for the parameters and cages of the module. */
export function TemplateButton({ locationId, size }: { locationId: number; size?: 'xs' }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { blob, name } = await callFile(importCalls.template, { location_id: locationId })
      saveFile(blob, name || `${t('Шаблон замеров')}.xlsx`)
    } catch (error) {
      if (!isShownByHandler(error)) notifyError(t('Не удалось выгрузить данные!'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size={size}
      fz="sm"
      loading={busy}
      leftSection={<Icon name="sort" size={16} />}
      onClick={() => void run()}
    >
      {t('Скачать шаблон')}
    </Button>
  )
}
