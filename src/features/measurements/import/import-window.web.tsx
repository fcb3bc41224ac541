/** A file of readings. */
import { parseDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { ImportWindow } from '../../../web/pages/import-window'
import { refreshMeasurements } from '../readings/use-measurements.web'
import { ImportPreview } from './import-preview.web'
import { importCalls, UPLOAD_FAILED } from './measurement-import.contract'
import { TemplateButton } from './template-button.web'

interface ReadingsImportProps {
  opened: boolean
  onClose: () => void
  locationId: number
  /** the last day that was loaded, 'YYYY-MM-DD' */
  onLoaded: (day: string | null) => void
}

export function ReadingsImport({ opened, onClose, locationId, onLoaded }: ReadingsImportProps) {
  const { t } = useTranslation()
  return (
    <ImportWindow
      title={t('Загрузка замеров из Excel')}
      opened={opened}
      onClose={onClose}
      upload={importCalls.upload}
      input={{ location_id: locationId }}
      failed={UPLOAD_FAILED}
      hint={t('До 10 МБ и 20 000 строк. Сначала вы увидите, что будет загружено.')}
      templates={<TemplateButton locationId={locationId} />}
      preview={(answer) => <ImportPreview answer={answer} />}
      loadText={({ created }) => (created > 0 ? t('Загрузить {{count}} замеров', { count: created }) : null)}
      loadedText={() => t('Данные замеров загружены!')}
      onLoaded={({ last_date }) => {
        void refreshMeasurements()
        onLoaded(last_date && parseDay(last_date))
      }}
    />
  )
}
