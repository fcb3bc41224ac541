/**
 * A farm for tests: the real application on a database of its own, a registered company, and calls as its people make
 * them.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { allJobs, buildApp, type AppOptions } from '../../app.server'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { LINES, statesOf } from '../../features/people/person/rights.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { roleCalls } from '../../features/people/roles/roles.contract'
import { newExternalUser } from '../../server/outside/external-user'
import type { Ability } from '../../shared/abilities'
import type { AnswerOf, Endpoint, InputOf } from '../../shared/contract'
import { addDays, showDay } from '../../shared/dates'
import type { ErrorAnswer } from '../../shared/errors'
import type { User } from '../../shared/user'
import { openDatabase } from '../../server/db/client'
import type { Job } from '../../server/jobs/job'
import { letters } from '../../server/jobs/letters'
import { openQueues, takeNext } from '../../server/jobs/runner'
import { openFileStore } from '../../server/file-store'
import { openMailer } from '../../server/mail'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { freshDatabase, type TestDatabase } from '../database'
import { factories } from './factories'
import { type Answer, send, type Session, TEST_PASSWORD } from '../session'

export interface CallOptions {
  /** another person than the first company's administrator */
  as?: { cookie: string }
  /** Idempotency-Key */
  key?: string
  /** another application process than the first */
  on?: FastifyInstance
  /** Accept-Language; Russian when left out */
  language?: string
}

export interface UserOptions {
  permissions?: Ability[]
  is_admin?: boolean
  /** modules the user is limited to */
  locations?: number[]
  /** warehouses the user is limited to */
  stocks?: number[]
  name?: string
  /** a colleague of this person; the first company's administrator when left out */
  of?: Session
}

