import { ActionIcon } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { DownloadButton, useDownload } from '../../../web/ui/file-load/download-button'
import { usePhone } from '../../../web/ui/use-phone'
import { importCalls } from './measurement-import.contract'

interface TemplateButtonProps {
  locationId: number
  /** beside other buttons: an icon on a phone */
  small?: boolean
}

/** The empty file to fill in, for the parameters and cages of the module. */
export function TemplateButton({ locationId, small }: TemplateButtonProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const file = { endpoint: importCalls.template, input: { location_id: locationId }, named: t('Шаблон замеров') }
  const { busy, run } = useDownload(file.endpoint, file.input, file.named)
  if (small && phone)
    return (
      <ActionIcon variant="default" size={48} loading={busy} aria-label={t('Скачать шаблон')} onClick={run}>
        <Icon name="sort" />
      </ActionIcon>
    )
  return (
    <DownloadButton {...file} size={small ? 'xs' : undefined}>
      {t('Скачать шаблон')}
    </DownloadButton>
  )
}
