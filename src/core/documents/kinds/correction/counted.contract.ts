/** What a recount of fish and the close-out of an emptied cage share: the group has so many fish from then on. */
import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import type { Document, LedgerRow } from '../../../../shared/ledger/document'
import { groupOf } from '../../../../shared/ledger/document'
import type { Effect } from '../../../../shared/ledger/fold'
import { warnOfCount } from '../../../../shared/ledger/warning-rules'
import { group, groupRow, moment, note } from '../../engine/operation.contract'

export const counted = {
  setsCount: true,
  section: 'stock',
  ability: 'create corrections',
  fields: { ...moment, cage_id: f.id(), ...group, count: f.count(0), ...note },
  row: z.object({
    cage_id: z.number(),
    number: z.string(),
    location_id: z.number(),
    ...groupRow,
    count: z.number(),
    /** computed by every fold: pieces and kg that it added or removed */
    count_difference: z.number(),
    weight_difference: z.number(),
  }),
  filter: filterFields('generation'),
  warnings: [warnOfCount],
  document: ({ cage_id, count }: Pick<Document, 'cage_id' | 'count'>) => ({ cage_id, count }),
  effect: (row: LedgerRow): Effect => ({ type: 'set_count', group: groupOf(row), count: row.count! }),
} as const
