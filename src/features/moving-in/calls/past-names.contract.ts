/** Names of a book that the farm does not know, and what is answered. */
import * as z from 'zod'
import * as f from '../../../shared/fields'
import { namedLists } from './past-words.contract'

/** What a name stands for: a row of the list, a new one of this name, or nothing: its rows are left out. */
const choice = z.union([
  z.strictObject({ id: f.id() }),
  z.strictObject({ code: f.text(100) }),
  z.strictObject({ create: f.name(200) }),
  z.strictObject({ skip: z.literal(true) }),
])
export type Choice = z.output<typeof choice>

export const nameChoice = z.object({ list: z.enum(namedLists), name: z.string().max(200), choice: choice.nullable() })

export const question = z.object({
  list: z.enum(namedLists),
  /** as the file has it; empty where rows say nothing */
  name: z.string(),
  /** rows that wait for it */
  rows: z.number(),
  /** a name for a new row; null where nothing can be created */
  create: z.string().nullable(),
  /** in the order of likeness */
  options: z.array(z.object({ id: z.number().nullable(), code: z.string().nullable(), name: z.string() })),
  choice: z.unknown(),
})
export type Question = z.infer<typeof question>
