/** The bare loop: the statements that the application sends for a call, recorded once and sent again without it. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../src/app.server'
import { OLTP_PLANNER } from '../src/server/db/pool'
import { statementSender } from '../src/server/db/pipeline'
import { ms, spread } from './figures'
import { listenToStatements, type Statement } from '../src/testing/statements'

type Sent = Pick<Statement, 'text' | 'values'>

/** The statements of one call, in rounds: those of a round leave together, the next round waits for their answers. */
export interface Script {
  rounds: Sent[][]
  /** id of the new operation and idempotency key, which must differ each time */
  id: number | null
  key: string | null
}

const GIVES_ID = /^\s*insert into operations /

/** The id that a round took, when it took one. */
const idIn = (round: { text: string; rows: Record<string, unknown>[] }[]) =>
  (round.find(({ text }) => GIVES_ID.test(text))?.rows[0]?.id as number | undefined) ?? null

/** Records what the first connection with a transaction sends until its commit. */
async function record(work: () => Promise<unknown>): Promise<Script> {
  const rounds: Sent[][] = []
  const sent: Statement[] = []
  let own: unknown = null
  let answered = true
  const listening = listenToStatements((client, statement) => {
    if (/^begin/.test(statement.text)) own ??= client
    if (own !== client || sent.at(-1)?.text === 'commit') return
    if (answered) rounds.push([])
    answered = false
    rounds.at(-1)!.push(statement)
    sent.push(statement)
    const heard = () => void (answered = true)
    statement.answer.then(heard, heard)
  })
  await work().finally(listening.stop)
  const answers = await Promise.all(sent.map(async ({ text, answer }) => ({ text, rows: (await answer).rows })))
  return { rounds, id: idIn(answers), key: null }
}

export interface Recorder {
  record(method: string, path: string, body?: unknown): Promise<Script>
  close(): Promise<void>
}

/** Makes one call inside this process, without a network. */
async function inject(app: FastifyInstance, cookie: string, method: string, path: string, body: unknown, key: string) {
  const headers = { cookie, ...(method !== 'GET' && { 'idempotency-key': key }) }
  const payload = body === undefined ? {} : { payload: body as object }
  const reply = await app.inject({ method: method as 'GET', url: `/api${path}`, headers, ...payload })
  if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`)
  return reply
}

/** The same application inside this process, only to record what it sends. */
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

/** Sends a script once, with a new operation id and a new idempotency key. `each` gets the time of each statement. */
export async function replay(client: pg.Client, { rounds, id, key }: Script, each?: Each): Promise<number> {
  const start = performance.now()
  const ask = statementSender(client)
  const newKey = randomUUID()
  let newId: number | null = null
  const swap = (value: unknown) => {
    if (typeof value !== 'string' || value.length > 1000) return value
    if (key && value.includes(key)) return value.replace(key, newKey)
    if (id === null || !value.includes(String(id))) return value
    // alone, in a list, or in the text of new operations
    return value.replace(new RegExp(`(^|[{,]"?|"(?:operation_)?id":)${id}(?="?[,}]|$)`, 'g'), `$1${newId}`)
  }
  const send = async ({ text, values }: Sent) => ({ text, ...(await ask(text, values.map(swap))) })
  for (const round of rounds) {
    const answers = each ? await oneByOne(round, send, each) : await Promise.all(round.map(send))
    newId ??= idIn(answers)
  }
  return performance.now() - start
}

type Each = (text: string, time: number) => void

async function oneByOne<T>(round: Sent[], send: (statement: Sent) => Promise<T>, each: Each): Promise<T[]> {
  const answers: T[] = []
  for (const statement of round) {
    const start = performance.now()
    answers.push(await send(statement))
    each(statement.text, performance.now() - start)
  }
  return answers
}

/** The statement that is slowest by its median, with the time allowed for the whole call. */
export async function slowestOf(client: pg.Client, scripts: Script[], budget: number, turns = 40): Promise<string> {
  const times = new Map<string, number[]>()
  const note = (text: string, time: number) => times.set(text, [...(times.get(text) ?? []), time])
  for (let turn = 0; turn < turns; turn++) await replay(client, scripts[turn % scripts.length]!, note)
  const medians = [...times].map(([text, all]) => ({ text, p50: spread(all).p50 })).sort((a, b) => b.p50 - a.p50)
  const { text, p50 } = medians[0]!
  return `${ms(p50)} of ${ms(budget)}${p50 > budget ? ' TOO SLOW' : ''}: ${text.replace(/\s+/g, ' ').trim().slice(0, 60)}`
}

/** A connection as the application has it. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  // the server is stopped when a part has failed, and that failure is the one to report
  client.on('error', () => undefined)
  await client.connect()
  await client.query(OLTP_PLANNER)
  return client
}
