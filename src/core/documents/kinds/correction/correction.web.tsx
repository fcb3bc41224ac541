import { showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { CountedFields, countedForm } from './counted-fields.web'

function CorrectionFields(props: FieldsProps) {
  const { t } = useTranslation()
  return <CountedFields {...props} label={t('Фактическое количество')} />
}

export const correctionForm: KindWeb = {
  ...countedForm,
  cageTitle: 'Коррекция: {{number}}',
  editTitle: 'Редактирование коррекции',
  record: 'Записать коррекцию',
  initial: ({ row }) => textsOf(row, 'generation_id', 'age_category_id', 'count'),
  Fields: CorrectionFields,
  toastText: (row, t) => t('коррекция до {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
