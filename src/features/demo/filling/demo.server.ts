/**
 * The demo farm of a server: whether it is wanted, its filling beside the calls, what visitors are told of it. The
 * password in the README is only for a farm that is on this machine and reachable from it alone.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { openDatabase } from '../../../server/db/client'
import { companyIds } from '../../../server/db/companies'
import { closeDemoLogin, DEMO_EMAIL, DEMO_PASSWORD, readDemoLogin } from '../../../server/db/demo-login'
import { whileAlone, withClient } from '../../../server/db/migrate'
import type { DemoState } from '../../../server/http/route'
import { startThread } from '../../../server/base/program-thread'

export interface FillingOrder {
  ownerUrl: string
  password: string
}

/** What the thread tells. */
export interface Filled {
  percent?: number
  line?: string
}

interface Wanted {
  /** the database is empty, or a filling was cut short */
  fill: boolean
  /** its sign-in is shown to everybody */
  shown: boolean
  ownerUrl: string
  log(line: string): void
}

export interface Demo {
  state(): DemoState
  /** once calls are answered */
  start(): void
  stop(): Promise<void>
}

/** Whether there is no company yet. */
export async function isEmpty(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, 1)
  try {
    return (await companyIds(database).next()).done === true
  } finally {
    await database.close()
  }
}

/** Notes an empty database as one to be filled, before anybody can register, and takes the note away when it is. */
async function isWanted(ownerUrl: string): Promise<boolean> {
  const there = (await readDemoLogin(ownerUrl)) !== 'none'
  const empty = !there && (await isEmpty(ownerUrl))
  return withClient(ownerUrl, async (client) => {
    if (there) await client.query('delete from demo_filling')
    if (empty) await client.query('insert into demo_filling default values on conflict do nothing')
    return (await client.query('select from demo_filling')).rowCount === 1
  })
}

/** Opens what `demo` asks for: nothing, or a farm for this machine alone (`own`), or one with a password of its own. */
export async function openDemo(
  { demo, own }: { demo: boolean; own: boolean },
  ownerUrl: string,
  log: (line: string) => void,
): Promise<Demo> {
  if (!own && (await closeDemoLogin(ownerUrl))) log(CLOSED_PASSWORD)
  const fill = demo && (await isWanted(ownerUrl))
  const there = demo && own && (await readDemoLogin(ownerUrl)) === 'published'
  return demoOf({ fill, shown: own, ownerUrl, log }, there)
}

/** Fills it in a thread; true when it was this process that did. */
async function fillInThread(of: Filling): Promise<boolean> {
  const { ownerUrl, log } = of.wanted
  return whileAlone(ownerUrl, async () => {
    if (of.stopped || !(await isWanted(ownerUrl))) return false
    log('Заполнение демонстрационного хозяйства… / Filling the demo farm…')
    const order: FillingOrder = { ownerUrl, password: of.password }
    of.thread = startThread('features/demo/filling/demo-thread.server', order)
    of.thread.on('message', ({ line, percent }: Filled) => {
      if (line) log(line)
      if (percent !== undefined) of.state = told(of.wanted, percent)
    })
    await once(of.thread, 'exit')
    await isWanted(ownerUrl)
    return true
  })
}

async function fill(of: Filling): Promise<void> {
  const filled = await fillInThread(of)
  const login = await readDemoLogin(of.wanted.ownerUrl)
  of.state = { demo: of.wanted.shown && login === 'published' }
  if (filled && login !== 'none') tell(of.wanted, of.password)
}

interface Filling {
  wanted: Wanted
  password: string
  state: DemoState
  thread?: Worker
  stopped: boolean
}

const told = ({ shown }: Wanted, percent: number): DemoState => ({
  demo: false,
  ...(shown && { demo_filling: percent }),
})

function demoOf(wanted: Wanted, there: boolean): Demo {
  const password = wanted.shown ? DEMO_PASSWORD : randomBytes(9).toString('base64url')
  const state = wanted.fill ? told(wanted, 0) : { demo: there }
  const of: Filling = { wanted, password, state, stopped: false }
  let filling = Promise.resolve()
  const failed = (error: unknown) => {
    of.state = { demo: false }
    if (!of.stopped) console.error(error)
  }
  return {
    state: () => of.state,
    start: () => {
      if (wanted.fill) filling = fill(of).catch(failed)
      else if (there) tell(wanted, password)
    },
    stop: async () => {
      of.stopped = true
      await of.thread?.terminate()
      await filling
    },
  }
}

const tell = ({ shown, log }: Wanted, password: string) =>
  log(`Вход / sign in: ${DEMO_EMAIL}, ${password}${shown ? '' : ' (показан один раз / shown once)'}`)

const CLOSED_PASSWORD = `Внимание: пароль ${DEMO_EMAIL} знают все, поэтому он больше не действует. Задайте другой: «Забыли пароль?» на странице входа.
Warning: everybody knows the password of ${DEMO_EMAIL}, so it is closed. Set another: "Forgot your password?" on the sign-in page.`
