/** «Ведомость движения рыбы», columns as in form СП-51: species and age categories of the farm and of its modules. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import { filterFields } from '../../../../shared/filters'
import { reportPeriod } from '../../../../shared/report/report'

/** What is received and what is issued, beside growth; each in pieces and kilograms. */
export const RECEIPTS = ['stocked', 'moved_in', 'category_in', 'other_in'] as const
export const ISSUES = ['sold', 'taken', 'lost', 'moved_out', 'category_out', 'other_out'] as const
export type Channel = (typeof RECEIPTS)[number] | (typeof ISSUES)[number]

const both = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(
    names.flatMap((name) => [`${name}_count`, `${name}_weight`].map((key) => [key, z.number()])),
  ) as Record<`${N}_count` | `${N}_weight`, z.ZodNumber>

/** opening + receipts + growth − issues = closing, to the milligram. */
const figures = {
  ...both(['opening', ...RECEIPTS, ...ISSUES, 'closing'] as const),
  /** kg: what grew by weighings, feed and differences of typed weights */
  growth: z.number(),
}
const sums = z.object(figures)
export type MovementFigures = z.infer<typeof sums>

const row = z.object({
  id: z.string(),
  /** null is the whole farm */
  location_id: z.number().nullable(),
  location_name: z.string(),
  species_id: z.number(),
  species_name: z.string(),
  age_category_id: z.number(),
  age_category_name: z.string(),
  /** where these fish were */
  cages_id: z.array(z.number()),
  ...figures,
})
export type MovementRow = z.infer<typeof row>

export const movementCall = endpoint({
  method: 'GET',
  path: '/reports/official/movement',
  name: 'getFishMovement',
  reads: ['fish', 'places', 'lists'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Ведомость движения рыбы по видам и категориям, как СП-51',
  details:
    'Пересадки внутри модуля в строках модуля и внутри хозяйства в строках хозяйства не считаются ни поступлением, ни расходом.',
  input: z.object({ ...reportPeriod, ...filterFields('module') }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    farm: z.array(row),
    modules: z.array(row),
    /** of the farm */
    total: sums,
    /** modules that the user may not see are left out */
    limited: z.boolean(),
  }),
  example: { start: '01.06.2026', end: '30.06.2026' },
})

const pieces = { type: 'count', unit: 'шт', footer: true, noZero: true } as const
const kg = { type: 'kg', unit: 'кг', footer: true, noZero: true } as const

const TITLES: readonly [name: 'opening' | 'growth' | 'closing' | Channel, title: string][] = [
  ['opening', 'На начало'],
  ['stocked', 'Зарыблено'],
  ['growth', 'Прирост'],
  ['moved_in', 'Пересажено сюда'],
  ['category_in', 'Переведено из категории'],
  ['other_in', 'Прочее поступление'],
  ['sold', 'Продано'],
  ['taken', 'Поднято на другие цели'],
  ['lost', 'Отход'],
  ['moved_out', 'Пересажено отсюда'],
  ['category_out', 'Переведено в категорию'],
  ['other_out', 'Прочий расход'],
  ['closing', 'На конец'],
]

/** Channels of nothing are offered, and hidden at first: a sheet of paper has no room for them. */
export function movementColumns(ofModules: boolean, rows: readonly MovementFigures[] = []): Column[] {
  const isUsed = (name: string) =>
    /opening|growth|lost|closing/.test(name) ||
    rows.some((row) => (row as unknown as Record<string, number>)[`${name}_count`] !== 0)
  return [
    ...(ofModules ? [{ key: 'location_name', title: 'Модуль', type: 'text' } as const] : []),
    { key: 'species_name', title: 'Вид', type: 'text', always: true },
    { key: 'age_category_name', title: 'Категория', type: 'text', always: true },
    ...TITLES.flatMap(([name, title]): Column[] =>
      name === 'growth'
        ? [{ key: name, title, ...kg }]
        : [
            { key: `${name}_count`, title, ...pieces, optional: !isUsed(name) },
            { key: `${name}_weight`, title, ...kg, optional: !isUsed(name) },
          ],
    ),
  ]
}
