/** Listens to what connections send. */
import pg from 'pg'
import type { Sent } from '../server/db/rounds'

/** Tells of every round trip's statements, with their connection, until `stop` is called. */
export function listenToStatements(note: (connection: unknown, statements: Sent[]) => void): { stop(): void } {
  const prototype = pg.Client.prototype as unknown as { query(round: unknown): unknown }
  const original = prototype.query
  prototype.query = function (this: unknown, round) {
    const { statements } = round as { statements?: Sent[] }
    if (statements) note(this, statements)
    return original.call(this, round)
  }
  return { stop: () => void (prototype.query = original) }
}
