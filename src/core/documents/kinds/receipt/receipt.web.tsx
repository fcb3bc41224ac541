import { hrefOf } from '../../../../shared/pages'
import { useTranslation } from '../../../../web/i18n'
import { TextField } from '../../../../web/ui/fields/text-fields'
import type { GoodKind } from '../../../goods/good.contract'
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
import { LinesField } from '../../fields/lines/lines-field.web'

const fieldsOf = (kind: GoodKind) =>
  function ReceiptFields(props: FieldsProps) {
    const { t } = useTranslation()
    return (
      <>
        <StockField {...props} name="stock_id" label={t('Склад')} kind={kind} />
        <WaybillFields {...props} label={t('Поставщик')} side="supplier">
          <TextField
            {...props.form.getInputProps('act_number')}
            label={t('Номер акта о приёмке')}
            placeholder={t('Следующий по порядку')}
            maxLength={20}
          />
        </WaybillFields>
        <LinesField {...props} kind={kind} priced lots />
      </>
    )
  }

const formOf = (kind: GoodKind, word: string): KindWeb => ({
  editTitle: 'Редактирование прихода',
  record: 'Записать приход',
  initial: (target) => ({
    ...textsOf(target.row ?? target.preset, 'stock_id'),
    ...textsOf(target.row, 'act_number'),
    ...waybillTexts(target),
    ...lineTexts(target.row ?? target.preset, 'good_id', 'amount', 'price', 'lot', 'best_before'),
  }),
  payload: waybillPayload,
  Fields: fieldsOf(kind),
  unsavedRow: unsavedGoods(kind),
  links: [{ icon: 'print', title: 'Печать', to: ({ id }) => hrefOf('paper', { kind: word, id }) }],
  historyText: (row, t) => `${goodsText(row, t)}${priceText(row)}`,
  toastText: (row, t) => t('приход: {{goods}}', { goods: goodsText(row, t) }),
})

export const receiptForm = formOf('good', 'receipt')
export const workshopReceiptForm = formOf('workshop_good', 'workshop-receipt')
