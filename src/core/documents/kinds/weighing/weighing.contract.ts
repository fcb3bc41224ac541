import * as z from 'zod'
import { warnOfMeasured } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import type { LedgerRow } from '../../../../shared/ledger/document'
import { massFaults, typedMass } from '../../../../shared/ledger/typed-mass'
import { groupRow, moment, note, operationKind } from '../../engine/operation.contract'

/** The average as a fraction: weight / count of the sample, or the typed average. */
export const sampleOf = ({ count, weight, avg_weight }: Pick<LedgerRow, 'count' | 'weight' | 'avg_weight'>) =>
  count !== null && weight !== null ? { count, mass: weight } : { count: 1, mass: avg_weight! }

export const weighing = operationKind({
  kind: 'weighing',
  path: 'weight',
  title: 'Навеска',
  inSentence: 'навеска',
  namedByAverage: true,
  journal: 'Журнал навесок',
  plural: 'Навески',
  icon: 'scale',
  section: 'daily',
  ability: 'create weights',
  // count and weight describe the sample; without a generation all groups of the cage are set
  fields: {
    ...moment,
    cage_id: f.id(),
    generation_id: f.optionalId(),
    generations: f.idFilter(),
    count: f.optional(f.count()),
    weight: f.optional(f.kilograms()),
    avg_weight: f.optional(f.kilograms()),
    ...note,
  },
  row: z.object({
    cage_id: z.number(),
    cage_number: z.string(),
    location_id: z.number(),
    ...groupRow,
    generations: z.array(z.number()).nullable(),
    count: z.number().nullable(),
    weight: z.number().nullable(),
    avg_weight: z.number(),
  }),
  filter: filterFields('generation', 'systemWeighings'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'cage_number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  warnings: [warnOfMeasured],
  needsFish: true,
  fieldNames: { generation_ids: 'generation_id' },
  document: ({ cage_id, generation_id, generations, count, weight, avg_weight }) => {
    const ids = [...new Set(generation_id ? [generation_id] : (generations ?? []))]
    const sample = count !== null && weight !== null
    return {
      cage_id,
      generation_id: ids.length === 1 ? ids[0]! : null,
      generation_ids: ids.length > 1 ? ids : null,
      count,
      // a count with an average describes the sample as well
      weight: sample ? weight : typedMass({ count, weight, avg_weight }),
      avg_weight: sample ? null : avg_weight,
    }
  },
  check: ({ count, weight, avg_weight }): Record<string, string> => {
    const sample = count !== null && weight !== null
    if (!sample && avg_weight === null) return { avg_weight: 'Введите навеску или количество и вес пробы' }
    return massFaults({ count: count ?? 1, weight: sample ? weight : null, avg_weight })
  },
  effect: (row) => ({
    type: 'set_average',
    cage: row.cage_id!,
    generations: row.generation_ids ?? (row.generation_id === null ? null : [row.generation_id]),
    ...sampleOf(row),
    // of a past that another farm wrote: where nothing could grow there were no fish
    unfound: row.gain === 0,
  }),
})
