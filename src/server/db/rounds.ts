/**
 * Pipelining (PostgreSQL manual, «Extended Query»): the statements of one turn of the event loop share one round trip,
 * with one Sync at its end. Each is prepared once per connection and described then, since its columns never change.
 * When one fails, the server skips the rest.
 */
import pg from 'pg'
// @ts-expect-error exported without types
import { prepareValue } from 'pg/lib/utils.js'

interface Answer {
  rows: Record<string, unknown>[]
  /** rows of the command tag */
  count: number
  /** rows inserted, updated or deleted */
  written: number
}

export type SendStatement = (text: string, values: readonly unknown[]) => Promise<Answer>

/** A statement in flight. */
export interface Sent extends Answer {
  /** of the prepared statement; empty beyond the limit */
  name: string
  text: string
  /** in the text format of the protocol */
  values: unknown[]
  /** why its rows could not be read */
  fault?: unknown
  resolve(answer: Answer): void
  reject(error: unknown): void
}

interface Columns {
  names: string[]
  parsers: ((text: string) => unknown)[]
  /** cloned for every row, so that all share one hidden class */
  empty: Record<string, unknown>
}

/** The connection that `pg` passes to `submit`. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  close(statement: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
}

/** Text → name of its prepared statement, the same on all connections. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined && names.size < 1000) names.set(text, (name = `q${names.size}`))
  return name ?? ''
}

const isNumbers = (value: unknown): value is (number | null)[] =>
  Array.isArray(value) && value.every((one) => one === null || typeof one === 'number')

/** A value in text format. Arrays of numbers skip the quoting of `pg`. */
const textOf = (value: unknown): unknown =>
  isNumbers(value)
    ? `{${value.map((one) => one ?? 'null').join()}}`
    : (prepareValue as (value: unknown) => unknown)(value)

const NO_COLUMNS: Columns = { names: [], parsers: [], empty: {} }

function columnsOf(fields: pg.FieldDef[]): Columns {
  const columns = fields.map(({ name }) => name)
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'))
  return { names: columns, parsers, empty: Object.fromEntries(columns.map((name) => [name, null])) }
}

function rowOf({ names: columns, parsers, empty }: Columns, texts: (string | null)[]): Record<string, unknown> {
  const row = { ...empty }
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index]!
    if (text !== null) row[columns[index]!] = parsers[index]!(text)
  }
  return row
}

function write(wire: Wire, { name, text, values }: Sent, standing: boolean): void {
  if (!standing) {
    // the name may already be prepared if its first run failed: close it first
    if (name) wire.close({ type: 'S', name })
    wire.parse({ name, text })
  }
  wire.bind({ statement: name, values })
  if (!standing) wire.describe({ type: 'P' })
  wire.execute({})
}

const WRITES = /^(INSERT|UPDATE|DELETE)/
const touched = (tag: string) => Number(/ (\d+)$/.exec(tag)?.[1] ?? 0)

/** One round trip as a Submittable of `pg`. `known` are the statements prepared on its connection. */
function roundOf(statements: Sent[], known: Map<string, Columns>, over: () => void) {
  let place = 0
  const now = () => statements[place]!
  let columns: Columns | undefined
  const columnsNow = () => columns ?? known.get(now().name) ?? NO_COLUMNS
  const end = () => {
    over()
    statements.slice(0, place).forEach((sent) => (sent.fault ? sent.reject(sent.fault) : sent.resolve(sent)))
  }
  return {
    statements,
    submit(wire: Wire) {
      wire.stream.cork()
      for (const sent of statements) write(wire, sent, known.has(sent.name))
      wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => void (columns = columnsOf(fields)),
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      try {
        now().rows.push(rowOf(columnsNow(), fields))
      } catch (error) {
        now().fault = error
      }
    },
    handleCommandComplete({ text }: { text: string }) {
      now().count = touched(text)
      if (WRITES.test(text)) now().written = now().count
      if (now().name) known.set(now().name, columnsNow())
      columns = undefined
      place++
    },
    handleReadyForQuery: end,
    handleError: (error: unknown) => {
      end()
      statements.slice(place).forEach((sent) => sent.reject(error))
    },
  }
}

/** Sends statements on a connection; those that come while a round trip is in flight leave with the next. */
function openRounds(client: pg.ClientBase): SendStatement {
  const known = new Map<string, Columns>()
  let waiting: Sent[] = []
  let underway = false
  let due = false
  const go = () => {
    due = false
    underway = true
    const round = roundOf(waiting, known, over)
    waiting = []
    client.query(round as unknown as pg.Submittable)
  }
  /** Deferred until the microtasks of this turn have queued all their statements. */
  const soon = () => {
    if (due || underway || waiting.length === 0) return
    due = true
    queueMicrotask(() => process.nextTick(go))
  }
  const over = () => {
    underway = false
    soon()
  }
  return (text, values) =>
    new Promise((resolve, reject) => {
      const texts = values.map(textOf)
      waiting.push({
        name: nameOf(text),
        text,
        values: texts,
        fault: undefined,
        rows: [],
        count: 0,
        written: 0,
        resolve,
        reject,
      })
      soon()
    })
}

const opened = new WeakMap<pg.ClientBase, SendStatement>()

/** The one way to send statements on a connection. */
export function statementSender(client: pg.ClientBase): SendStatement {
  const known = opened.get(client) ?? openRounds(client)
  opened.set(client, known)
  return known
}
