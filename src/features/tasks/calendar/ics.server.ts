/** Tasks as iCalendar (RFC 5545). Times are UTC, so that no definition of a time zone has to go with them. */
import ICAL from 'ical.js'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { say, type Speak } from '../../../shared/say'
import { COMPLETED, STATUSES } from '../../../shared/task-statuses'

export interface CalendarTask {
  id: number
  title: string
  note: string | null
  /** farm time */
  start: string
  end: string
  /** 'YYYY-MM-DDTHH:mm:ssZ' */
  start_utc: string
  end_utc: string
  changed_utc: string
  created_utc: string
  revision: number
  all_day: boolean
  status_id: number
  executor: string | null
  cage: string | null
  module: string | null
}

export interface CalendarHead {
  company: number
  company_name: string
  time_zone: string
  /** of the links */
  origin: string
  speak: Speak
}

/** [name, parameters, type, value]: jCal, RFC 7265 */
type Property = [string, Record<string, string>, string, string | number]

// the library counts without the space that a folded line begins with
ICAL.foldLength = 74

/** A lone carriage return would end a line; other control characters are not allowed at all. */
const clean = (typed: string): string =>
  typed.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

const text = (name: string, value: string): Property => [name, {}, 'text', clean(value)]
const date = (name: string, day: string): Property => [name, {}, 'date', day]
const instant = (name: string, utc: string): Property => [name, {}, 'date-time', utc]

/** Of a name that the standard does not know the library escapes nothing. */
const foreign = (name: string, value: string): Property => [
  name,
  {},
  'unknown',
  clean(value)
    .replace(/\s+/g, ' ')
    .replace(/[\\;,]/g, '\\$&'),
]

/** The end is the first day, or moment, that is no longer part of it; what has no length has none. */
function timesOf({ all_day, start, end, start_utc, end_utc }: CalendarTask): Property[] {
  if (all_day)
    return [
      date('dtstart', dayOf(start)),
      date('dtend', addDays(dayOf(end), 1)),
      // a day with a task is no day that is taken
      text('transp', 'TRANSPARENT'),
    ]
  return [instant('dtstart', start_utc), ...(end_utc > start_utc ? [instant('dtend', end_utc)] : [])]
}

const placeOf = ({ module, cage }: CalendarTask, speak: Speak) =>
  [module, cage && speak(say('садок {{number}}', { number: cage }))].filter(Boolean).join(', ')

function propertiesOf(task: CalendarTask, { company, origin, speak }: CalendarHead): Property[] {
  const { id, title, note, status_id, executor, revision, changed_utc, created_utc, start } = task
  const href = `${origin}${hrefOf('tasks', { show: 'day', date: showDay(dayOf(start)) })}`
  const place = placeOf(task, speak)
  const told = [executor, status_id in STATUSES && speak(STATUSES[status_id]!), note, href].filter(Boolean)
  return [
    text('uid', `${company}.task.${id}@sadok`),
    instant('dtstamp', changed_utc),
    instant('created', created_utc),
    instant('last-modified', changed_utc),
    ['sequence', {}, 'integer', revision],
    ...timesOf(task),
    text('summary', status_id === COMPLETED ? `✓ ${title}` : title),
    text('description', told.join('\n')),
    ...(place ? [text('location', place)] : []),
    ['url', {}, 'uri', href],
    text('status', 'CONFIRMED'),
  ]
}

/** The same text for the same tasks. */
export function icsOf(tasks: readonly CalendarTask[], head: CalendarHead): string {
  const name = head.speak(say('Задачи: {{farm}}', { farm: head.company_name }))
  const properties: Property[] = [
    text('version', '2.0'),
    text('prodid', '-//Sadok//Tasks//RU'),
    text('calscale', 'GREGORIAN'),
    text('method', 'PUBLISH'),
    foreign('x-wr-calname', name),
    foreign('x-wr-timezone', head.time_zone),
    ['refresh-interval', {}, 'duration', 'PT1H'],
    foreign('x-published-ttl', 'PT1H'),
  ]
  const events = tasks.map((task) => ['vevent', propertiesOf(task, head), []])
  return ICAL.stringify(['vcalendar', properties, events])
}
