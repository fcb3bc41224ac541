/** Saved views: the filters, columns and order of a report page under a name, one's own or for the whole company. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { PAGES, type PageName } from '../../../shared/pages'
import { DATED, PERIOD, type PeriodWord } from '../../../shared/report/period'

/** Pages whose address may name a view. */
export const VIEWED = (Object.keys(PAGES) as PageName[]).filter((page) => 'view' in PAGES[page].query)

/** How many a person may keep. */
export const MOST_VIEWS = 200
/** How many are told at once: one's own, and those of the company. */
export const MOST_TOLD = 1000

/** Of one letter. */
const MOST_READERS = 20

/** Names in the address that are no part of a view. */
export const PASSING = ['view', 'page', 'perPage', 'document'] as const

const word = z.string().regex(/^\w{1,40}$/)
const value = z.string().max(100)
const query = z
  .record(word, z.union([value, z.array(value).max(1000)]))
  .refine((filters) => Object.keys(filters).length <= 40)
const columnKey = z.string().regex(/^[\w-]{1,60}$/)
const table = z.object({
  /** in order; left out for the usual ones */
  columns: z.array(columnKey).max(200).optional(),
  /** `-column` downwards */
  sort: z
    .string()
    .regex(/^-?[\w-]{1,60}$/)
    .optional(),
})
const tables = z.record(z.string().regex(/^[\w-]{1,60}$/), table).refine((all) => Object.keys(all).length <= 20)

const page = z.enum(VIEWED as [PageName, ...PageName[]], { error: 'Выберите отчёт' })

const letter = z.object({
  every: z.enum(['day', 'week', 'month']),
  day: z.number(),
  hour: z.number(),
  /** the next moment, farm wall clock */
  next: z.string(),
  /** for whoever may change the view */
  readers: z.array(z.object({ id: z.number(), name: z.string(), declined: z.boolean() })),
  /** the reader gets it; false when they no longer want it, null when nobody sends it to them */
  mine: z.boolean().nullable(),
})

export const viewRow = z.object({
  id: z.number(),
  name: z.string(),
  page,
  /** of a journal: which one */
  path: z.string(),
  /** what the page is called */
  page_title: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()).optional(), sort: z.string().optional() })),
  shared: z.boolean(),
  user_id: z.number().nullable(),
  user: z.string().nullable(),
  own: z.boolean(),
  can_change: z.boolean(),
  /** why the reader does not see all of it; null when they do */
  closed: z.string().nullable(),
  /** how it is sent by itself */
  letter: letter.nullable(),
  changed_at: z.string(),
})
export type ViewRow = z.infer<typeof viewRow>

const area = 'reports'
const ability = 'signed-in'
const fields = { name: f.name(100), query, tables: tables.optional().default({}), shared: f.flag() }
const id = { id: f.id() }

const common = { ability, area } as const

export const viewCalls = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/report-views',
    reads: ['lists', 'people', 'places'],
    summary: 'Сохранённые отчёты: свои и общие',
    details:
      '`query` — то, что стоит в адресе страницы; вместо дат в нём может быть `period` («last-month», «last-30»…), и каждое открытие берёт дни заново.',
    input: nothing,
    answer: z.array(viewRow),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/report-views',
    summary: 'Сохранить отчёт: страницу с её фильтрами, столбцами и порядком',
    input: z.object({ page, path: z.string().max(40).optional().default(''), ...fields }),
    answer: viewRow,
    example: { page: 'feedingReports', name: 'Корм за прошлый месяц', query: { period: 'last-month' }, shared: true },
  }),
  update: endpoint({
    ...common,
    method: 'PUT',
    path: '/report-views/{id}',
    summary: 'Изменить сохранённый отчёт; общий — его хозяин или кто настраивает хозяйство',
    input: z.object({ ...id, ...fields }),
    answer: viewRow,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/report-views/{id}',
    summary: 'Удалить сохранённый отчёт, его рассылку и адреса',
    input: z.object(id),
    answer: ok,
  }),
  people: endpoint({
    ...common,
    method: 'GET',
    path: '/report-views/people',
    reads: ['people'],
    summary: 'Кому можно слать сохранённые отчёты: люди хозяйства',
    input: nothing,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  setLetter: endpoint({
    ...common,
    method: 'PUT',
    path: '/report-views/{id}/letter',
    summary: 'Слать сохранённый отчёт письмом: как часто, когда и кому',
    details:
      'Время — по часам хозяйства. Каждый получает то, что ему открыто. Кто отписался, письма не получает, пока сам не захочет.',
    input: z.object({
      ...id,
      every: f.oneOf(['day', 'week', 'month']),
      day: f.integer(1, 31).optional().default(1),
      hour: f.integer(0, 23),
      user_ids: z
        .array(f.id())
        .min(1, 'Выберите, кому слать')
        .max(MOST_READERS, 'Одному отчёту — не больше 20 получателей'),
    }),
    answer: viewRow,
    example: { id: 1, every: 'month', day: 1, hour: 8, user_ids: [1] },
  }),
  removeLetter: endpoint({
    ...common,
    method: 'DELETE',
    path: '/report-views/{id}/letter',
    summary: 'Больше не слать сохранённый отчёт',
    input: z.object(id),
    answer: viewRow,
  }),
  send: endpoint({
    ...common,
    method: 'POST',
    path: '/report-views/{id}/send',
    name: 'sendReportView',
    summary: 'Прислать сохранённый отчёт себе сейчас',
    input: z.object(id),
    answer: ok,
  }),
  subscription: endpoint({
    ...common,
    method: 'PUT',
    path: '/report-views/{id}/subscription',
    summary: 'Отписаться от писем с этим отчётом или получать их снова',
    input: z.object({ ...id, on: f.flag() }),
    answer: ok,
  }),
  file: endpoint({
    ...common,
    method: 'GET',
    path: '/report-views/{id}/file',
    name: 'downloadReportView',
    summary: 'Скачать сохранённый отчёт: книга Excel со всеми таблицами страницы',
    input: z.object(id),
    answer: z.unknown(),
    download: true,
    slow: true,
  }),
}

export const viewColumns: Column[] = [
  { key: 'name', title: 'Название', type: 'text', always: true, fill: true },
  { key: 'page_title', title: 'Отчёт', type: 'text' },
  { key: 'period', title: 'Период', type: 'text' },
  { key: 'sent', title: 'По почте', type: 'text' },
  { key: 'shared', title: 'Общий', type: 'flag' },
  { key: 'user', title: 'Сохранил', type: 'text' },
  { key: 'changed_at', title: 'Изменён', type: 'datetime', optional: true },
]

/** What the address of a page says of time: a period, a day or a year. */
function datedOf(page: PageName): 'period' | 'day' | 'year' {
  const own = PAGES[page].query
  return 'start' in own ? 'period' : 'year' in own ? 'year' : 'day'
}

const DAYS: readonly PeriodWord[] = ['today', 'yesterday']
const YEARS: readonly PeriodWord[] = ['this-year', 'last-year']

/** Whether a period that moves fits the page. */
export const fitsPage = (page: PageName, period: PeriodWord): boolean =>
  datedOf(page) === 'day' ? DAYS.includes(period) : datedOf(page) === 'year' ? YEARS.includes(period) : true

/** A view says which days it is of: those on which it was saved would not be told by their absence. */
export const saysWhen = ({ query: own }: { query: object }): boolean =>
  PERIOD in own || DATED.some((name) => name in own)
