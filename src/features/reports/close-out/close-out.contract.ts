/** Generations and cages that were emptied in a period: what came, where it went, and what nobody can explain. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'
import { reportPeriod } from '../../../shared/report/report'
import type { SourceFilter } from '../../../core/reports/sheets/filter-names.contract'

export const TITLE = 'Закрытие поколений'
export const CLOSED = { generation: 'Генерации', cage: 'Садки' } as const

/** What the page chooses besides its fish. */
export const CLOSING: readonly SourceFilter[] = [{ key: 'by', input: 'by', title: TITLE, as: 'choice', words: CLOSED }]

/** Rows at once, the latest first, and as many as may be asked for. */
export const CLOSED_ROWS = 100
export const MOST_CLOSED = 1000

const number = z.number()
const ratio = number.nullable()
/** pieces and kilograms */
const both = <N extends string>(name: N) =>
  ({ [`${name}_count`]: number, [`${name}_weight`]: number }) as Record<`${N}_count` | `${N}_weight`, z.ZodNumber>

const sums = z.object({
  ...both('stocking'),
  /** of a cage: moved in and out; a generation stays the same in any cage */
  ...both('income'),
  ...both('outcome'),
  ...both('sale'),
  /** withdrawn for other reasons */
  ...both('other'),
  ...both('retreat'),
  /** signed: what recounts, and the close-out, added or took */
  ...both('correction'),
  ...both('close_out'),
  /** of the fish that came, %; signed */
  close_out_percent: ratio,
  /** of the fish that came, those that left alive, % */
  survival: ratio,
  /** kg */
  feed: number,
  /** feed / (what left alive − what came) */
  fcr: ratio,
})
export type ClosedSums = z.infer<typeof sums>

const row = sums.extend({
  id: z.string(),
  /** of the generation or the cage */
  subject_id: number,
  name: z.string(),
  location_name: z.string().nullable(),
  /** the first and the last day with fish, DD.MM.YYYY */
  start: z.string(),
  end: z.string(),
  days: number,
  /** kg, of the fish that came and of those that left alive */
  avg_weight_start: ratio,
  avg_weight_end: ratio,
  /** that a fish lived through, from when it came to when it left alive, on average */
  degree_days: ratio,
  tgc: ratio,
})
export type ClosedRow = z.infer<typeof row>

export const closeOutCall = endpoint({
  method: 'GET',
  path: '/close-out-report',
  reads: ['fish', 'water', 'places', 'lists'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Закрытие поколений и садков',
  details: 'При `by=cage` выбирают садки и модуль, при `by=generation` — генерации.',
  input: z.object({
    ...reportPeriod,
    by: f.oneOf(['generation', 'cage']).optional().default('generation'),
    ...filterFields('cages', 'module', 'generations'),
    /** rows, the latest first */
    most: f.integer(1, MOST_CLOSED).optional().default(CLOSED_ROWS),
  }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    /** closed ones of the period, shown or not */
    count: z.number(),
    rows: z.array(row),
    /** of all of them */
    total: sums,
  }),
  example: { start: '01.01.2026', end: '30.06.2026', by: 'generation' },
})

const count = (key: string, title: string, more: Partial<Column> = {}): Column => ({
  key: `${key}_count`,
  title,
  type: 'count',
  unit: 'шт',
  footer: true,
  noZero: true,
  ...more,
})
const kg = (key: string, title: string, more: Partial<Column> = {}): Column => ({
  key: `${key}_weight`,
  title,
  type: 'kg',
  unit: 'кг',
  footer: true,
  noZero: true,
  ...more,
})
const percent = (key: string, title: string): Column => ({ key, title, type: 'percent', unit: '%', footer: true })

export const closedColumns = (by: keyof typeof CLOSED): readonly Column[] => [
  by === 'cage'
    ? { key: 'name', title: 'Садок', type: 'cage', always: true }
    : { key: 'name', title: 'Генерация', type: 'text', always: true },
  ...(by === 'cage' ? [{ key: 'location_name', title: 'Модуль', type: 'text', optional: true } as const] : []),
  { key: 'start', title: 'С', type: 'text', unsorted: true },
  { key: 'end', title: 'По', type: 'text', unsorted: true },
  count('close_out', 'Необъяснённое'),
  kg('close_out', 'Необъяснённое'),
  percent('close_out_percent', 'Необъяснённое от пришедшей'),
  percent('survival', 'Выживаемость'),
  count('stocking', 'Зарыблено'),
  kg('stocking', 'Зарыблено', { optional: true }),
  ...(by === 'cage' ? [count('income', 'Пересажено сюда'), count('outcome', 'Пересажено отсюда')] : []),
  count('sale', 'Продано'),
  kg('sale', 'Продано'),
  count('other', 'Поднято иначе'),
  kg('other', 'Поднято иначе', { optional: true }),
  count('retreat', 'Отход'),
  kg('retreat', 'Отход', { optional: true }),
  count('correction', 'Коррекция'),
  { key: 'feed', title: 'Корм', type: 'kg', unit: 'кг', footer: true, noZero: true },
  { key: 'fcr', title: 'Кормовой коэффициент', type: 'number', decimals: 2, footer: true },
  { key: 'avg_weight_start', title: 'Навеска в начале', type: 'average', optional: true },
  { key: 'avg_weight_end', title: 'Навеска в конце', type: 'average' },
  { key: 'days', title: 'Дней', type: 'count' },
  { key: 'degree_days', title: 'Градусо-дни', type: 'number', decimals: 0 },
  { key: 'tgc', title: 'TGC', type: 'number', decimals: 2 },
]

/** The journal, by its path, whose rows add up to a column. */
export const SOURCES: Readonly<Record<string, string>> = {
  stocking: 'stocking',
  income: 'transfer',
  outcome: 'transfer',
  sale: 'withdrawal',
  other: 'withdrawal',
  retreat: 'retreat',
  correction: 'correction',
  close_out: 'close-out',
}
