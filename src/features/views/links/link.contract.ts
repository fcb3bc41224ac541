/** Addresses of saved views for spreadsheets: made, revoked, and what is read under them. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'

const area = 'reports'
const ability = 'signed-in'

const linkRow = z.object({
  id: z.number(),
  /** in whose name it is read */
  user: z.string(),
  own: z.boolean(),
  /** as a person knows it again, never the secret itself */
  value: z.string(),
  /** farm wall clock */
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
})
export type LinkRow = z.infer<typeof linkRow>

const links = z.object({
  /** without the secret */
  address: z.string(),
  links: z.array(linkRow),
})

const companyLink = linkRow.extend({
  view_name: z.string(),
  /** its owner alone may open the view */
  is_private: z.boolean(),
})
export type CompanyLink = z.infer<typeof companyLink>

export const linkColumns: Column[] = [
  { key: 'view_name', title: 'Отчёт', type: 'text', always: true, fill: true },
  { key: 'user', title: 'Создал', type: 'text', always: true },
  { key: 'is_private', title: 'Личный', type: 'flag' },
  { key: 'value', title: 'Секрет', type: 'text', unsorted: true },
  { key: 'created_at', title: 'Создан', type: 'datetime' },
  { key: 'last_used_at', title: 'Последнее обращение', type: 'datetime' },
  { key: 'last_address', title: 'Откуда', type: 'text' },
]

const id = { id: f.id() }

export const linkCalls = {
  list: endpoint({
    method: 'GET',
    path: '/report-views/{id}/links',
    ability,
    area,
    reads: ['lists', 'people'],
    kept: false,
    summary: 'Адреса сохранённого отчёта для таблиц: свой, а кто может менять отчёт — все',
    input: z.object(id),
    answer: links,
  }),
  all: endpoint({
    method: 'GET',
    path: '/report-links',
    ability: 'access settings',
    area,
    reads: ['lists', 'people'],
    kept: false,
    summary: 'Адреса отчётов для таблиц во всём хозяйстве: чьи, какого отчёта, когда читались; не больше 1000',
    input: z.object({}),
    answer: z.array(companyLink),
  }),
  tables: endpoint({
    method: 'GET',
    path: '/report-views/{id}/tables',
    ability,
    area,
    reads: ['lists', 'fish', 'goods', 'spending', 'water', 'places', 'people'],
    kept: false,
    slow: true,
    summary: 'Таблицы сохранённого отчёта: под какими именами их читают по адресу',
    input: z.object(id),
    answer: z.array(z.object({ name: z.string(), title: z.string(), rows: z.number() })),
  }),
  create: endpoint({
    method: 'POST',
    path: '/report-views/{id}/links',
    ability,
    area,
    summary:
      'Создать свой адрес сохранённого отчёта; его секрет виден только в этом ответе, прежний больше не действует',
    secret: true,
    confirmed: true,
    input: z.object(id),
    answer: links.extend({ token: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/report-links/{id}',
    ability,
    area,
    summary: 'Отозвать адрес сохранённого отчёта: он перестаёт действовать сразу',
    input: z.object(id),
    answer: ok,
  }),
}

/** `Authorization: Bearer <secret>`, or `token` in the query for programs that send no headers. */
export const externalReport = endpoint({
  method: 'GET',
  path: '//external/report',
  ability: 'public',
  area: 'external',
  summary: 'Таблица сохранённого отчёта для Excel, Google Таблиц и программ: CSV или JSON',
  details:
    'Секрет адреса — в заголовке «Authorization: Bearer …» или в параметре `token`. Отвечает то, что открыто его хозяину сейчас. ' +
    '`table` — имя таблицы отчёта, без него первая. CSV с `separator=comma`: числа с точкой, дни 2026-11-26; ' +
    '`semicolon` — как в русском Excel: числа с запятой и отметка UTF-8. Итогов нет.',
  download: true,
  slow: true,
  input: z.object({
    format: f.oneOf(['csv', 'json']).optional().default('csv'),
    separator: f.oneOf(['comma', 'semicolon']).optional().default('comma'),
    table: f.optionalText(60),
    token: f.optionalText(200),
  }),
  answer: z.unknown(),
})
