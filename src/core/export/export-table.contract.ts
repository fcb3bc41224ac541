/** How parts of the export are told in a table, where the XML has keys and codes: texts of the dictionary. */
import { ITEM_TYPES } from '../goods/item.contract'
import { MEASURES } from '../goods/good.contract'
import { kinds } from '../documents/kinds/kinds.contract'

/** By the key of a field. */
export const FIELD_TITLES: Record<string, string> = {
  id: 'Номер документа',
  time: 'Дата и время',
  note: 'Комментарий',
  user: 'Кто внёс',
  created: 'Внесено',
  module: 'Модуль',
  cage: 'Садок',
  to_module: 'В модуль',
  to_cage: 'В садок',
  generation: 'Генерация',
  category: 'Возрастная категория',
  to_category: 'Новая категория',
  species: 'Вид рыбы',
  count: 'Количество, шт',
  weight: 'Вес, кг',
  count_difference: 'Изменение количества, шт',
  weight_difference: 'Изменение веса, кг',
  avg_weight: 'Навеска, кг',
  growth: 'Прирост, кг',
  reason: 'Причина',
  cause: 'Причина отхода',
  counterparty: 'Контрагент',
  employee: 'Сотрудник',
  price: 'Цена, ₽',
  payment: 'Оплачено, ₽',
  batch: 'Номер партии',
  workshop_weight: 'Принято цехом, кг',
  item_id: 'Номер изделия',
  item: 'Изделие',
  item_type: 'Тип изделия',
  item_code: 'Код изделия',
  action: 'Действие',
  kind: 'Документ',
  good: 'Наименование',
  good_code: 'Код',
  measure: 'Единица измерения',
  stock: 'Склад',
  to_stock: 'На склад',
  amount: 'Количество',
  lot: 'Партия поставщика',
  best_before: 'Годен до',
  waybill_number: 'Номер накладной',
  waybill_date: 'Дата накладной',
  appetite: 'Аппетит',
  role: 'Роль',
}

/** By the key of a field: code → its word. */
export const FIELD_WORDS: Record<string, Readonly<Record<string, string>>> = {
  measure: Object.fromEntries(Object.entries(MEASURES).map(([code, { name }]) => [code, name])),
  item_type: ITEM_TYPES,
  kind: Object.fromEntries(Object.values(kinds).map(({ kind, title }) => [kind, title])),
  action: { in: 'На склад', tied: 'В садок', untied: 'Из садка на склад' },
  role: { consumed: 'Израсходовано', made: 'Получено' },
}
