/** The address under which a calendar outside reads tasks: made, changed, revoked, and what is read under it. */
import * as z from 'zod'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { CALENDAR_WHICH } from '../../../shared/task-statuses'

const area = 'tasks'
const ability = 'view tasks'

export type Which = keyof typeof CALENDAR_WHICH
const which = f.oneOf(Object.keys(CALENDAR_WHICH) as [Which, ...Which[]])

const known = z.object({
  which: which,
  /** the secret as a person knows it again */
  value: z.string(),
  /** farm wall clock */
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
})
export type KnownCalendar = z.infer<typeof known>

const calendar = z.object({
  /** without the secret */
  address: z.string(),
  known: known.nullable(),
})

const input = z.object({ which })

export const calendarCalls = {
  own: endpoint({
    method: 'GET',
    path: '/task-calendar',
    ability,
    area,
    reads: ['lists', 'people'],
    kept: false,
    summary: 'Свой адрес календаря задач: какие задачи в нём, когда его читали',
    input: nothing,
    answer: calendar,
  }),
  create: endpoint({
    method: 'POST',
    path: '/task-calendar',
    ability,
    area,
    summary: 'Создать свой адрес календаря задач; его секрет виден только в этом ответе, прежний больше не действует',
    secret: true,
    confirmed: true,
    input,
    answer: calendar.extend({ token: z.string() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/task-calendar',
    ability,
    area,
    summary: 'Какие задачи видны по своему адресу календаря: только свои или все',
    example: { which: 'all' },
    input,
    answer: calendar,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/task-calendar',
    ability,
    area,
    gated: false,
    summary: 'Отозвать свой адрес календаря задач: он перестаёт действовать сразу',
    input: nothing,
    answer: ok,
  }),
}

/** The secret in the query: calendars send no headers. */
export const externalCalendar = endpoint({
  method: 'GET',
  path: '//external/calendar.ics',
  ability: 'public',
  area: 'external',
  summary: 'Задачи для календаря телефона, Google и Outlook',
  details:
    'Секрет адреса — в параметре `token` или в заголовке «Authorization: Bearer …». Отвечает задачи за 30 прошлых дней и год вперёд, ' +
    'открытые его хозяину сейчас, не больше 3000. С `If-None-Match` неизменное — 304.',
  download: true,
  input: z.object({ token: f.optionalText(200) }),
  answer: z.unknown(),
})
