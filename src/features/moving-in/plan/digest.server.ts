import { createHash } from 'node:crypto'
import { openBreath } from '../../../server/base/breath'
import type { PastReading } from '../reading/measured.server'
import type { NewName } from '../reading/matching.server'
import type { PastDocument } from '../reading/rows.server'

/** The whole of what would be stored, as one sum. */
export async function digestOf(
  documents: readonly PastDocument[],
  readings: readonly PastReading[],
  created: readonly NewName[],
  outcome: object,
): Promise<string> {
  const hash = createHash('sha256')
  const breath = openBreath()
  for (const { import_id: _, ...document } of documents) {
    hash.update(JSON.stringify(document))
    await breath()
  }
  for (const reading of readings) {
    hash.update(JSON.stringify(reading))
    await breath()
  }
  return hash.update(JSON.stringify([created, outcome])).digest('hex')
}
