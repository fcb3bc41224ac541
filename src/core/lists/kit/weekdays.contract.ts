/** Days of the week as people write them: «сб, вс», «sat sun». Stored in Russian, in their order. */
import { field } from '../../../shared/fields'

const NAMES = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']
const ENGLISH = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const placeOf = (word: string) => Math.max(NAMES.indexOf(word), ENGLISH.indexOf(word))

function read(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' || value.length > 100) return undefined
  const words = value
    .toLowerCase()
    .split(/[\s,;.]+/)
    .filter(Boolean)
  const places = words.map(placeOf)
  if (places.includes(-1)) return undefined
  return NAMES.filter((_, index) => places.includes(index)).join(', ') || null
}

export const optionalWeekdays = () =>
  field<string | null>(read, 'Напишите дни недели, например: сб, вс', { type: ['string', 'null'] })
    .optional()
    .default(null)

/** 1 is Monday. */
export const weekdaysOf = (stored: string | null): number[] =>
  NAMES.flatMap((name, index) => (stored?.includes(name) ? [index + 1] : []))
