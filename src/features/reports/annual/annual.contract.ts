/** The annual report: sales, feed, expenses, losses and fish by month, and the balance of each good in roubles. */
import * as z from 'zod'
import type { CellType } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

export const METHODS = { fifo: 'ФИФО', avg: 'Средняя за год' } as const

/** How each method values what is used up, in words. */
export const METHOD_WORDS = {
  fifo: 'ФИФО: расход берёт самые ранние приходы, по всем складам и годам. Перемещение — не приход.',
  avg: 'Средняя за год: стоимость остатка на начало года и приходов года, делённая на их количество.',
} as const

const cell = z.object({
  /** kg */
  weight: z.number().optional(),
  /** roubles */
  money: z.number().optional(),
  /** pieces */
  count: z.number().optional(),
})
export type AnnualCell = z.infer<typeof cell>

export const SECTIONS = {
  sales: { title: 'Подъёмы рыбы и продажи', measures: ['weight', 'money'], empty: 'Подъемов не обнаружено.' },
  feed: { title: 'Корм', measures: ['weight', 'money'], empty: 'Нет данных для отображения' },
  spending: { title: 'Затраты по статьям', measures: ['money'], empty: 'Нет данных для отображения' },
  retreats: { title: 'Отходы', measures: ['count', 'weight'], empty: 'Отходов не обнаружено.' },
  volumes: {
    title: 'Объём рыбы на начало периода',
    measures: ['count', 'weight'],
    empty: 'Нет данных для отображения',
  },
} as const
export type SectionName = keyof typeof SECTIONS
export type Measure = keyof AnnualCell

export const MEASURES: Record<Measure, { unit: string; type: CellType }> = {
  weight: { unit: 'кг', type: 'kg' },
  money: { unit: '₽', type: 'money' },
  count: { unit: 'шт', type: 'count' },
}

const row = z.object({
  /** of the counterparty, the reason, the category: unique in its section */
  key: z.string(),
  name: z.string(),
  /** twelve, from January */
  months: z.array(cell),
  /** of the year; of what lies there, at its end or now */
  total: cell,
  /** the same of the year before */
  previous: cell,
  warning: z.string().nullable(),
})
export type AnnualRow = z.infer<typeof row>

const rows = z.array(row)
const year = f.integer(1990, 2100)
const method = f.oneOf(['fifo', 'avg']).optional().default('fifo')
const common = { method: 'GET', ability: 'access reports', area: 'reports' } as const

const section = z.enum(Object.keys(SECTIONS) as [SectionName, ...SectionName[]])

/** amount and roubles; left out where nothing is */
const sum = z.tuple([z.number(), z.number()]).optional()
const balanceRow = z.object({
  good_id: z.number(),
  name: z.string(),
  measure_name: z.string(),
  opening: sum,
  received: sum,
  consumed: sum,
  lost: sum,
  closing: sum,
  /** roubles: what opening and receipts without what left and closing differ by, each rounded once */
  rounding: z.number().optional(),
  /** received without a price, at the last one known before */
  unpriced: sum,
  /** roubles of what was consumed and of closing by the other method */
  other: z.tuple([z.number(), z.number()]),
})
export type BalanceRow = z.infer<typeof balanceRow>

export const annualCalls = {
  report: endpoint({
    ...common,
    path: '/annual-report',
    reads: ['fish', 'goods', 'spending', 'places', 'lists'],
    summary: 'Годовой отчёт',
    details:
      'Разделы, на которые у спрашивающего нет права, остаются пустыми и названы в `hidden`; `limited` говорит, что открыты не все модули.',
    input: z.object({ year, method }),
    answer: z.object({
      year: z.number(),
      method: z.enum(['fifo', 'avg']),
      /** the year is not over: figures are up to this day, DD.MM.YYYY */
      until: z.string().nullable(),
      sections: z.object({ sales: rows, feed: rows, spending: rows, retreats: rows, volumes: rows }),
      hidden: z.array(section),
      limited: z.boolean(),
      /** % of a group lost at once, above which a loss counts as an emergency */
      loss_percent: z.number(),
    }),
    example: { year: 2026, method: 'fifo' },
  }),
  balance: endpoint({
    ...common,
    path: '/annual-report/goods',
    name: 'getAnnualGoods',
    reads: ['goods', 'lists'],
    summary: 'Годовой отчёт: баланс каждого расходника в количестве и рублях',
    input: z.object({ year, method }),
    answer: z.object({
      /** false: the costs are not for whoever asks */
      open: z.boolean(),
      rows: z.array(balanceRow),
      /** by type of good, and of all; amounts only where all units are one */
      totals: z.array(
        z.object({
          type: z.string().nullable(),
          name: z.string(),
          money: z.object({
            opening: z.number(),
            received: z.number(),
            consumed: z.number(),
            lost: z.number(),
            closing: z.number(),
            rounding: z.number(),
            unpriced: z.number(),
          }),
          other: z.object({ consumed: z.number(), closing: z.number() }),
        }),
      ),
    }),
    example: { year: 2026, method: 'fifo' },
  }),
  download: endpoint({
    ...common,
    path: '/annual-report/download',
    name: 'downloadAnnualReport',
    summary: 'Скачать годовой отчёт',
    input: z.object({ year, method }),
    answer: z.unknown(),
    download: true,
  }),
}
