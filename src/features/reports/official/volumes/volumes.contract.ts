/** What was released into water bodies and taken out of them: a summary for order 691, which is not its form. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import { filterFields } from '../../../../shared/filters'
import { reportPeriod } from '../../../../shared/report/report'

/** Pieces and kilograms. */
const figures = {
  released_count: z.number(),
  released_weight: z.number(),
  withdrawn_count: z.number(),
  withdrawn_weight: z.number(),
}
const sums = z.object(figures)
export type VolumeFigures = z.infer<typeof sums>

const row = z.object({
  id: z.string(),
  /** 'YYYY-MM'; '' for the whole period */
  month: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  species_id: z.number(),
  species_name: z.string(),
  /** where these fish were */
  cages_id: z.array(z.number()),
  ...figures,
})
export type VolumeRow = z.infer<typeof row>

export const volumesCall = endpoint({
  method: 'GET',
  path: '/reports/official/volumes',
  name: 'getWaterVolumes',
  reads: ['fish', 'places', 'lists'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Сводка для приказа № 691: выпущено в водные объекты и изъято из них',
  details: 'Выпущено — зарыбления, изъято — подъёмы рыбы с любой причиной. Отход и пересадки не считаются.',
  input: z.object({ ...reportPeriod, ...filterFields('module') }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    /** of the period by module and species */
    whole: z.array(row),
    months: z.array(row),
    total: sums,
    /** modules that the user may not see are left out */
    limited: z.boolean(),
  }),
  example: { start: '01.01.2026', end: '31.12.2026' },
})

/** With the month in the reader's language. */
export function withMonths(rows: readonly VolumeRow[], language: string) {
  const months = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return rows.map((row) => ({ ...row, month_name: months.format(new Date(`${row.month}-01T00:00Z`)) }))
}

const pieces = { type: 'count', unit: 'шт', footer: true, noZero: true } as const
const kg = { type: 'kg', unit: 'кг', footer: true, noZero: true } as const

export const volumeColumns = (byMonth: boolean): Column[] => [
  ...(byMonth ? [{ key: 'month_name', title: 'Месяц', type: 'text', unsorted: true } as const] : []),
  { key: 'location_name', title: 'Водный объект (модуль)', type: 'text', always: true },
  { key: 'species_name', title: 'Вид', type: 'text', always: true },
  { key: 'released_count', title: 'Выпущено', ...pieces },
  { key: 'released_weight', title: 'Выпущено', ...kg },
  { key: 'withdrawn_count', title: 'Изъято', ...pieces },
  { key: 'withdrawn_weight', title: 'Изъято', ...kg },
]
