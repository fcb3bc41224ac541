/** The fields of a row in each part of the export: the file, its schema and the query are made from these lists. */
import type { ExportKey } from './export.contract'

/** kg from whole milligrams, units from millionths, roubles from kopecks: exact decimals, never floats. */
export type FieldType = 'id' | 'count' | 'kg' | 'amount' | 'roubles' | 'text' | 'day' | 'time'

export interface ExportField {
  key: string
  type: FieldType
  /** left out of a row that has none */
  optional?: true
  /** in the schema */
  about: string
}

const field = (key: string, type: FieldType, about: string): ExportField => ({ key, type, about })
const maybe = (key: string, type: FieldType, about: string): ExportField => ({ key, type, about, optional: true })

const document = [
  field('id', 'id', 'number of the document'),
  field('time', 'time', 'when it happened, by the farm’s clock'),
]
const entered = [
  maybe('note', 'text', 'note'),
  maybe('user', 'text', 'who entered it'),
  field('created', 'time', 'when it was entered, by the farm’s clock'),
]
const cage = [field('module', 'text', 'module'), field('cage', 'text', 'number of the cage')]
const group = [field('generation', 'text', 'generation'), field('category', 'text', 'age category')]
const fish = [field('count', 'count', 'pieces'), field('weight', 'kg', 'kg')]
const good = [
  field('good', 'text', 'name of the good'),
  maybe('good_code', 'text', 'code of the good'),
  field('measure', 'text', 'unit of the amount: kg, liter, piece'),
]
const stock = maybe('stock', 'text', 'warehouse')
const amount = field('amount', 'amount', 'in units of the good')
const item = [
  field('item_id', 'id', 'number of the item'),
  field('item', 'text', 'name of the item'),
  field('item_type', 'text', 'kind: net, boat, motor, transport, pump, generator, other'),
  maybe('item_code', 'text', 'code of the item'),
]
const kind = field('kind', 'text', 'kind of the document')
const transfer = [
  ...document,
  ...cage,
  field('to_module', 'text', 'module that the fish came to'),
  field('to_cage', 'text', 'number of the cage that the fish came to'),
  ...group,
  ...fish,
  ...entered,
]
const waybill = [
  maybe('counterparty', 'text', 'counterparty'),
  maybe('waybill_number', 'text', 'number of the waybill'),
  maybe('waybill_date', 'day', 'date of the waybill'),
]
const price = maybe('price', 'roubles', 'roubles for one unit')
const transform = [field('role', 'text', 'consumed or made'), ...good, stock, amount, ...entered]

export const EXPORT_FIELDS: Record<ExportKey, readonly ExportField[]> = {
  transfersBetweenLocations: transfer,
  categoriesChanges: [
    ...document,
    ...cage,
    ...group,
    field('to_category', 'text', 'new age category'),
    ...fish,
    ...entered,
  ],
  retreats: [
    ...document,
    ...cage,
    ...group,
    ...fish,
    maybe('cause', 'text', 'what they died of; left out when nobody knows'),
    ...entered,
  ],
  withdrawals: [
    ...document,
    ...cage,
    ...group,
    ...fish,
    maybe('reason', 'text', 'reason'),
    maybe('counterparty', 'text', 'counterparty'),
    maybe('employee', 'text', 'employee'),
    price,
    maybe('payment', 'roubles', 'roubles that were paid'),
    maybe('batch', 'id', 'number of the workshop’s batch'),
    maybe('workshop_weight', 'kg', 'kg that the workshop took'),
    ...entered,
  ],
  transfers: transfer,
  stockings: [...document, ...cage, ...group, ...fish, ...entered],
  corrections: [
    ...document,
    ...cage,
    ...group,
    field('count_difference', 'count', 'pieces that the correction added (or took: negative)'),
    field('weight_difference', 'kg', 'kg that the correction added (or took: negative)'),
    field('count', 'count', 'pieces after the correction'),
    ...entered,
  ],
  weights: [
    ...document,
    ...cage,
    ...group,
    maybe('avg_weight', 'kg', 'average that was measured, kg'),
    field('count', 'count', 'pieces in the group'),
    field('weight', 'kg', 'kg of the group after the weighing'),
    field('growth', 'kg', 'growth that it showed, kg'),
    ...entered,
  ],
  itemsAdding: [...document, ...item, stock, ...entered],
  itemsRemoving: [
    field('time', 'time', 'when it was put into the archive, by the farm’s clock'),
    ...item,
    maybe('stock', 'text', 'the last warehouse'),
  ],
  itemsTransactions: [
    ...document,
    field('action', 'text', 'in: into a warehouse, tied: to a cage, untied: from a cage into a warehouse'),
    ...item,
    stock,
    maybe('cage', 'text', 'number of the cage'),
    ...entered,
  ],
  itemsRefilling: [...document, ...item, ...good, stock, amount, ...entered],
  goodsAdding: [
    ...document,
    kind,
    ...good,
    stock,
    amount,
    price,
    maybe('lot', 'text', 'lot of the maker'),
    maybe('best_before', 'day', 'best before'),
    ...waybill,
    ...entered,
  ],
  goodsRemoving: [...document, kind, ...good, stock, amount, price, ...waybill, ...entered],
  goodsTransactions: [
    ...document,
    ...good,
    field('stock', 'text', 'warehouse that it left'),
    field('to_stock', 'text', 'warehouse that it came to'),
    amount,
    ...entered,
  ],
  feedings: [...document, ...cage, ...good, stock, amount, maybe('appetite', 'count', 'appetite'), ...entered],
  batchesTransform: [...document, field('batch', 'id', 'number of the batch'), ...transform],
  workshopGoodsTransform: [...document, ...transform],
  cageRemains: [...cage, ...group, field('species', 'text', 'species'), ...fish],
  goodRemains: [...good, field('stock', 'text', 'warehouse'), amount],
}