/** Calls by contract: the answer, or with `expect` the refusal; any other status throws. */
function caller(app: FastifyInstance, own: { cookie: string }) {
  function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions & { expect: number },
  ): Promise<ErrorAnswer>
  function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<AnswerOf<E>>
  async function call(
    endpoint: Endpoint,
    input: unknown,
    { as = own, key, on = app, language, expect = 200 }: CallOptions & { expect?: number } = {},
  ) {
    const rest = { ...(input as Record<string, unknown>) }
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest[name]
      delete rest[name]
      return encodeURIComponent(String(value))
    })
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const parts = inQuery ? { query: rest } : { body: rest }
    const headers = language === undefined ? undefined : { 'accept-language': language }
    const answer = await send(on, { method: endpoint.method, path, ...parts, key, headers, cookie: as.cookie })
    if (answer.status !== expect)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} instead of ${expect}: ${answer.text}`)
    return answer.body
  }
  return call
}

async function registerCompany(app: FastifyInstance, company_name: string): Promise<Session> {
  const email = `${randomUUID().slice(0, 12)}@example.com`
  const body = { company_name, name: 'Анна Петрова', email, password: TEST_PASSWORD }
  const path = accessCalls.register.path
  const answer = await send(app, { method: 'POST', path, body: { ...body, password_confirmation: TEST_PASSWORD } })
  return signedIn(answer, email)
}

function signedIn(answer: Answer, email: string): Session {
  if (answer.status !== 200 || !answer.cookie) throw new Error(`sign in: ${answer.status} ${answer.text}`)
  return { cookie: answer.cookie, email, user: answer.body as User }
}

/** A colleague with a role of these rights alone, made as an administrator does; signs in. */
async function addUser(app: FastifyInstance, of: Session, options: UserOptions): Promise<Session> {
  const { permissions = [], is_admin = false, locations = null, stocks = null, name = 'Иван Сидоров' } = options
  const call = caller(app, of)
  const email = `${randomUUID().slice(0, 12)}@example.com`
  const role = await call(roleCalls.create, { name: `Роль ${email}` })
  await call(roleCalls.save, { data: { [role.id]: statesOf(LINES, new Set(permissions)) } })
  const password = { password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD }
  const limits = { location_id: locations, stock_id: stocks }
  await call(userCalls.create, { name, email, role_id: role.id, is_admin, ...limits, ...password })
  const body = { email, password: TEST_PASSWORD }
  return signedIn(await send(app, { method: 'POST', path: accessCalls.login.path, body }), email)
}

/** Runs one statement as superuser, past row-level security. */
export type Sql = <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>

async function lettersIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.txt'))
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
}

/** Runs what waits in the queues, as the runner of a process does, until nothing is left; what fails is tried later. */
async function work(
  { url, webUrl }: TestDatabase,
  { dataDir, filesDir }: Pick<AppOptions, 'dataDir' | 'filesDir'>,
  jobs: readonly Job[],
): Promise<void> {
  const queues = openQueues(url)
  const database = openDatabase(webUrl, 1)
  const mailer = openMailer(null, dataDir, () => undefined)
  const publish = () => undefined
  const files = filesDir ? openFileStore(filesDir) : null
  const tools = { database, ownerUrl: url, mailer, secrets: openSecretBox(dataDir), backup: null, files, publish }
  try {
    for (const job of jobs) while (await takeNext(queues, job, tools, () => undefined));
  } finally {
    await Promise.all([queues.pool.end(), database.close()])
  }
}

export type Farm = Awaited<ReturnType<typeof openFarm>>

/** Opens a farm on a fresh database. Close it in `afterAll`. */
export async function openFarm(options: Partial<AppOptions> = {}) {
  const [database, dataDir] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'sadok-farm-'))])
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const fixed = {
    databaseUrl: database.webUrl,
    dataDir,
    webRoot: null,
    smtpUrl: null,
    baseUrl: null,
    logLevel: 'error',
  }
  const build = (more: Partial<AppOptions> = {}) => buildApp({ ...fixed, poolSize: 4, ...options, ...more })
  const apps = [await build()]
  const app = apps[0]!
  const sql: Sql = async (text, values) => (await admin.query(text, values)).rows
  const session = await registerCompany(app, 'Ферма «Север»')
  const call = caller(app, session)
  const today = session.user.now.slice(0, 10)
  type Raw = { as?: { cookie: string } | null; key?: string; on?: FastifyInstance; headers?: Record<string, string> }
  const raw =
    (method: 'GET' | 'POST') =>
    (path: string, content: unknown = {}, { as = session, key, on = app, headers }: Raw = {}) =>
      send(on, { method, path, [method === 'GET' ? 'query' : 'body']: content, key, headers, cookie: as?.cookie })
  return {
    app,
    database,
    /** of the farm's processes */
    dataDir,
    /** the first company's administrator */
    session,
    sql,
    call,
    /** under /api, without a contract; `as: null` has no session */
    get: raw('GET'),
    post: raw('POST'),
    ...factories(call),
    /** another company and its administrator */
    company: (name = 'Ферма «Юг»') => registerCompany(app, name),
    /** an application outside: its token */
    outsider: async ({ as = session }: { as?: Session } = {}) => {
      const { token, row } = newExternalUser(as.user.company.id, 'Датчик')
      await sql(
        `insert into external_users (company_id, name, token_hash, token_end) values ($1, $2, $3, $4)`,
        Object.values(row),
      )
      return token
    },
    /** sends a file with its fields, as a form */
    upload: (path: string, file: { name: string; bytes: Buffer }, body: object = {}, { as = session, key }: Raw = {}) =>
      send(app, { method: 'POST', path, file, body, key, cookie: as?.cookie }),
    user: ({ of = session, ...rest }: UserOptions = {}) => addUser(app, of, rest),
    /** another application process on the same database */
    process: async (more?: Partial<AppOptions>) => {
      const other = await build(more)
      apps.push(other)
      return other
    },
    /** runs what waits in the queues */
    work: (jobs: readonly Job[] = allJobs) => work(database, { dataDir, filesDir: options.filesDir }, jobs),
    /** runs a job of the clock as its moment has come: nothing waits of one that nobody has ordered */
    due: async (job: Job) => {
      await sql('delete from job_runs where job = $1', [job.name])
      await sql(`insert into pgboss.job (name, policy) values ($1, 'short')`, [job.name])
      await work(database, { dataDir, filesDir: options.filesDir }, [job])
      const failed = await sql(`select output from pgboss.job where name = $1 and state in ('retry', 'failed')`, [
        job.name,
      ])
      if (failed.length > 0) throw new Error(`${job.name} failed: ${JSON.stringify(failed)}`)
    },
    /** what was mailed, oldest first, once what was posted is sent */
    letters: async () => {
      await work(database, { dataDir }, [letters])
      return lettersIn(dataDir)
    },
    /** 'DD.MM.YYYY' by the company's clock when the farm was opened */
    today: () => showDay(today),
    daysAgo: (days: number) => showDay(addDays(today, -days)),
    close: async () => {
      await Promise.all(apps.map((one) => one.close()))
      await admin.end()
      await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })])
    },
  }
}
