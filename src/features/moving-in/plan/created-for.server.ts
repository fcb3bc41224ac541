import { openBreath } from '../../../server/base/breath'
import type { PastReading } from '../reading/measured.server'
import type { Names } from '../reading/names.server'
import type { NewName } from '../reading/matching.server'
import type { PastDocument } from '../reading/rows.server'

/** Lists on which new rows of others stand. */
const NEEDED: ReadonlySet<string> = new Set(['module', 'species'])

/** New rows of lists that documents name. */
async function usedBy(documents: readonly PastDocument[], readings: readonly PastReading[]): Promise<Set<string>> {
  const used = new Set<string>()
  const breath = openBreath()
  for (const document of documents) {
    await breath()
    const { lines } = document
    const { cage_id, to_cage_id, generation_id, age_category_id, good_id, stock_id } = document
    const { spending_category_id, for_cage_id, counterparty_id, employee_id, loss_cause_id } = document
    for (const cage of [cage_id, to_cage_id]) used.add(`cage:${cage}`)
    used.add(`article:${spending_category_id}`).add(`cage:${for_cage_id}`).add(`counterparty:${counterparty_id}`)
    used.add(`cause:${loss_cause_id}`).add(`employee:${employee_id}`)
    used.add(`generation:${generation_id}`).add(`category:${age_category_id}`)
    for (const of of [{ good_id, stock_id }, ...(lines ?? [])])
      used.add(`good:${of.good_id}`).add(`stock:${of.stock_id}`)
  }
  for (const { measure_parameter_id, cage_id } of readings)
    used.add(`parameter:${measure_parameter_id}`).add(`cage:${cage_id}`)
  return used
}

/** The new rows of lists that an import needs: not those of rows that are left out. */
export async function createdFor(
  names: Names,
  documents: readonly PastDocument[],
  readings: readonly PastReading[],
): Promise<NewName[]> {
  const used = await usedBy(documents, readings)
  return names
    .created()
    .filter(({ list, id, given }) => given !== undefined || NEEDED.has(list) || used.has(`${list}:${id}`))
}
