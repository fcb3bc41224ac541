/** What every measurement is given. */
import type pg from 'pg'
import type { App } from './app'
import type { Recorder } from './bare'
import type { Size } from './farm-plan'
import type { Figure } from './figures'

export interface Run {
  app: App
  recorder: Recorder
  /** the owner's connection, past row-level security, for looking things up */
  admin: pg.Client
  databaseUrl: string
  size: Size
  /** a twentieth of everything */
  small: boolean
  /** seconds that a load lasts */
  seconds: number
  /** last day of the stored farm */
  lastDay: string
  add(figure: Figure): void
}
