/** All kinds of objects in the audit log by their names there: titles and fields. */
import { kinds, rulesOf } from '../../core/documents/kinds/kinds.contract'
import {
  documentFields,
  type LoggedField,
  type LoggedFields,
  type ReferenceTarget,
} from '../../core/documents/change-log/change-log.contract'
import { CAGE_TYPES } from '../../core/cages/cage.contract'
import { STRATEGY_NAMES } from '../../core/feeding/calcs.contract'
import { MEASURES, TYPES_OF } from '../../core/goods/good.contract'
import { ITEM_CONDITIONS, ITEM_TYPES } from '../../core/goods/item.contract'
import type { FormField } from '../../core/lists/kit/library-kit.contract'
import { libraries, type LibraryName } from '../../core/lists/library.contract'
import { amount, coded, fieldsOf, flag, named, text, field, type LoggedEntity } from './entity.contract'
import { peopleEntities } from './people.contract'
import { reportEntities } from './reports.contract'
import { importEntities, taskEntities } from './tasks.contract'

/** Of a document, named by its kind and number. */
const photo: LoggedEntity = {
  title: 'Фотография',
  fields: fieldsOf({
    kind: coded('Операция', Object.fromEntries(Object.values(kinds).map(({ kind, title }) => [kind, title]))),
    operation_id: amount('Операция, №'),
    size: amount('Размер', 'байт'),
  }),
  reading: null,
}

const archived = fieldsOf({ archived: flag('В архиве') })

/** Field titles of a kind's form, where they differ from those of other kinds. */
const FORM_WORDS: Record<string, Record<string, string>> = {
  feeding: { good_id: 'Корм', rate: '% от биомассы' },
  treatment: { good_id: 'Препарат' },
  transfer: { cage_id: 'Из садка' },
  stocking: { to_cage_id: 'Садок' },
  close_out: { count: 'Осталось на деле' },
  correction: { count: 'Фактическое количество' },
  note: { note: 'Текст' },
  spending: { payment: 'Сумма' },
  good_adding: { counterparty_id: 'Поставщик' },
  workshop_good_adding: { counterparty_id: 'Поставщик' },
  workshop_good_shipping: { counterparty_id: 'Покупатель', stock_id: 'Со склада' },
  good_move: { stock_id: 'Со склада' },
  workshop_good_move: { stock_id: 'Со склада' },
  good_subtracting: { stock_id: 'Со склада' },
  workshop_good_subtracting: { stock_id: 'Со склада' },
}

const fieldsOfKind = (kind: string): LoggedFields =>
  Object.fromEntries(
    Object.entries(documentFields).map(([key, field]) => {
      const title = FORM_WORDS[kind]?.[key]
      return [key, title ? { ...field, column: { ...field.column, title } } : field]
    }),
  )

const documents: [string, LoggedEntity][] = [...rulesOf.values()].map(({ kind, inSentence }) => {
  const usual = Object.values(kinds).find((one) => one.kind === kind)
  const entity: LoggedEntity = {
    title: usual?.title ?? inSentence.charAt(0).toUpperCase() + inSentence.slice(1),
    fields: fieldsOfKind(kind),
    always: ['at', 'cage_id', 'to_cage_id', 'good_id'],
  }
  return [kind, usual ? { ...entity, reading: usual.reading } : { ...entity, reading: null }]
})

function libraryField({ key, title, input, relation, options, unit }: FormField): LoggedField {
  if (relation) return named(title, relation as ReferenceTarget)(key)
  if (options) return coded(title, Object.fromEntries(options.map(({ value, label }) => [value, label])))(key)
  if (input === 'decimal') return amount(title, unit, unit === 'дн' ? undefined : 'mg')(key)
  return field(title, input === 'flag' ? 'flag' : input === 'date' ? 'day' : 'text')(key)
}

const DEPTH: LoggedField = { column: { key: 'depth', title: 'Глубина', type: 'list', unit: 'м' }, unit: 'hundredths' }

