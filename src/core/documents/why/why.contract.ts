/** Explains a number: the entries of a group with running balances. Kilograms; farm instants 'YYYY-MM-DDTHH:mm'. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { groupOfCage } from '../../cages/cage.contract'
import { commonRow } from '../engine/operation.contract'
import { fieldChange } from '../change-log/change-log.contract'

/** A stored operation of any kind: common fields, the kind's code word, and the fields of that kind's row. */
export const anyRow = z.looseObject({ ...commonRow.shape, kind: z.string() })
export type AnyRow = z.infer<typeof anyRow>

/**
 * The effect of an operation on the group, and the group after it. `growth` is the part of `weight_delta` that nothing
 * moved.
 */
const entry = z.object({
  count_delta: z.number(),
  weight_delta: z.number(),
  growth: z.number(),
  count: z.number(),
  weight: z.number(),
  avg_weight: z.number(),
})

/** An edit of a stored operation: by whom, when (in the company's zone), before and after; newest first. */
const edit = z.object({
  datetime: z.string(),
  user: z.string().nullable(),
  changes: z.array(fieldChange),
})
export type Edit = z.infer<typeof edit>

const whyRow = anyRow.extend({ entry, edits: z.array(edit) })
export type WhyRow = z.infer<typeof whyRow>

const setter = anyRow.extend({ entry })
export type Setter = z.infer<typeof setter>

export const whyCall = endpoint({
  method: 'GET',
  path: '/cage/{id}/why',
  reads: ['fish', 'places', 'lists'],
  ability: 'signed-in',
  area: 'operations',
  summary: 'Почему столько рыбы: записи группы садка с остатками, от новых к старым',
  input: z.object({
    id: f.id(),
    /** the group with most fish when left out */
    group_id: f.optionalId(),
    /** the state at this instant; now when left out */
    date: f.instant('end').optional(),
    /** the start of the next page: `next` of the previous answer */
    before: f.instant('end').optional(),
    before_id: f.optionalId(),
    per_page: f.integer(1, 200).optional().default(30),
  }),
  answer: z.object({
    /** all groups that the cage ever had, in their state at the instant */
    groups: z.array(groupOfCage),
    group_id: z.number().nullable(),
    rows: z.array(whyRow),
    /** the entries that last set the numbers; only with the first page */
    last: z.object({ count: setter.nullable(), average: setter.nullable() }),
    next: z.object({ before: z.string(), before_id: z.number() }).nullable(),
  }),
})
