import * as f from '../../../../shared/fields'
import { putInto } from '../../../../shared/ledger/document'
import { moment, note, quietKind } from '../../engine/operation.contract'

/** A good comes into a warehouse. */
export const adding = quietKind({
  kind: 'good_adding',
  noun: 'внесение',
  fields: {
    ...moment,
    good_id: f.id(),
    stock_id: f.id(),
    volume: f.amount(),
    price: f.optional(f.roubles()),
    waybill_number: f.optionalText(100),
    ...note,
  },
  fieldNames: { good_id: 'id', stock_id: 'stock', volume: 'count' },
  document: ({ good_id, stock_id, volume, price, waybill_number }) => ({
    good_id,
    stock_id,
    volume,
    price,
    extra: waybill_number === null ? null : { waybill_number },
  }),
  goods: putInto,
})
