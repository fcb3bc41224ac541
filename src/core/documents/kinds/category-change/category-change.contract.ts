import * as f from '../../../../shared/fields'
import { kindWithoutJournal } from '../../engine/kind-rules.contract'
import { moment } from '../../engine/operation.contract'

/** Moves all fish of a generation in a cage to another age category from a moment on. */
export const categoryChange = kindWithoutJournal({
  kind: 'category_change',
  inSentence: 'смена категории',
  fields: { ...moment, cage_id: f.id(), generation_id: f.id(), age_category_id: f.id() },
  fieldNames: { age_category_id: 'category_id' },
  document: ({ cage_id, generation_id, age_category_id }) => ({ cage_id, generation_id, age_category_id }),
  effect: (row) => ({
    type: 'recategorize',
    cage: row.cage_id!,
    generation: row.generation_id!,
    category: row.age_category_id!,
  }),
})
