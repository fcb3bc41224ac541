import { useTranslation } from '../../../../web/i18n'
import { NoteField } from '../../../../web/ui/fields/text-fields'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'

/** The window's focus skips notes, but here the note is the content. */
function TextField({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <NoteField
      {...form.getInputProps('text')}
      label={t('Текст')}
      placeholder={t('Что случилось или что проверить')}
      autoFocus={form.getValues().cage_id !== ''}
    />
  )
}

export const noteForm: KindWeb = {
  cageTitle: 'Примечание: {{number}}',
  editTitle: 'Редактирование примечания',
  record: 'Записать примечание',
  cageKeys: ['cage_id'],
  numberKeys: ['cage_number'],
  initial: ({ row }) => textsOf(row, 'text'),
  Fields: TextField,
  withoutNote: true,
  historyText: (row) => String(row.text),
  toastText: (_, t) => t('примечание'),
  deleteFailed: 'Ошибка удаления примечания',
}
