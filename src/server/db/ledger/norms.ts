/** The versions of feeding norms that operations were recorded with. */
import { sql } from 'kysely'
import type { Season } from '../../../shared/feeding/norm'
import type { NormsOf } from '../../../shared/ledger/effects'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { Tx } from '../client'

export interface Norms {
  of: NormsOf
  /** reads the versions of these operations that are not known yet, in one statement */
  load(rows: readonly Pick<LedgerRow, 'norm_version_id'>[]): Promise<void>
}

/** The norms of a fold: a version is never changed, so each is read once. */
export function openNorms(tx: Tx, company: number): Norms {
  const known = new Map<number, readonly Season[]>()
  return {
    of: (version) => known.get(version),
    load: async (rows) => {
      const missing = new Set(rows.flatMap(({ norm_version_id }) => norm_version_id ?? []))
      for (const version of known.keys()) missing.delete(version)
      if (missing.size === 0) return
      const versions = await tx.rows<{ id: number; seasons: Season[] }>(
        sql`select id, seasons from norm_versions where company_id = ${company} and id = any(${[...missing]}::int[])`,
      )
      for (const { id, seasons } of versions) known.set(id, seasons)
    },
  }
}
