import { useTranslation } from '../../../web/i18n'
import { lazyPart } from '../../../web/lazy'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { Form } from '../../../web/ui/form/form-modal'
import type { OperationRow, Values } from '../fields/form-model.web'
import type { KindName } from '../kinds/kinds.contract'
import { PhotoChoice } from '../photos/photo-choice.web'
import { describe } from './operation-write.web'

const Photos = lazyPart(() => import('../photos/photos.web').then((part) => part.Photos))

interface FormPhotosProps {
  form: Form<Values>
  kind: KindName
  row: OperationRow | undefined
  queued: OutboxRecord | undefined
}

/** Photographs of a stored operation, which are saved at once, or of one that has not left this device. */
export function FormPhotos({ form, kind, row, queued }: FormPhotosProps) {
  const { t } = useTranslation()
  if (row) return <Photos kind={kind} row={row} what={describe(kind, row, 'kg')} />
  return (
    <PhotoChoice
      value={form.values.photos ?? ''}
      onChange={(photos) => form.setFieldValue('photos', photos)}
      sent={queued?.spawned}
      label={t('Фото')}
    />
  )
}
