import { sql } from 'kysely'
import { companySettings, type CompanySettings } from '../../shared/settings'
import type { Database, Tx } from './client'

/** The id that was given last; 0 before the first. */
async function lastCompany(database: Database): Promise<number> {
  const [last] = await database.plain<{ id: number | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence('companies', 'company_id')::regclass) as id`,
  )
  return last?.id ?? 0
}

/**
 * Every company of the database. Row-level security shows a company only to itself, so all ids ever assigned are tried.
 */
export async function* companyIds(database: Database): AsyncGenerator<number> {
  const last = await lastCompany(database)
  for (let company = 1; company <= last; company++) if (await isThere(database, company)) yield company
}

const isThere = async (database: Database, company: number) =>
  (await database.transaction(company, (tx) => tx.maybe(sql`select 1 from companies`))) !== undefined

/**
 * Does a job's work for one company after another, or for one alone. What fails for one, as when its own calls hold all
 * connections that a company may have, keeps no other waiting: the first error is thrown when all had their turn.
 */
export async function eachCompany(
  { database, progress }: { database: Database; progress(done: number, total: number): void },
  work: (company: number) => Promise<unknown>,
  only?: { company: number },
): Promise<void> {
  const last = only?.company ?? (await lastCompany(database))
  const errors: unknown[] = []
  for (let company = only?.company ?? 1; company <= last; company++) {
    try {
      if (await isThere(database, company)) await work(company)
    } catch (error) {
      errors.push(error)
    }
    progress(company, last)
  }
  if (errors.length > 0) throw errors[0]
}

/** A company as a job needs it. */
export interface JobCompany {
  id: number
  settings: CompanySettings
  time_zone: string
  /** farm wall clock */
  now: string
}

export async function readCompany(tx: Tx, id: number): Promise<JobCompany> {
  const { settings, ...company } = await tx.one<Omit<JobCompany, 'id'>>(sql`
    select settings, time_zone, (now() at time zone time_zone)::timestamp as now from companies
    where company_id = ${id}`)
  return { id, settings: companySettings.parse(settings), ...company }
}
