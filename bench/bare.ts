/** The bare loop: the statements that the application sends for a call, written down once and sent again without it. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../src/app.server'

interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/** What one call sends, in rounds: statements of a round leave together, the next waits for an answer. */
export interface Script {
  rounds: Statement[][]
  /** the new operation's id and the retry key, which must differ each time */
  id: number | null
  key: string | null
}

const GIVES_ID = /nextval\('operations_id_seq'\)/

/** An edit looks up the same things without taking an id. */
const idOf = ([row]: unknown[]) => (row as { ids: number[] | null }).ids?.[0] ?? null

type Query = (config: string | Statement, ...rest: unknown[]) => Promise<pg.QueryResult>

/** Writes down what the first connection that begins a transaction sends. */
async function record(work: () => Promise<unknown>): Promise<Script> {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  const script: Script = { rounds: [], id: null, key: null }
  let own: unknown = null
  let answered = true
  prototype.query = function (this: unknown, config, ...rest) {
    const sent = original.call(this, config, ...rest)
    const statement =
      typeof config === 'string'
        ? { text: config, values: [] }
        : { text: config.text, values: config.values, name: config.name }
    own ??= /^begin/.test(statement.text) ? this : null
    if (own !== this || !(sent instanceof Promise)) return sent
    if (answered) script.rounds.push([])
    answered = false
    script.rounds.at(-1)!.push(statement)
    sent.then(
      ({ rows }) => {
        answered = true
        if (GIVES_ID.test(statement.text)) script.id = idOf(rows)
      },
      () => (answered = true),
    )
    return sent
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
  return script
}

export interface Recorder {
  record(method: string, path: string, body?: unknown): Promise<Script>
  close(): Promise<void>
}

/** One call inside this process, without a network. */
async function inject(app: FastifyInstance, cookie: string, method: string, path: string, body: unknown, key: string) {
  const headers = { cookie, ...(method !== 'GET' && { 'idempotency-key': key }) }
  const payload = body === undefined ? {} : { payload: body as object }
  const reply = await app.inject({ method: method as 'GET', url: `/api${path}`, headers, ...payload })
  if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`)
  return reply
}

/** The same application inside this process, only to write down what it sends. */
export async function openRecorder(databaseUrl: string, email: string, password: string): Promise<Recorder> {
  const fixed = { dataDir: '.', webRoot: null, smtpUrl: null, baseUrl: null, logLevel: 'error', poolSize: 1 }
  const app = await buildApp({ databaseUrl, ...fixed })
  const login = await inject(app, '', 'POST', '/login', { email, password }, randomUUID())
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return {
    record: async (method, path, body) => {
      const key = randomUUID()
      return { ...(await record(() => inject(app, cookie, method, path, body, key))), key }
    },
    close: () => app.close(),
  }
}

/** Sends a script once; the new operation takes a new id, the retry key a new value. */
export async function replay(client: pg.Client, { rounds, id, key }: Script): Promise<number> {
  const start = performance.now()
  let newId: number | null = null
  const newKey = randomUUID()
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length > 4 ? value : value.map(swap)
    if (id !== null && value === id) return newId
    // new operations travel as one text
    if (typeof value === 'string' && value.startsWith('[{')) return value.replace(`"id":${id},`, `"id":${newId},`)
    return key !== null && value === key ? newKey : value
  }
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  for (const round of rounds) {
    stream.cork()
    const answers = round.map((statement) => client.query({ ...statement, values: statement.values.map(swap) }))
    stream.uncork()
    const results = await Promise.all(answers)
    const given = round.findIndex(({ text }) => GIVES_ID.test(text))
    if (given >= 0) newId = idOf(results[given]!.rows)
  }
  return performance.now() - start
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig)
  await client.connect()
  return client
}
