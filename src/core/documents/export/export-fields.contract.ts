/** What a row of each part of the export says: the file, its schema and the query are all made from these lists. */
import type { ExportKey } from './export.contract'

/** kg from whole milligrams, units from millionths, roubles from kopecks: exact decimals, never a float. */
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

const document = [field('id', 'id', 'номер документа'), field('time', 'time', 'время операции по часам фермы')]
const entered = [
  maybe('note', 'text', 'примечание'),
  maybe('user', 'text', 'кто записал'),
  field('created', 'time', 'когда записано, по часам фермы'),
]
const cage = [field('module', 'text', 'модуль'), field('cage', 'text', 'номер садка')]
const group = [field('generation', 'text', 'генерация'), field('category', 'text', 'возрастная категория')]
const fish = [field('count', 'count', 'количество, шт'), field('weight', 'kg', 'вес, кг')]
const good = [
  field('good', 'text', 'расходник или продукция'),
  maybe('good_code', 'text', 'код расходника'),
  field('measure', 'text', 'единица: kg, liter, piece'),
]
const stock = maybe('stock', 'text', 'склад')
const amount = field('amount', 'amount', 'количество в единицах расходника')
const item = [
  field('item_id', 'id', 'номер изделия'),
  field('item', 'text', 'изделие'),
  field('item_type', 'text', 'вид: net, boat, motor, transport, pump, generator, other'),
  maybe('item_code', 'text', 'код изделия'),
]
const kind = field('kind', 'text', 'вид документа')
const transfer = [
  ...document,
  ...cage,
  field('to_module', 'text', 'модуль, куда пересадили'),
  field('to_cage', 'text', 'номер садка, куда пересадили'),
  ...group,
  ...fish,
  ...entered,
]
const waybill = [
  maybe('counterparty', 'text', 'контрагент'),
  maybe('waybill_number', 'text', 'номер накладной'),
  maybe('waybill_date', 'day', 'дата накладной'),
]
const price = maybe('price', 'roubles', 'цена за единицу, ₽')
const transform = [
  field('role', 'text', 'consumed — израсходовано, made — получено'),
  ...good,
  stock,
  amount,
  ...entered,
]

export const EXPORT_FIELDS: Record<ExportKey, readonly ExportField[]> = {
  transfersBetweenLocations: transfer,
  categoriesChanges: [
    ...document,
    ...cage,
    ...group,
    field('to_category', 'text', 'новая возрастная категория'),
    ...fish,
    ...entered,
  ],
  retreats: [...document, ...cage, ...group, ...fish, ...entered],
  withdrawals: [
    ...document,
    ...cage,
    ...group,
    ...fish,
    maybe('reason', 'text', 'причина'),
    maybe('counterparty', 'text', 'контрагент'),
    maybe('employee', 'text', 'сотрудник'),
    price,
    maybe('payment', 'roubles', 'оплачено, ₽'),
    maybe('batch', 'id', 'номер партии цеха'),
    maybe('workshop_weight', 'kg', 'вес, принятый цехом, кг'),
    ...entered,
  ],
  transfers: transfer,
  stockings: [...document, ...cage, ...group, ...fish, ...entered],
  corrections: [
    ...document,
    ...cage,
    ...group,
    field('count_difference', 'count', 'на сколько изменилось количество, шт'),
    field('weight_difference', 'kg', 'на сколько изменился вес, кг'),
    field('count', 'count', 'количество после коррекции, шт'),
    ...entered,
  ],
  weights: [
    ...document,
    ...cage,
    ...group,
    maybe('avg_weight', 'kg', 'навеска, кг'),
    field('count', 'count', 'рыбы в группе, шт'),
    field('weight', 'kg', 'вес группы после взвешивания, кг'),
    field('growth', 'kg', 'прирост, кг'),
    ...entered,
  ],
  itemsAdding: [...document, ...item, stock, ...entered],
  itemsRemoving: [
    field('time', 'time', 'когда отправлено в архив, по часам фермы'),
    ...item,
    maybe('stock', 'text', 'последний склад'),
  ],
  itemsTransactions: [
    ...document,
    field('action', 'text', 'in — на склад, tied — в садок, untied — с садка на склад'),
    ...item,
    stock,
    maybe('cage', 'text', 'номер садка'),
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
    maybe('lot', 'text', 'партия поставщика'),
    maybe('best_before', 'day', 'годен до'),
    ...waybill,
    ...entered,
  ],
  goodsRemoving: [...document, kind, ...good, stock, amount, price, ...waybill, ...entered],
  goodsTransactions: [
    ...document,
    ...good,
    field('stock', 'text', 'с какого склада'),
    field('to_stock', 'text', 'на какой склад'),
    amount,
    ...entered,
  ],
  feedings: [...document, ...cage, ...good, stock, amount, maybe('appetite', 'count', 'аппетит'), ...entered],
  batchesTransform: [...document, field('batch', 'id', 'номер партии'), ...transform],
  workshopGoodsTransform: [...document, ...transform],
  cageRemains: [...cage, ...group, field('species', 'text', 'вид рыбы'), ...fish],
  goodRemains: [...good, field('stock', 'text', 'склад'), amount],
}
