import { useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { callFile, isShownByHandler } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError } from '../../../web/notify'
import { saveFile } from '../../../web/save-file'
import { usePhone } from '../../../web/ui/use-phone'
import { importCalls } from './measurement-import.contract'

interface TemplateButtonProps {
  locationId: number
  /** beside other buttons: an icon on a phone */
  small?: boolean
}

/** The empty file to fill in, made for the parameters and cages of the module. */
export function TemplateButton({ locationId, small }: TemplateButtonProps) {
  const { t } = useTranslation()
  const phone = usePhone()
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
  if (small && phone)
    return (
      <ActionIcon
        variant="default"
        size={48}
        loading={busy}
        aria-label={t('Скачать шаблон')}
        onClick={() => void run()}
      >
        <Icon name="sort" />
      </ActionIcon>
    )
  return (
    <Button
      variant="default"
      size={small ? 'xs' : undefined}
      fz="sm"
      loading={busy}
      leftSection={<Icon name="sort" size={16} />}
      onClick={() => void run()}
    >
      {t('Скачать шаблон')}
    </Button>
  )
}
