import { sql } from 'kysely'
import { toKg } from '../../../../shared/numbers'
import { kindServer, type KindServer } from '../../engine/document.server'
import { groupRowOf } from '../../engine/journal.server'

/** The server of a kind that sets how many fish a group has. */
export const countedServer = (contract: KindServer['contract']) =>
  kindServer({
    contract,
    footer: 'changes',
    reads: ['fish'],
    filter: ({ generation_id }) => (generation_id ? sql`o.generation_id = ${generation_id}` : null),
    row: (row) => ({
      cage_id: row.cage_id,
      number: row.number,
      location_id: row.location_id,
      ...groupRowOf(row),
      count: row.count,
      count_difference: row.count_delta ?? 0,
      weight_difference: toKg(row.mass_delta ?? 0),
    }),
  })
