/** Optional fields of a change: undefined leaves the stored value. */
import { field, notGiven, readId } from '../../../shared/fields'

/** An id, or null to empty it. */
export const keptId = () =>
  field<number | null>((value) => (notGiven.has(value) ? null : readId(value)), 'Выберите значение', {
    type: ['integer', 'string', 'null'],
  }).optional()

/** Limits of a person: ids, an empty list for nothing, null or -1 for everything. At most 1 000. */
export const limitedTo = () =>
  field<number[] | null>(
    (value) => {
      if (value === null || [value].flat().some((one) => one === -1 || one === '-1')) return null
      if (!Array.isArray(value) || value.length > 1000) return undefined
      const ids = value.map(readId)
      return ids.some((one) => one === undefined) ? undefined : [...new Set(ids as number[])]
    },
    'Неверный список',
    { type: ['array', 'integer', 'null'], items: { type: ['integer', 'string'] } },
  ).optional()
