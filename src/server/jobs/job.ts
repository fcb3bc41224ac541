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

/** How far a long run has come, for whoever looks at it; written down once in a second at most. */
export type Progress = (done: number, total: number) => void

export interface RunTools extends JobTools {
  progress: Progress
}

/** What a queue holds: what `enqueue` added, or nothing for a job that is due by the clock. */
export interface Order {
  company: number
  input: unknown
  /** a person asked for this very run */
  asked?: true
}

/**
 * A job has a queue of its name, which a migration makes. It runs again when it failed or was killed, so it must do
 * nothing twice.
 */
export type Job = {
  name: string
  /** for people, the i18n key */
  title: string
  /** false: runs that went well are not kept, there are too many of them to be looked at */
  kept?: false
} & (
  | {
      /** cron, UTC: one run for the last moment that was missed, however many were */
      every: string
      run(tools: RunTools): Promise<unknown>
    }
  | { every?: undefined; run(tools: RunTools, order: Order): Promise<unknown> }
)

/** For a call's transaction: the work is there when it commits. `input` holds ids, nothing secret. */
export const enqueue = (tx: Tx, job: string, input: object): void =>
  tx.later(sql`select enqueue(${job}, ${JSON.stringify(input)}::jsonb)`)