const lists: [string, LoggedEntity][] = (Object.keys(libraries) as LibraryName[]).map((name) => {
  const form: readonly FormField[] = libraries[name].form
  const own = Object.fromEntries(form.map((field) => [field.key, libraryField(field)]))
  const depth: LoggedFields = name === 'measure_parameter' ? { depth: DEPTH } : {}
  return [
    name,
    {
      title: libraries[name].singular,
      fields: { ...own, ...depth, ...archived },
      self: { to: name, key: form[0]!.key },
      shownBefore: true,
    },
  ]
})

const good = (title: string): LoggedEntity => ({
  title,
  fields: {
    ...fieldsOf({
      name: text('Название'),
      type: coded('Вид', { ...TYPES_OF.good, ...TYPES_OF.workshop_good }),
      measure: coded('Единица', Object.fromEntries(Object.entries(MEASURES).map(([key, { name }]) => [key, name]))),
      weight: amount('Вес штуки', 'кг', 'mg'),
      code: text('Код'),
      feed_brand_id: named('Марка', 'feed_brand'),
      withdrawal_days: amount('Каренция', 'дн'),
      withdrawal_degree_days: amount('Каренция', '°дней'),
      pellet_size: amount('Размер гранулы', 'мм', 'millionths'),
      supplier_id: named('Поставщик', 'counterparty'),
      min_amount: amount('Минимальный остаток', undefined, 'millionths'),
    }),
    ...archived,
  },
  self: { to: 'good', key: 'name' },
  shownBefore: true,
})

const item: LoggedEntity = {
  title: 'Изделие',
  fields: {
    ...fieldsOf({
      name: text('Название'),
      type: coded('Вид', ITEM_TYPES),
      condition: coded('Состояние', ITEM_CONDITIONS),
      code: text('Код'),
      stock_id: named('Склад', 'stock'),
    }),
    ...archived,
  },
  self: { to: 'item', key: 'name' },
  shownBefore: true,
}

const cage: LoggedEntity = {
  title: 'Садок',
  fields: fieldsOf({
    number: text('Номер'),
    location_id: named('Модуль', 'location'),
    cage_type_id: coded('Форма', Object.fromEntries(CAGE_TYPES.map(({ id, name }) => [id, name]))),
    volume: amount('Объём', 'м³', 'tenths'),
    density_limit: (key) => ({
      ...amount('Предел плотности посадки', 'кг/м³', 'tenths')(key),
      shown: 'own_density_limit',
    }),
    net_id: named('Дель', 'item'),
    code: text('Код'),
    color: amount('Цвет'),
    x: amount('Место на карте, по горизонтали'),
    y: amount('Место на карте, по вертикали'),
  }),
  self: { to: 'cage', key: 'number' },
  shownBefore: true,
}

const growth: LoggedEntity = {
  title: 'Пересчёт прироста',
  fields: fieldsOf({
    start: field('С', 'day'),
    end: field('По', 'day'),
    cages: amount('Садков'),
    feedings: amount('Кормлений'),
  }),
  reading: 'view feed calcs',
}

const measurement: LoggedEntity = {
  title: 'Замер',
  fields: {
    ...fieldsOf({
      at: field('Время', 'datetime'),
      measure_parameter_id: named('Параметр', 'measure_parameter'),
      value: amount('Значение', undefined, 'millionths'),
      depth: amount('Глубина', 'м', 'hundredths'),
      location_id: named('Модуль', 'location'),
      cage_id: named('Садок', 'cage'),
    }),
  },
  always: ['at', 'measure_parameter_id', 'cage_id'],
}

const cells = (title: string) => field(title, 'list')

