import { useTranslation } from '../../../../web/i18n'
import { NoteBox } from '../../../../web/ui/note-box'
import type { FieldsProps } from '../../fields/form-model.web'
import { Button } from '@mantine/core'

/** Tells that a row of the harvest plan is closed by this withdrawal; somebody else may have closed it already. */
export function HarvestNote({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation()
  if (!form.values.harvest_row_id) return null
  const error = form.errors.harvest_row_id
  return (
    <NoteBox kind={error ? 'danger' : 'info'}>
      {typeof error === 'string' ? t(error) : t('Подъём закроет строку плана вылова.')}{' '}
      <Button variant="subtle" size="compact-xs" onClick={() => form.setFieldValue('harvest_row_id', '')}>
        {t('Записать без плана')}
      </Button>
    </NoteBox>
  )
}
