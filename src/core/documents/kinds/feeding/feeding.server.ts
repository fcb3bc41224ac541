import { sql } from 'kysely'
import { toUnits } from '../../../../shared/numbers'
import { kindServer } from '../../engine/document.server'
import { feeding as contract } from './feeding.contract'

export const feeding = kindServer({
  contract,
  footer: 'document',
  reads: ['good', 'stock'],
  filter: ({ feed_types_id }) => (feed_types_id ? sql`o.good_id = any(${feed_types_id}::int[])` : null),
  row: (row) => ({
    cage_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    feed_type_id: row.good_id,
    feed_type: row.good,
    stock_id: row.stock_id,
    stock: row.stock,
    volume: toUnits(row.volume ?? 0),
    appetite: row.appetite,
    rate: row.rate === null ? null : toUnits(row.rate),
  }),
})
