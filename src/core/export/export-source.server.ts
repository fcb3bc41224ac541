/** What the queries of the export share. */
import { type RawBuilder, sql } from 'kysely'
import { type Limits, scope } from '../../server/scope'
import { recordedBy } from '../documents/engine/journal-row.server'

export interface ExportQuery {
  company: number
  time_zone: string
  /** farm wall clock */
  start: string
  end: string
  /** modules and warehouses that the reader may see */
  limits: Limits
}

/** The rows of one part: `fields` has the SQL of each field, `from` the tables with their condition. */
export interface Source {
  fields: Record<string, string>
  from: (asked: ExportQuery) => RawBuilder<unknown>
  /** SQL: no two rows are alike in it */
  order: string
}

export const documentFields = {
  id: 'o.id',
  time: 'o.at',
  note: 'o.note',
  user: recordedBy(),
  created: '(o.created_at at time zone co.time_zone)::timestamp',
}

/** Who entered it, and by which clock. */
export const joinAuthor = ({ company }: ExportQuery) => sql`
  join companies co on co.company_id = ${company}
  left join users u on u.company_id = ${company} and u.id = o.user_id`

/** Operations of these kinds within the period. */
export const ofPeriod = ({ company, start, end }: ExportQuery, kinds: readonly string[]) =>
  sql`o.company_id = ${company} and o.kind = any(${kinds}::text[]) and o.at between ${start}::timestamp
    and ${end}::timestamp`

export const openModule = ({ limits }: ExportQuery, column: string) => scope(limits).modules(column)
export const openStock = ({ limits }: ExportQuery, column: string) => scope(limits).stocks(column)

export const goodFields = { good: 'g.name', good_code: 'g.code', measure: 'g.measure', stock: 's.name' }
export const joinGood = ({ company }: ExportQuery, of: string) => sql`
  join goods g on g.company_id = ${company} and g.id = ${sql.ref(`${of}.good_id`)}
  join stocks s on s.company_id = ${company} and s.id = ${sql.ref(`${of}.stock_id`)}`
