import { sql } from 'kysely'
import { kindServer } from '../../engine/document.server'
import { fishOf } from '../../engine/journal.server'
import { stocking as contract } from './stocking.contract'

const textIn = (extra: Record<string, unknown> | null, key: string) => (extra?.[key] as string | undefined) ?? null

export const stocking = kindServer({
  contract,
  footer: 'document',
  reads: ['fish'],
  filter: ({ generation_id }) => (generation_id ? sql`o.generation_id = ${generation_id}` : null),
  row: (row) => ({
    to_id: row.cage_id,
    to_number: row.number,
    location_id: row.location_id,
    ...fishOf(row, row.weight ?? 0),
    payment: row.payment === null ? null : row.payment / 100,
    origin: textIn(row.extra, 'origin'),
    condition: textIn(row.extra, 'condition'),
  }),
})
