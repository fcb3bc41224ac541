import { parseDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { useFileLoad } from '../../../web/ui/file-load/use-file-load'
import { refreshMeasurements } from '../readings/use-measurements.web'
import { importCalls, UPLOAD_FAILED } from './measurement-import.contract'

/** `onLoaded` gets the last day of what was stored. */
export function useImport(locationId: number, onLoaded: (day: string | null) => void) {
  const { t } = useTranslation()
  return useFileLoad({
    endpoint: importCalls.upload,
    input: { location_id: locationId },
    failed: UPLOAD_FAILED,
    onLoaded: ({ last_date, journal }) => {
      notifySuccess(t('Данные замеров загружены!'), {
        link: journal ? { to: journal, title: t('Что изменилось') } : null,
      })
      void refreshMeasurements()
      onLoaded(last_date && parseDay(last_date))
    },
  })
}
