import * as z from 'zod'
import { warnOfAverage, warnOfDensity } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { groupOf } from '../../../../shared/ledger/document'
import { massFaults, typedMass } from '../../../../shared/ledger/typed-mass'
import { fish, groupRow, moment, note, operationKind } from '../../engine/operation.contract'

/** Roubles for all the fish, up to more than anybody pays. */
const payment = f.optional(
  f.roubles().refine((kopecks) => kopecks <= 10_000_000_000_00, 'Слишком большая сумма, проверьте число'),
)

/** What only the act tells; null when nothing was said. */
function actOf({ origin = null, condition = null }: { origin?: string | null; condition?: string | null }) {
  const said = Object.entries({ origin, condition }).filter(([, text]) => text !== null)
  return said.length > 0 ? Object.fromEntries(said) : null
}

export const stocking = operationKind({
  kind: 'stocking',
  path: 'stocking',
  title: 'Зарыбление',
  inSentence: 'зарыбление',
  journal: 'Журнал зарыблений',
  plural: 'Зарыбления',
  icon: 'stock',
  section: 'stock',
  ability: 'create stockings',
  fields: {
    ...moment,
    ...{ to_id: f.id(), generation_id: f.id(), age_category_id: f.id() },
    ...fish,
    payment,
    /** for the act: where the fish were brought from, and how they were */
    origin: f.optionalText(200),
    condition: f.optionalText(200),
    ...note,
  },
  row: z.object({
    to_id: z.number(),
    to_number: z.string(),
    location_id: z.number(),
    ...groupRow,
    count: z.number(),
    avg_weight: z.number(),
    weight: z.number(),
    /** roubles for all of them; null when nobody said */
    payment: z.number().nullable(),
    origin: z.string().nullable(),
    condition: z.string().nullable(),
  }),
  filter: filterFields('generation'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'to_number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'age_category_name', title: 'Категория', type: 'text', optional: true },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'payment', title: 'Стоимость', type: 'money', optional: true },
    { key: 'origin', title: 'Откуда завезена', type: 'text', optional: true },
    { key: 'condition', title: 'Состояние рыбы', type: 'text', optional: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  warnings: [warnOfAverage, warnOfDensity],
  fieldNames: { cage_id: 'to_id' },
  document: (input) => ({
    cage_id: input.to_id,
    generation_id: input.generation_id,
    age_category_id: input.age_category_id,
    count: input.count,
    weight: typedMass(input),
    payment: input.payment,
    extra: actOf(input),
  }),
  check: (input): Record<string, string> =>
    input.weight === null && input.avg_weight === null
      ? { avg_weight: 'Введите навеску или общий вес' }
      : massFaults(input),
  effect: (row) => ({ type: 'move', to: groupOf(row), count: row.count!, mass: row.weight }),
})
