/** Jobs: work that no call waits for. */
import { sql } from 'kysely'
import type { CacheTag } from '../../shared/cache-tags'
import type { Backup } from '../db/backup/keeper'
import type { Database, Tx } from '../db/client'
import type { FileStore } from '../file-store'
import type { Mailer } from '../mail'
import type { SecretBox } from '../second-factor/secret-box'

/** What jobs work with. */
export interface JobTools {
  database: Database
  /** of the role that owns the tables */
  ownerUrl: string
  mailer: Mailer
  secrets: SecretBox
  /** copies of the database; null when none are made */
  backup: Backup | null
  /** files outside the database; null when they lie in it */
  files: FileStore | null
  /** after a commit, tells every process that data of a company changed */
  publish(company: number, tags: Iterable<CacheTag>): void
}

/** Reports how far a long run has come; stored once a second at most. */
export type Progress = (done: number, total: number) => void

export interface RunTools extends JobTools {
  progress: Progress
}

/** An order in a queue: what `enqueue` added. One of a job by the clock is empty, or names a company that needs it. */
export interface Order {
  company: number
  input: unknown
  /** a person asked for this very run */
  asked?: true
}

/**
 * A job has a queue of its name, made by a migration. It runs again after a failure or a killed process, so it must do
 * nothing twice.
 */
export type Job = {
  name: string
  /** for people, the i18n key */
  title: string
  /** false: successful runs are not kept, because there are too many to look at */
  kept?: false
} & (
  | {
      /** cron, UTC; after an outage it runs once, for the last missed moment */
      every: string
      /** for all companies, or for the one that ordered it */
      run(tools: RunTools, only?: Pick<Order, 'company'>): Promise<unknown>
    }
  | { every?: undefined; run(tools: RunTools, order: Order): Promise<unknown> }
)

/** Orders a job in a call's transaction: it exists once that commits. `input` holds ids and nothing secret. */
export const enqueue = (tx: Tx, job: string, input: object): void =>
  tx.later(sql`select enqueue(${job}, ${JSON.stringify(input)}::jsonb)`)
