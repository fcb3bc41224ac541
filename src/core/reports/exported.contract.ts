/** A report that somebody exported, and what has changed in its period since. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { filterFields } from '../../shared/filters'

const area = 'reports'
const ability = 'access reports'

/** What makes two exports the same sheet. */
const sheet = {
  report: f.name(60),
  start: f.instant('start'),
  end: f.instant('end'),
  ...filterFields('cages', 'module'),
}

export const exportedChange = z.object({
  id: z.number(),
  /** name and id in the audit log: the kind of the operation */
  entity: z.string(),
  entity_id: z.number(),
  action: z.enum(['create', 'update', 'delete']),
  /** farm time: of the change, and of the operation */
  datetime: z.string(),
  at: z.string(),
  user: z.string().nullable(),
  /** of the cage, null for what has none */
  number: z.string().nullable(),
})
export type ExportedChange = z.infer<typeof exportedChange>

/** So many changes are told, and so many operations counted; after more of them it says «more». */
export const MOST_TOLD = 20
export const MOST_COUNTED = 1000

export const exportedCalls = {
  note: endpoint({
    method: 'POST',
    path: '/reports/exports',
    ability,
    area,
    summary: 'Отметить, что отчёт выгружен',
    input: z.object({
      ...sheet,
      /** for the audit journal */
      title: f.name(200),
    }),
    answer: z.object({ id: z.number() }),
    example: { report: 'retreats', title: 'Отходы по садкам', start: '01.07.2026', end: '31.07.2026' },
  }),
  changes: endpoint({
    method: 'GET',
    path: '/reports/exports/changes',
    reads: ['fish', 'goods', 'places'],
    ability,
    area,
    summary: 'Что изменилось в периоде отчёта после его последней выгрузки',
    input: z.object({
      ...sheet,
      /** the journal that the report is made of; all of them when left out */
      journal: f.optionalText(60),
    }),
    answer: z.object({
      /** farm time; null when it was never exported */
      exported_at: z.string().nullable(),
      user: z.string().nullable(),
      /** operations, at most MOST_COUNTED */
      count: z.number(),
      changes: z.array(exportedChange),
    }),
    example: { report: 'retreats', start: '01.07.2026', end: '31.07.2026', journal: 'retreat' },
  }),
}
