/** Reads days, times and yes or no from cells, in the forms that Excel or a person uses. */
import { parseDay, parseInstant, parseTime } from '../../shared/dates'
import { plain } from './cells'
import type { Cell } from './read-sheet'

/** Excel counts days from here. A larger number than the last one below is not meant as a day. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const LAST_DAY = 110_000
const MINUTES = 1440

const ofNumber = (days: number): string =>
  new Date(DAY_ZERO + Math.round(days * MINUTES) * 60_000).toISOString().slice(0, 16)

export interface CellMoment {
  /** YYYY-MM-DD */
  day: string
  /** HH:mm; null when the cell holds only a day */
  time: string | null
  /** the cell is a date at midnight, which may mean just the day */
  midnight?: boolean
}

/** A day or a moment from a date cell, a text or a plain number; null when it is neither. */
export function readMoment(cell: Cell): CellMoment | null {
  if (typeof cell === 'number' && cell >= 1 && cell < LAST_DAY) return readMoment(ofNumber(cell))
  if (typeof cell !== 'string') return null
  const day = parseDay(cell)
  if (day) return { day, time: null }
  const instant = parseInstant(cell, 'start')
  if (!instant) return null
  const [date, time] = [instant.slice(0, 10), instant.slice(11, 16)]
  return /T00:00$/.test(cell) ? { day: date, time: null, midnight: true } : { day: date, time }
}

const pad = (number: number) => String(number).padStart(2, '0')

/** A time of day from a time cell, a text or a plain fraction of a day: HH:mm; null when it is none. */
export function readTime(cell: Cell): string | null {
  if (typeof cell === 'number' && cell >= 0 && cell < 1) {
    const minutes = Math.min(MINUTES - 1, Math.round(cell * MINUTES))
    return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
  }
  if (typeof cell !== 'string') return null
  return parseTime(cell) ?? (/^\d{4}-\d{2}-\d{2}T/.test(cell) ? cell.slice(11, 16) : null)
}

const YES = ['да', 'yes', 'true', '1', '+']
const NO = ['нет', 'no', 'false', '0', '-', '—']

/** Yes or no; undefined when it is neither. */
export function readFlag(cell: Cell): boolean | undefined {
  const answer = plain(String(cell).trim())
  if (YES.includes(answer)) return true
  return NO.includes(answer) ? false : undefined
}

/** The cell's value as messages quote it. */
export const quoted = (cell: Cell): string => String(cell).slice(0, 40)
