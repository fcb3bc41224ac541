import { sql } from 'kysely'
import { toKg } from '../../../shared/numbers'
import type { Own } from '../kit/library-model.server'
import type { counterpartyLibrary } from './counterparty.contract'

export const counterparty: Own<typeof counterpartyLibrary> = {
  present: (row) => ({ ...row, lot: row.lot === null ? null : toKg(row.lot) }),
  columns: sql`case when o.kind is null then null when o.kind like '%adding' then 'supplier' else 'buyer' end as side`,
  // one step in the index of their documents for each
  joins: ({ company }) => sql`left join lateral (select kind from operations
    where company_id = ${company.id} and counterparty_id = t.id order by at desc limit 1) o on true`,
}
