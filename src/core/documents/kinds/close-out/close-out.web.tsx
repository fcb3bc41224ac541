import { showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { NoteBox } from '../../../../web/ui/note-box'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { CountedFields, countedForm } from '../correction/counted-fields.web'

function CloseOutFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <NoteBox>
        {t(
          'Рыбы больше нет — оставьте 0: остаток по учёту уйдёт в разницу, не в отход. Рыбы больше, чем по учёту, — впишите её.',
        )}
      </NoteBox>
      <CountedFields {...props} label={t('Осталось на деле')} />
    </>
  )
}

export const closeOutForm: KindWeb = {
  ...countedForm,
  cageTitle: 'Сверка при облове: {{number}}',
  editTitle: 'Редактирование сверки при облове',
  record: 'Записать сверку',
  initial: ({ row }) => ({
    ...textsOf(row, 'generation_id', 'age_category_id'),
    count: textsOf(row, 'count').count || '0',
  }),
  Fields: CloseOutFields,
  emptyText: 'Сверок за указанный период не обнаружено.',
  toastText: (row, t) => t('сверка при облове до {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
