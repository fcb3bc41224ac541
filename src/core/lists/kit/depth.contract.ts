/** Depths under water: metres outside, whole centimetres inside. */
import { field } from '../../../shared/fields'
import { parseDecimal } from '../../../shared/numbers'

const MAX_DEPTH_CM = 100_000
const readDepth = (value: unknown) => {
  const centimetres = parseDecimal(value, 2)
  return centimetres !== null && centimetres >= 0 && centimetres <= MAX_DEPTH_CM ? centimetres : undefined
}

/** Metres under water, 0 to 1 000 → whole centimetres. */
export const metres = () =>
  field(readDepth, 'Введите глубину в метрах, не более двух знаков после запятой', { type: ['number', 'string'] })

const DEPTHS = /[^,;\sмm][^;\sмm]*?(?=,?(?:[;\sмm]|$))/g
/**
 * One to twenty depths, as a list or a text «0,5; 2; 5», «0,5 м, 2 м» → whole centimetres, ascending, without
 * duplicates.
 */
export const depths = () =>
  field(
    (value) => {
      const read = [typeof value === 'string' ? (value.match(DEPTHS) ?? []) : value].flat().slice(0, 21).map(readDepth)
      if (read.length === 0 || read.length > 20 || read.some((one) => one === undefined)) return undefined
      return [...new Set(read as number[])].sort((one, other) => one - other)
    },
    'Введите глубины в метрах, например 0,5; 2; 5',
    { type: ['array', 'string'], items: { type: ['number', 'string'] } },
  )
