/** Work that no call waits for. */
import { sql } from 'kysely'
import type { Database, Tx } from '../db/client'
import type { Mailer } from '../mail'
import type { SecretBox } from '../second-factor/secret-box'

/** What jobs work with. */
export interface JobTools {
  database: Database
  /** of the role that owns the tables */
  ownerUrl: string
  mailer: Mailer
  secrets: SecretBox
}

/** What `enqueue` added; a job that is due by the clock has none. */
export interface Order {
  company: number
  input: unknown
}

/**
 * A job has a queue of its name, which a migration makes. It runs again when it failed or was killed, so it must do
 * nothing twice.
 */
export type Job = { name: string } & (
  | {
      /** cron, UTC: one run for the last moment that was missed, however many were */
      every: string
      run(tools: JobTools): Promise<unknown>
    }
  | { every?: undefined; run(tools: JobTools, order: Order): Promise<unknown> }
)

/** For a call's transaction: the work is there when it commits. `input` holds ids, nothing secret. */
export const enqueue = (tx: Tx, job: string, input: object): void =>
  tx.later(sql`select enqueue(${job}, ${JSON.stringify(input)}::jsonb)`)
