import { NBSP, showAmount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { GivenFields, GoodsBalance } from '../../fields/given-fields.web'
import { cachedGood } from '../../fields/goods.web'

const medicine = { goodKey: 'good_id', nameKey: 'medicine', type: 'medicine' } as const

function TreatmentFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <GivenFields {...props} {...medicine} label={t('Препарат')} nothing={t('Сначала создайте препарат на складе')} />
  )
}

export const treatmentForm: KindWeb = {
  cageTitle: 'Лечение: {{number}}',
  editTitle: 'Редактирование лечения',
  record: 'Записать лечение',
  cageKeys: ['cage_id'],
  numberKeys: ['cage'],
  initial: ({ row }) => textsOf(row, 'good_id', 'stock_id', 'volume'),
  Fields: TreatmentFields,
  Balance: (props) => <GoodsBalance {...props} {...medicine} />,
  unsavedRow: (values) => {
    const good = cachedGood('medicine', values.good_id)
    return { medicine: good?.name ?? '', measure: good?.measure_name ?? '' }
  },
  historyText: (row, t) => `${String(row.medicine)}, ${showAmount(Number(row.volume))}${NBSP}${t(String(row.measure))}`,
  toastText: (row, t) =>
    t('лечение: {{medicine}}, {{volume}} {{measure}}', {
      medicine: String(row.medicine),
      volume: showAmount(Number(row.volume)),
      measure: t(String(row.measure)),
    }),
  deleteFailed: 'Ошибка удаления лечения',
}
