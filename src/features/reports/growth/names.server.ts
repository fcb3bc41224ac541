/** What cages and generations are called, in their usual order. */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import type { SubjectKind } from './courses.server'

export interface Named {
  id: number
  name: string
  location_name: string | null
}

export const namesOf = ({ tx, company }: Pick<Context, 'tx' | 'company'>, by: SubjectKind, ids: readonly number[]) =>
  tx.rows<Named>(
    by === 'cage'
      ? sql`
        select c.id, c.number as name, l.name as location_name from cages c
        join locations l on l.company_id = ${company.id} and l.id = c.location_id
        where c.company_id = ${company.id} and c.id = any(${[...ids]}::int[])
        order by l.id, length(c.number), c.number, c.id`
      : sql`
        select id, name, null::text as location_name from generations
        where company_id = ${company.id} and id = any(${[...ids]}::int[]) order by date, name, id`,
  )
