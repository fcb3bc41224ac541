/** Reads one stored document of any kind, by id or by its waybill. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { commonRow } from '../engine/operation.contract'

const common = {
  method: 'GET',
  reads: ['fish', 'goods', 'spending', 'places', 'lists'],
  // also requires the ability to read the journal of its kind
  ability: 'signed-in',
  area: 'operations',
} as const

const foundDocument = z.object({
  id: z.number(),
  /** code word of its kind: 'good_adding' */
  kind: z.string(),
  datetime: z.string(),
  waybill_number: z.string(),
  counterparty: z.string().nullable(),
})
export type FoundDocument = z.infer<typeof foundDocument>

export const readingCalls = {
  one: endpoint({
    ...common,
    path: '/documents/{id}',
    summary: 'Документ любого вида, как в его журнале',
    input: z.object({ id: f.id() }),
    answer: z.object({ kind: z.string(), row: z.looseObject(commonRow.shape) }),
  }),
  search: endpoint({
    ...common,
    path: '/documents',
    reads: ['goods', 'lists'],
    summary: 'Документы, в номере накладной которых есть эти знаки, последние первыми, не больше десяти',
    input: z.object({ waybill_number: f.text(100) }),
    answer: z.array(foundDocument),
  }),
}
