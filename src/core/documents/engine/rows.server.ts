/** The rows of one write: a single operation, or a batch. Errors of a row are reported under that row. */
import { CallError, fieldErrors, notice } from '../../../server/errors'
import { at, say, type Phrase, word } from '../../../shared/say'
import type { Document } from '../../../shared/ledger/document'
import { kindWord, type Under, underOwn } from './rules.server'

/** Fields that operations of all kinds have. */
export interface CommonInput {
  date: string
  /** absent for a kind about a whole day */
  time?: string
  note?: string | null
  generation_id?: number | null
  age_category_id?: number | null
  group_id?: number | null
  /** index of the group among the cage's groups with fish, when none is named */
  groupIndex?: number | null
  /** those of the kind */
  [field: string]: unknown
}

export interface Row {
  input: CommonInput
  /** path of a field in the request: `count`, in a batch `batch.7.count` */
  nameOf: (field: string) => string
}

export interface Request {
  rows: Row[]
  /**
   * true: a refusal is reported under the row of its cage. Otherwise only the operation's own is reported under a field
   */
  batch: boolean
}

/** Operations whose fields have their own names in the request. */
export const each = (inputs: CommonInput[]): Request => ({
  rows: inputs.map((input) => ({ input, nameOf: (field) => field })),
  batch: false,
})

/** Calls `work` for every row. Field errors of all rows are refused together, each under its row. */
export async function forRows<T>(rows: Row[], work: (row: Row, index: number) => T | Promise<T>): Promise<T[]> {
  const done = await Promise.allSettled(rows.map(async (row, index) => work(row, index)))
  const errors: Record<string, Phrase[]> = {}
  for (const [index, result] of done.entries()) {
    if (result.status === 'fulfilled') continue
    const fault: unknown = result.reason
    if (!(fault instanceof CallError) || !fault.body.errors) throw fault
    for (const [field, texts] of Object.entries(fault.body.errors)) errors[rows[index]!.nameOf(field)] = texts
  }
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  return done.map((result) => (result as PromiseFulfilledResult<T>).value)
}

/** The path for a ledger's refusal: in a batch, the row that takes too much, or whose cage lacks fish later. */
export const underOf = ({ rows, batch }: Request, documents: Document[]): Under =>
  batch
    ? ({ operation_id, cage_id }, field) => {
        const mine = documents.findIndex(({ id }) => id === operation_id)
        const index = mine >= 0 ? mine : documents.findIndex((document) => document.cage_id === cage_id)
        return index < 0 ? null : rows[index]!.nameOf(field)
      }
    : underOwn

/** Refuses operations in cages without fish at their instant. `documents` belong to the rows. */
export function noFish(
  { rows, batch }: Request,
  documents: (Document | null)[],
  bare: Document[],
  noun: string,
): CallError {
  if (!batch)
    return notice(
      say('{{instant}} {{noun}}: {{lack}}', {
        instant: at(bare[0]!.at),
        noun: kindWord(noun),
        lack: word('в садке на это время нет рыбы'),
      }),
    )
  const fields = bare.map((document) => rows[documents.indexOf(document)]!.nameOf('cage_id'))
  return fieldErrors(Object.fromEntries(fields.map((field) => [field, 'В садке на это время нет рыбы'])))
}