/** Norms of a feed or of a brand, by whose name they are told. */
const norms = (title: string, to: ReferenceTarget): LoggedEntity => ({
  title,
  fields: fieldsOf({
    seasons: (key) => ({ ...cells('Периоды')(key), set: true }),
    rates: cells('Навеска, г · °C = % от биомассы'),
    conversion: cells('Навеска, г = кормовой коэффициент'),
    coefficients: cells('°C = температурный коэффициент'),
    more: amount('Ещё клеток'),
    file: text('Файл'),
    feed_brand_id: named('Взяты у марки', 'feed_brand'),
  }),
  self: { to, key: 'name' },
  reading: 'access library',
})

const feedCalc: LoggedEntity = {
  title: 'Расчёт кормления',
  fields: {
    ...fieldsOf({
      name: text('Название'),
      good_id: (key) => ({ ...named('Корм', 'good')(key), shown: 'feed_type_id' }),
      measure_parameter_id: named('Источник температуры', 'measure_parameter'),
      location_ids: named('Модули', 'location'),
      age_category_ids: named('Категории', 'age_category'),
      cage_ids: named('Садки', 'cage'),
      starts_on: (key) => ({ ...field('Начало', 'day')(key), shown: 'start' }),
      ends_on: (key) => ({ ...field('Конец', 'day')(key), shown: 'end' }),
      strategy: (key) => ({
        ...coded('Прогноз температуры', STRATEGY_NAMES)(key),
        shown: 'temp_prediction_strategy',
      }),
      fixed_temperature: (key) => ({
        ...amount('Заданная температура', '°C', 'millionths')(key),
        shown: 'temp_prediction_strategy_data',
      }),
      coefficient_day: field('Дата', 'day'),
      coefficient: amount('Коэффициент', undefined, 'millionths'),
    }),
    ...archived,
  },
  self: { to: 'feed_calc', key: 'name' },
  shownBefore: true,
  always: ['coefficient_day'],
  reading: 'view feed calcs',
}

const plan = (title: string, of: Record<string, (key: string) => LoggedField>): LoggedEntity => ({
  title,
  fields: fieldsOf({ ...of, feed: amount('Корм', 'кг', 'mg'), changes: amount('Изменено строк') }),
  always: Object.keys(of),
  reading: 'view feed calcs',
})

const harvestRow: LoggedEntity = {
  title: 'План вылова',
  fields: fieldsOf({
    day: field('День', 'day'),
    cage_id: named('Садок', 'cage'),
    generation_id: named('Генерация', 'generation'),
    age_category_id: named('Возрастная категория', 'age_category'),
    count: amount('Количество', 'шт'),
    weight: amount('Общий вес', 'кг', 'mg'),
    reason: named('Причина', 'reason'),
    counterparty_id: named('Контрагент', 'counterparty'),
    note: text('Примечание'),
  }),
  shownBefore: true,
  always: ['day', 'cage_id'],
  reading: null,
}

export const ENTITIES: ReadonlyMap<string, LoggedEntity> = new Map<string, LoggedEntity>([
  ...documents,
  ['good', good('Расходник')],
  ['workshop_good', good('Продукция')],
  ['item', item],
  ['cage', cage],
  ['measurement', measurement],
  ['feed_norms', norms('Нормы кормления', 'good')],
  ['brand_norms', norms('Нормы кормления марки', 'feed_brand')],
  ['feed_calc', feedCalc],
  ['growth', growth],
  ['feeding_plan', plan('План дня', { day: field('День', 'day') })],
  ['harvest_row', harvestRow],
  ...importEntities,
  ['photo', photo],
  ...taskEntities,
  ...reportEntities,
  ['cage_feeding_plan', plan('План садка', { cage_id: named('Садок', 'cage') })],
  [
    'batch',
    {
      title: 'Партия',
      fields: fieldsOf({ number: text('Номер'), stock_id: named('Склад', 'stock'), day: field('День', 'day') }),
      self: { to: 'batch', key: 'number' },
      reading: 'access workshop',
    },
  ],
  ...lists,
  ...peopleEntities,
])

/** For a kind without a description only author and moment are shown. */
export const entityOf = (word: string): LoggedEntity => ENTITIES.get(word) ?? { title: word, fields: {}, reading: null }
