import { hrefOf } from '../../../../shared/pages'
import { useTranslation } from '../../../../web/i18n'
import { lineTexts } from '../../fields/document-lines.web'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import {
  unsavedGoods,
  goodsText,
  priceText,
  StockField,
  WaybillFields,
  waybillPayload,
  waybillTexts,
} from '../../fields/lines/goods-document.web'
import { PeriodsOfProducts } from './product-periods.web'
import { LinesField } from '../../fields/lines/lines-field.web'

function ShipmentFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <StockField {...props} name="stock_id" label={t('Со склада')} kind="workshop_good" source />
      <WaybillFields {...props} label={t('Покупатель')} side="buyer" unnumbered={t('Следующий по порядку')} />
      <LinesField {...props} kind="workshop_good" priced takes="fresh" />
      <PeriodsOfProducts {...props} />
    </>
  )
}

export const shipmentForm: KindWeb = {
  editTitle: 'Редактирование отгрузки',
  record: 'Записать отгрузку',
  initial: (target) => ({
    ...textsOf(target.row ?? target.preset, 'stock_id'),
    ...waybillTexts(target),
    ...(!target.row && { with_waybill: '1' }),
    ...lineTexts(target.row ?? target.preset, 'good_id', 'amount', 'price'),
  }),
  payload: waybillPayload,
  Fields: ShipmentFields,
  unsavedRow: unsavedGoods('workshop_good'),
  links: [
    { icon: 'link', title: 'Прослеживаемость', to: ({ id }) => hrefOf('trace', { what: 'shipment', id }) },
    { icon: 'print', title: 'Печать', often: true, to: ({ id }) => hrefOf('paper', { kind: 'shipment', id }) },
  ],
  historyText: (row, t) => `${goodsText(row, t)}${priceText(row)}`,
  toastText: (row, t) => t('отгрузка: {{goods}}', { goods: goodsText(row, t) }),
}
