/** Reads cells of a supplier's sheet as people write them: «1 200,00», «50 кг», «20 %», «до 12.2026». */
import { parseDay, showDay } from '../../../shared/dates'
import { wordsOf } from '../../../web/ui/fields/names'
import type { GoodRow } from '../good.contract'

export type Measure = GoodRow['measure']

const UNITS_IN_SHEETS: Record<Measure, readonly string[]> = {
  kg: ['кг', 'килограмм', 'килограммы', 'kg', 'кгр'],
  liter: ['л', 'литр', 'литры', 'литров', 'l', 'лтр'],
  piece: ['шт', 'штука', 'штук', 'штуки', 'ед', 'пара', 'пар', 'уп', 'упак', 'рул', 'компл', 'к т', 'меш', 'мешок'],
}

/** The unit that a cell names; null when it names none. */
export function readUnit(text: string): Measure | null {
  const word = wordsOf(text).join(' ')
  const found = (Object.keys(UNITS_IN_SHEETS) as Measure[]).find((unit) =>
    UNITS_IN_SHEETS[unit].some((one) => wordsOf(one).join(' ') === word),
  )
  return found ?? null
}

const NUMBER = /^([-\u2212]?)(\d[\d\s\u00a0\u202f'’.,]*)(?:\s*(?:₽|руб\.?|р\.|%|([а-яёa-z]+)\.?))?$/i

/** A decimal with a point, '' for an empty cell, null for text that is no number ≥ 0. */
export function readNumber(text: string): string | null {
  const cell = text.trim()
  if (cell === '' || cell === '-' || cell === '\u2014') return ''
  const [, minus, digits, unit] = NUMBER.exec(cell) ?? []
  if (digits === undefined || minus || (unit && !readUnit(unit) && !/^(руб|коп|р)$/i.test(unit))) return null
  const bare = digits.replace(/[\s\u00a0\u202f'’]/g, '')
  const mark = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  const marks = bare.match(/[.,]/g) ?? []
  // several marks of one sort stand between thousands
  const decimal = mark >= 0 && (marks.length === 1 || new Set(marks).size > 1)
  const whole = (decimal ? bare.slice(0, mark) : bare).replace(/[.,]/g, '')
  const fraction = decimal ? bare.slice(mark + 1).replace(/0+$/, '') : ''
  if (!/^\d*$/.test(fraction) || whole.length > 15) return null
  return `${whole.replace(/^0+(?=\d)/, '')}${fraction && `.${fraction}`}`
}

/** The unit behind a number: «50 кг». */
export const unitBehind = (text: string): Measure | null => readUnit(/[а-яёa-z]+\.?\s*$/i.exec(text.trim())?.[0] ?? '')

/** A day in the format of forms; a month means its last day. Null when it is no day. */
export function readDay(text: string): string | null {
  const cell = text
    .trim()
    .replace(/^(до|по)\s+/i, '')
    .replace(/\s*г\.?$/i, '')
  if (cell === '') return ''
  const day = parseDay(cell.replace(/\s\d{1,2}:\d{2}(:\d{2})?$/, ''))
  if (day) return showDay(day)
  const [, month, year] = /^(\d{1,2})[./](\d{4})$/.exec(cell) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12) return null
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return showDay(parseDay(`${last}.${month}.${year}`)!)
}

/** «20 %», «НДС 20%», «Без НДС»; null of anything else. */
export function readRate(text: string, rates: readonly string[]): string | null {
  const words = wordsOf(text)
  if (/^без ндс$/.test(words.join(' '))) return '0'
  const number = words.find((word) => /^\d/.test(word))
  return number !== undefined && rates.includes(number) && words.every((word) => word === number || /^ндс$/.test(word))
    ? number
    : null
}
