/** The words of «Перенос прошлого»: kinds of rows, fields of columns, units, lists and states. */

/** What a row may be, in the order of a day. */
export const PAST_KINDS = {
  receipt: 'Приход',
  stocking: 'Зарыбление',
  weighing: 'Навеска',
  feeding: 'Кормление',
  treatment: 'Лечение',
  retreat: 'Отход',
  transfer: 'Пересадка',
  withdrawal: 'Подъём рыбы',
  measurement: 'Замеры',
  spending: 'Затраты',
  categoryChange: 'Смена категории',
  correction: 'Коррекция',
  closeOut: 'Сверка при облове',
  writeOff: 'Списание',
  move: 'Перемещение',
  stocktake: 'Инвентаризация',
} as const
export type PastKind = keyof typeof PAST_KINDS
/** Readings of water are no documents. */
export type DocumentKind = Exclude<PastKind, 'measurement'>

/**
 * What a sheet is: rows of a kind, of the kind that a column names, days of a cage with several kinds, rows of lists,
 * or left out.
 */
export const SHEET_KINDS = {
  column: 'Разные операции: вид в столбце',
  diary: 'Дневник садка: день в строке',
  lists: 'Справочники',
  none: 'Не переносить',
  ...PAST_KINDS,
} as const
export type SheetKind = keyof typeof SHEET_KINDS
export const sheetKinds = Object.keys(SHEET_KINDS) as [SheetKind, ...SheetKind[]]

/** What reads water. */
export const TAKEN = { sensor: 'датчик', hand: 'вручную' } as const

/** A company is of this country, or it is not. */
export const FOREIGN = { yes: 'Да', no: 'Нет' } as const

/** What a column may hold. */
export const PAST_FIELDS = {
  date: 'Дата',
  time: 'Время',
  operation: 'Операция',
  module: 'Модуль',
  cage: 'Садок',
  to_module: 'В модуль',
  to_cage: 'В садок',
  generation: 'Генерация',
  species: 'Вид рыбы',
  category: 'Возрастная категория',
  count: 'Количество',
  avg_weight: 'Навеска',
  mean: 'Навеска по расчёту',
  weight: 'Общий вес',
  selection: 'Что за рыба',
  good: 'Корм или препарат',
  volume: 'Количество корма или препарата',
  growth: 'Прирост',
  stock: 'Склад',
  to_stock: 'На склад',
  price: 'Цена',
  lot: 'Партия корма',
  best_before: 'Годен до',
  reason: 'Причина',
  counterparty: 'Контрагент',
  employee: 'Сотрудник',
  waybill: 'Номер накладной',
  waybill_date: 'Дата накладной',
  vat: 'Ставка НДС',
  act: 'Номер акта',
  origin: 'Откуда завезена',
  condition: 'Состояние рыбы',
  cause: 'Причина отхода',
  dead: 'Отход за день',
  dead_weight: 'Вес отхода',
  stocked: 'Посажено',
  caught: 'Поднято',
  caught_weight: 'Вес поднятой рыбы',
  parameter: 'Параметр замеров',
  depth: 'Глубина',
  value: 'Значение',
  taken: 'Откуда замер',
  name: 'Название',
  sum: 'Сумма',
  article: 'Статья затрат',
  note: 'Примечание',
  list: 'Справочник',
  code: 'Код',
  cage_volume: 'Объём',
  from: 'Навеска от',
  to: 'Навеска до',
  good_type: 'Вид расходника',
  measure: 'Единица измерения',
  piece_weight: 'Вес штуки',
  measure_type: 'Вид замера',
  symbol: 'Единица замера',
  foreign: 'Иностранная организация',
  inn: 'ИНН',
  kpp: 'КПП',
  address: 'Адрес',
  lead: 'Срок поставки',
  safety: 'Запас по времени',
  order_lot: 'Кратность заказа',
  no_delivery: 'Без доставки',
} as const
export type PastField = keyof typeof PAST_FIELDS
export const pastFields = Object.keys(PAST_FIELDS) as [PastField, ...PastField[]]

/** What a diary counts on and writes nothing of. */
const BALANCES: Partial<Record<PastField, string>> = { count: 'Остаток рыбы', weight: 'Вес остатка' }
export const fieldTitle = (field: PastField, diary: boolean): string => (diary && BALANCES[field]) || PAST_FIELDS[field]

/** A column whose title names what is measured: its place from 0. */
export type ReadingKey = `c${number}`
export type CellKey = PastField | ReadingKey
export const readingKey = (place: number): ReadingKey => `c${place}`
/** The place of such a column; null for a field. */
export const placeOfKey = (key: CellKey): number | null => (/^c\d/.test(key) ? Number(key.slice(1)) : null)

export const UNITS = { kg: 'кг', g: 'г', t: 'т', piece: 'шт', thousand: 'тыс. шт', liter: 'л', ml: 'мл' } as const
export type Unit = keyof typeof UNITS
export const units = Object.keys(UNITS) as [Unit, ...Unit[]]

/** Lists whose rows are matched by name or created. */
export const NAMED_LISTS = {
  module: 'Модуль',
  cage: 'Садок',
  species: 'Вид рыбы',
  generation: 'Генерация',
  category: 'Возрастная категория',
  good: 'Корм или препарат',
  stock: 'Склад',
  reason: 'Причина подъёма',
  parameter: 'Параметр замеров',
  article: 'Статья затрат',
  counterparty: 'Контрагент',
  employee: 'Сотрудник',
  cause: 'Причина отхода',
} as const
export type NamedList = keyof typeof NAMED_LISTS
/** What a sheet of lists calls those that it may have. */
export const DESCRIBED_LISTS: Partial<Record<NamedList, string>> = {
  module: 'Модуль',
  cage: 'Садок',
  species: 'Вид рыбы',
  generation: 'Генерация',
  category: 'Возрастная категория',
  good: 'Расходник',
  stock: 'Склад',
  parameter: 'Параметр замеров',
  article: 'Статья затрат',
  counterparty: 'Контрагент',
  employee: 'Сотрудник',
  cause: 'Причина отхода',
}

export const namedLists = Object.keys(NAMED_LISTS) as [NamedList, ...NamedList[]]

export const ROW_STATES = {
  ready: 'Будут записаны',
  wrong: 'Исправить',
  there: 'Уже есть',
  left: 'Пропущены',
} as const
export type RowState = keyof typeof ROW_STATES
export const rowStates = Object.keys(ROW_STATES) as [RowState, ...RowState[]]

export const IMPORT_STATES = {
  checking: 'Проверяется',
  checked: 'Проверен',
  bringing: 'Записывается',
  brought: 'Перенесён',
  undoing: 'Отменяется',
  undone: 'Отменён',
} as const
export type ImportState = keyof typeof IMPORT_STATES
export const importStates = Object.keys(IMPORT_STATES) as [ImportState, ...ImportState[]]
