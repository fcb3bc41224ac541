import { useTranslation } from '../../../../web/i18n'
import { DecimalField } from '../../../../web/ui/fields/number-fields'
import { note, noted } from '../../../../web/offline/noted'
import type { GoodKind } from '../../../goods/good.contract'
import { Columns } from '../../fields/columns.web'
import { lineTexts } from '../../fields/document-lines.web'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { unsavedGoods, goodsText, StockField } from '../../fields/lines/goods-document.web'
import { LinesField } from '../../fields/lines/lines-field.web'
import { useOffers } from './use-offers.web'

/** Goods of a kind mostly leave the same warehouse: barges are filled from the shore. */
const lastSource = (kind: GoodKind) => `last-source:${kind}`

const fieldsOf = (kind: GoodKind) =>
  function MoveFields(props: FieldsProps) {
    const { t } = useTranslation()
    const { offer, days, change, told } = useOffers(props)
    return (
      <>
        <Columns>
          <StockField
            {...props}
            name="stock_id"
            label={t('Со склада')}
            kind={kind}
            source
            usual={noted(lastSource(kind))}
          />
          <StockField {...props} name="to_stock_id" label={t('На склад')} kind={kind} />
          {told && (
            <DecimalField
              label={t('На сколько дней запас')}
              hint={t('Предлагается по расходу за последние 28 дней')}
              unit={t('дн')}
              decimals={0}
              value={days}
              onChange={change}
            />
          )}
        </Columns>
        <LinesField {...props} kind={kind} takes="any" offer={offer} />
      </>
    )
  }

const formOf = (kind: GoodKind): KindWeb => ({
  editTitle: 'Редактирование перемещения',
  record: 'Записать перемещение',
  initial: ({ row, preset }) => ({
    ...textsOf(row ?? preset, 'stock_id', 'to_stock_id'),
    ...lineTexts(row ?? preset, 'good_id', 'amount'),
  }),
  Fields: fieldsOf(kind),
  saved: (row) => note(lastSource(kind), String(row.stock_id)),
  unsavedRow: unsavedGoods(kind),
  historyText: (row, t) => `${String(row.stock)} → ${String(row.to_stock)}, ${goodsText(row, t)}`,
  toastText: (row, t) => t('перемещение: {{goods}}', { goods: goodsText(row, t) }),
})

export const moveForm = formOf('good')
export const workshopMoveForm = formOf('workshop_good')
