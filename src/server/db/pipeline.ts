/**
 * Statements on a connection in pipeline mode (PostgreSQL manual, «Pipeline Mode»): each leaves without waiting for the
 * answers of those before it, and they run in order. Behind one that failed in a transaction all others fail by that.
 */
import pg from 'pg'
// @ts-expect-error exported without types
import { prepareValue } from 'pg/lib/utils.js'

interface Answer {
  rows: Record<string, unknown>[]
  /** of the command tag: COMMIT, INSERT */
  command: string
  /** rows of the command tag */
  count: number
  /** rows inserted, updated or deleted */
  written: number
}

export type SendStatement = (text: string, values: readonly unknown[]) => Promise<Answer>

/** Text → name of its prepared statement, the same on all connections; beyond the limit it is planned each time. */
const names = new Map<string, string>()
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= 1000) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

/** pg takes a statement for prepared even if its values could not be bound, so they become text before it is sent. */
const textOf = prepareValue as (value: unknown) => unknown

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE'])

const corked = new WeakSet<pg.Client>()

/** Statements of one turn of the event loop leave in one packet. */
function gather(client: pg.Client): void {
  if (corked.has(client)) return
  const { stream } = client.connection
  corked.add(client)
  stream.cork()
  queueMicrotask(() =>
    process.nextTick(() => {
      corked.delete(client)
      stream.uncork()
    }),
  )
}

/** The one way to send statements on a connection. */
export const statementSender =
  (client: pg.Client): SendStatement =>
  async (text, values) => {
    const statement = { name: nameOf(text), text, values: values.map(textOf) }
    gather(client)
    const { rows, command, rowCount } = await client.query<Record<string, unknown>>(statement)
    return { rows, command, count: rowCount ?? 0, written: WRITES.has(command) ? (rowCount ?? 0) : 0 }
  }
