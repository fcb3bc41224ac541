/** The row of the harvest plan that a withdrawal closes: one withdrawal a row. */
import { sql } from 'kysely'
import { conflict, fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { at, say } from '../../../../shared/say'
import type { Document } from '../../../../shared/ledger/document'

const FIELD = 'harvest_row_id'

/** The row stays as it is until the transaction ends, so of two people who turn it into a withdrawal one is told. */
const lockRow = ({ tx, company, user }: Context, id: number) =>
  tx.maybe<{ cage_id: number }>(sql`
    select h.cage_id from harvest_rows h
    join cages c on c.company_id = ${company.id} and c.id = h.cage_id
    where h.company_id = ${company.id} and h.id = ${id} ${scope(user).modules('c.location_id')}
    for update of h`)

/** Throws unless the row that the document names is open, or its own, and about its cage. */
export async function requireHarvestRow(document: Document, context: Context): Promise<void> {
  const { harvest_row_id: row, cage_id, id } = document
  if (row === null) return
  const { tx, company } = context
  const found = await lockRow(context, row)
  if (!found) throw fieldErrors({ [FIELD]: 'Строки плана вылова больше нет' })
  if (found.cage_id !== cage_id) throw fieldErrors({ [FIELD]: 'Строка плана вылова о другом садке' })
  const other = await tx.maybe<{ at: string }>(sql`
    select at from operations where company_id = ${company.id} and harvest_row_id = ${row} and id <> ${id}`)
  if (other) throw conflict(say('Эту строку плана уже выполнил подъём {{instant}}.', { instant: at(other.at) }))
}
