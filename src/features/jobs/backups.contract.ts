/** Copies of the database, for the operator: what there is, how fresh it is, and why not when it is not. */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { endpoint, nothing } from '../../shared/contract'

export const backupRow = z.object({
  id: z.string(),
  /** the moments that can be brought back from it, farm time */
  from: z.string(),
  until: z.string(),
  /** of the whole database, packed; megabytes */
  base_size: z.number(),
  log_size: z.number(),
  encrypted: z.boolean(),
})
export type BackupRow = z.infer<typeof backupRow>

export const backupsCall = endpoint({
  method: 'GET',
  path: '/installation/backups',
  kept: false,
  reads: [],
  ability: 'manage companies',
  area: 'companies',
  summary: 'Копии базы: какие моменты можно вернуть',
  input: nothing,
  answer: z.object({
    /** null when no copies are made here */
    folder: z.string().nullable(),
    /** all copies of so many days are kept, and one of each of so many weeks */
    days: z.number(),
    weeks: z.number(),
    /** why the last copy failed, and since when they do; null when it did not */
    fault: z.object({ since: z.string(), text: z.string() }).nullable(),
    rows: z.array(backupRow),
  }),
})

const megabytes = { type: 'number', unit: 'МБ', decimals: 1 } as const

export const backupColumns: Column[] = [
  { key: 'from', title: 'Можно вернуть с', type: 'datetime', always: true },
  { key: 'until', title: 'по', type: 'datetime' },
  { key: 'base_size', title: 'База', ...megabytes },
  { key: 'log_size', title: 'Журнал', ...megabytes },
  { key: 'encrypted', title: 'Зашифрована', type: 'flag' },
]
