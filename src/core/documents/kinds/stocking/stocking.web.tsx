import { hrefOf } from '../../../../shared/pages'
import { showCount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { TextField } from '../../../../web/ui/fields/text-fields'
import { GenerationFields, onlyGeneration } from '../../fields/generation-fields.web'
import { FishFields } from '../../fields/fish-fields.web'
import { averageOf, typedAverage } from '../../fields/fish-math.web'
import {
  fishLine,
  fishTexts,
  groupKey,
  stockOf,
  textsOf,
  type CageBalance,
  type FieldsProps,
  type KindWeb,
  type Values,
} from '../../fields/form-model.web'

const sameGroup = (values: Values, book: CageBalance) =>
  book.groups.find((group) => groupKey(group) === `${values.generation_id}:${values.age_category_id}`)

function StockingFields({ form, book, settings }: FieldsProps) {
  const { t } = useTranslation()
  const bookMg = averageOf(stockOf(sameGroup(form.values, book)))
  return (
    <>
      <GenerationFields form={form} />
      <FishFields form={form} bookMg={bookMg} settings={settings} />
      <DecimalField
        {...form.getInputProps('payment')}
        label={t('Стоимость всей рыбы')}
        unit="₽"
        decimals={2}
        hint={t('Входит в себестоимость')}
      />
      <TextField {...form.getInputProps('origin')} label={t('Откуда завезена')} hint={t('Для акта')} maxLength={200} />
      <TextField
        {...form.getInputProps('condition')}
        label={t('Состояние рыбы')}
        hint={t('Для акта')}
        maxLength={200}
      />
    </>
  )
}

export const stockingForm: KindWeb = {
  cageTitle: 'Зарыбление: {{number}}',
  editTitle: 'Редактирование зарыбления',
  record: 'Записать зарыбление',
  cageKeys: ['to_id'],
  numberKeys: ['to_number'],
  initial: ({ row }) => ({
    ...textsOf(
      row,
      'generation_id',
      'age_category_id',
      'count',
      'avg_weight',
      'weight',
      'payment',
      'origin',
      'condition',
    ),
    ...(!row && { generation_id: onlyGeneration() }),
  }),
  links: [
    {
      icon: 'print',
      title: 'Акт зарыбления',
      ability: 'access reports',
      to: ({ id }) => hrefOf('officialStockings', { stocking: id }),
    },
  ],
  Fields: StockingFields,
  check: (values): Record<string, string> =>
    typedAverage(fishTexts(values)) === null ? { avg_weight: 'Введите навеску или общий вес' } : {},
  historyText: fishLine,
  toastText: (row, t) => t('зарыбление {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
