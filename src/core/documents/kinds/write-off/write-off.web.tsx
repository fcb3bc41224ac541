import { useTranslation } from '../../../../web/i18n'
import type { GoodKind } from '../../../goods/good.contract'
import { lineTexts } from '../../fields/document-lines.web'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { unsavedGoods, goodsText, StockField } from '../../fields/lines/goods-document.web'
import { LinesField } from '../../fields/lines/lines-field.web'

const fieldsOf = (kind: GoodKind) =>
  function WriteOffFields(props: FieldsProps) {
    const { t } = useTranslation()
    return (
      <>
        <StockField {...props} name="stock_id" label={t('Со склада')} kind={kind} source />
        <LinesField {...props} kind={kind} takes="any" />
      </>
    )
  }

const formOf = (kind: GoodKind): KindWeb => ({
  editTitle: 'Редактирование списания',
  record: 'Записать списание',
  initial: ({ row, preset }) => ({
    ...textsOf(row ?? preset, 'stock_id'),
    ...lineTexts(row ?? preset, 'good_id', 'amount'),
  }),
  Fields: fieldsOf(kind),
  unsavedRow: unsavedGoods(kind),
  notePlaceholder: 'Почему списано',
  historyText: (row, t) => goodsText(row, t),
  toastText: (row, t) => t('списание: {{goods}}', { goods: goodsText(row, t) }),
})

export const writeOffForm = formOf('good')
export const workshopWriteOffForm = formOf('workshop_good')
