/**
 * Farm time is a wall clock: `day` is 'YYYY-MM-DD', `time` 'HH:mm', `instant` 'YYYY-MM-DDTHH:mm'. All three sort as
 * text and are never converted between zones.
 */
const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** A real calendar day or null: 31.02 is refused, not rolled to March. Years 1950 to 2199. */
function day(year: number, month: number, date: number): string | null {
  if (year < 1950 || year > 2199 || month < 1 || month > 12 || date < 1) return null
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date > last ? null : `${pad(year, 4)}-${pad(month)}-${pad(date)}`
}

/** The one strict parser of days: '20.11.2026', '20.11.26', '20112026', '201126' and ISO '2026-11-20'. */
export function parseDay(text: string): string | null {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed)
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const ru = /^(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})$/.exec(trimmed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(trimmed)
  if (!ru) return null
  const year = Number(ru[3])
  return day(ru[3]!.length === 2 ? 2000 + year : year, Number(ru[2]), Number(ru[1]))
}

/** '9:05', '09:05', '0905', '09:05:30' → '09:05' (an operation has a minute, seconds are dropped). */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(text.trim())
  if (!match) return null
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  return hours > 23 || minutes > 59 || seconds > 59 ? null : `${pad(hours)}:${pad(minutes)}`
}

/** A day with or without a time; a bare day means its `edge`: 00:00 or 23:59. */
export function parseInstant(text: string, edge: 'start' | 'end'): string | null {
  const [dayPart = '', timePart, rest] = text.trim().split(/[T\s,]+/)
  const date = parseDay(dayPart)
  if (!date || rest !== undefined) return null
  if (timePart === undefined) return `${date}T${edge === 'start' ? '00:00' : '23:59'}`
  const time = parseTime(timePart.replace(/(Z|[+-]\d{2}:?\d{2})$/, ''))
  return time && `${date}T${time}`
}

/** '2026-11-20…' → '20.11.2026'. */
export const showDay = (instant: string): string =>
  `${instant.slice(8, 10)}.${instant.slice(5, 7)}.${instant.slice(0, 4)}`
export const timeOf = (instant: string): string => instant.slice(11, 16)
/** '2026-11-20T08:30' → '20.11.2026 08:30'. */
export const showInstant = (instant: string): string => `${showDay(instant)} ${timeOf(instant)}`
export const dayOf = (instant: string): string => instant.slice(0, 10)

const DAY = 86_400_000
const MOST_NAMES = 20_000

/** Names of days that were asked for: a forecast asks for the same few a hundred thousand times. */
const names = new Map<number, string>()
function nameOf(day: number): string {
  const known = names.get(day)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) names.clear()
  const name = new Date(day * DAY).toISOString().slice(0, 10)
  names.set(day, name)
  return name
}

export const addDays = (isoDay: string, days: number): string => nameOf(Date.parse(`${isoDay}T00:00:00Z`) / DAY + days)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${dayOf(to)}T00:00:00Z`) - Date.parse(`${dayOf(from)}T00:00:00Z`)) / DAY)

/** Cached by zone: creating a format costs more than everything else here. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    hourCycle: 'h23',
  })
  clocks.set(timeZone, made)
  return made
}

/** The wall clock of a zone at a real moment, as an instant. */
export function wallClock(timeZone: string, moment = new Date()): string {
  const parts = clockOf(timeZone).formatToParts(moment)
  const get = (type: string) => parts.find((part) => part.type === type)!.value
  return `${get('year')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}`
}
