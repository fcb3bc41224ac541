/** The parts of a farm's export, by key, in groups. The fields of their rows are in `export-fields.contract.ts`. */
import * as z from 'zod'
import * as f from '../../shared/fields'

/** Group → its parts with titles, in the order of the file. */
export const EXPORT_GROUPS = {
  fish: {
    title: 'Рыба',
    keys: {
      transfersBetweenLocations: 'Пересадки между модулями',
      categoriesChanges: 'Смены категорий',
      retreats: 'Отход',
      withdrawals: 'Подъёмы рыбы',
      transfers: 'Пересадки внутри модулей',
      stockings: 'Зарыбления',
      corrections: 'Коррекции',
      weights: 'Навески',
    },
  },
  items: {
    title: 'Изделия',
    keys: {
      itemsAdding: 'Внесение изделий',
      itemsRemoving: 'Списание изделий',
      itemsTransactions: 'Перемещения изделий',
      itemsRefilling: 'Заправки',
    },
  },
  goods: {
    title: 'Расходники и продукция',
    keys: {
      goodsAdding: 'Приход',
      goodsRemoving: 'Расход',
      goodsTransactions: 'Перемещения между складами',
      feedings: 'Кормления',
    },
  },
  workshop: {
    title: 'Цех',
    keys: {
      batchesTransform: 'Переработка партий',
      workshopGoodsTransform: 'Переработка продукции',
    },
  },
  remains: {
    title: 'Остатки на конец периода',
    keys: { cageRemains: 'Рыба в садках', goodRemains: 'Расходники и продукция на складах' },
  },
} as const

type Groups = typeof EXPORT_GROUPS
export type ExportKey = { [G in keyof Groups]: keyof Groups[G]['keys'] }[keyof Groups]

const titles = Object.assign({}, ...Object.values(EXPORT_GROUPS).map(({ keys }) => keys)) as Record<ExportKey, string>
export const EXPORT_KEYS = Object.keys(titles) as ExportKey[]
export const exportTitle = (key: ExportKey): string => titles[key]

/** A list of parts; also accepts a single one, or none. */
export const exportKeys = () =>
  z
    .preprocess(
      (value) => (value === null || value === '' ? [] : [value].flat()),
      z.array(f.oneOf(EXPORT_KEYS as [ExportKey, ...ExportKey[]])).max(100, 'Неверный список'),
    )
    .optional()
    .default([])
/** Input of an export; without `data` it has all parts that may be read. */
export const exportInput = {
  start: f.instant('start'),
  end: f.instant('end'),
  data: exportKeys().meta({ type: ['array', 'string'], items: { enum: EXPORT_KEYS } }),
}

/** What the file may be: the XML of the schema, an Excel workbook, CSV files in a zip. */
export const EXPORT_FORMATS = ['xml', 'xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
