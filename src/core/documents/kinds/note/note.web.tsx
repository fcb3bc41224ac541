import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../../web/i18n'
import { NoteField } from '../../../../web/ui/fields/text-fields'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'

function TextField({ form }: FieldsProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // the frame skips notes when it looks for the first field; here the text is what one came for
    const timer = setTimeout(() => box.current?.querySelector('textarea')?.focus(), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={box}>
      <NoteField
        {...form.getInputProps('text')}
        label={t('Текст')}
        placeholder={t('Что случилось или что проверить')}
      />
    </div>
  )
}

export const noteForm: KindWeb = {
  cageTitle: 'Примечание: {{number}}',
  editTitle: 'Редактирование примечания',
  cageKeys: ['cage_id'],
  numberKeys: ['cage_number'],
  initial: ({ row }) => textsOf(row, 'text'),
  Fields: TextField,
  withoutNote: true,
  line: (row) => String(row.text),
  brief: (_, t) => t('примечание'),
  deleteFailed: 'Ошибка удаления примечания',
}
