import { useTranslation } from '../../../web/i18n'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { Form } from '../../../web/ui/form/form-modal'
import type { Values } from '../fields/form-model.web'
import { PhotoChoice } from '../photos/photo-choice.web'

/** Photographs of a new operation, or of one that is still on this device. A stored one has them in its window. */
export function FormPhotos({ form, queued }: { form: Form<Values>; queued: OutboxRecord | undefined }) {
  const { t } = useTranslation()
  return (
    <PhotoChoice
      value={form.values.photos ?? ''}
      onChange={(photos) => form.setFieldValue('photos', photos)}
      sent={queued?.spawned}
      label={t('Фото')}
    />
  )
}
