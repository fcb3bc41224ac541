import { NBSP, showAmount } from '../../../../web/format'
import { useTranslation } from '../../../../web/i18n'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { GivenFields, GoodsBalance } from '../../fields/given-fields.web'
import { cachedGood } from '../../fields/goods.web'
import { cachedItem, ItemField } from '../items/item-field.web'

const fuel = { goodKey: 'good_id', nameKey: 'good', type: 'gasoline' } as const

function RefillFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ItemField {...props} among={({ refilled }) => refilled} />
      <GivenFields {...props} {...fuel} label={t('Топливо')} nothing={t('Сначала создайте расходник вида «ГСМ»')} />
    </>
  )
}

export const refillForm: KindWeb = {
  editTitle: 'Редактирование заправки',
  record: 'Записать заправку',
  initial: ({ row, preset }) => textsOf(row ?? preset, 'item_id', 'good_id', 'stock_id', 'volume'),
  Fields: RefillFields,
  Balance: (props) => <GoodsBalance {...props} {...fuel} />,
  unsavedRow: ({ item_id, good_id }) => {
    const good = cachedGood('gasoline', good_id)
    return { item: cachedItem(item_id)?.name ?? '', good: good?.name ?? '', measure: good?.measure_name ?? '' }
  },
  historyText: (row, t) =>
    `${String(row.item)}, ${String(row.good)} ${showAmount(Number(row.volume))}${NBSP}${t(String(row.measure))}`,
  toastText: (row, t) =>
    t('заправка: {{item}}, {{volume}} {{measure}}', {
      item: String(row.item),
      volume: showAmount(Number(row.volume)),
      measure: t(String(row.measure)),
    }),
}
