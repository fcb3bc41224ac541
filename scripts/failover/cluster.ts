/**
 * Two PostgreSQL under Patroni, one etcd and one HAProxy on this machine, with the configuration of docs/deploy.md:
 * everything in one folder, on free ports, as ordinary processes of whoever calls it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PlainError } from '../../src/server/base/plain-error'
import { projectRoot } from '../../src/server/base/project-root'
import { freePort } from '../../src/server/db/embedded/free-port'

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`
const NEEDED = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' }

/** Fails with what is to be installed. */
export function requirePrograms(): void {
  const lacking = Object.entries(NEEDED).filter(([program]) => {
    try {
      execFileSync('which', [program], { env: { ...process.env, PATH }, stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  if (lacking.length > 0)
    throw new PlainError(`Нужны пакеты / packages needed: ${lacking.map(([, name]) => name).join(' ')}`)
  if (process.getuid?.() === 0)
    throw new PlainError(
      'PostgreSQL не запускается от root. / PostgreSQL does not run as root: use an ordinary account.',
    )
}

/** Asks again until it holds; `what` says what never came. */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 90): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new PlainError(`${seconds} s without ${what}`)
    await pause(100)
  }
}

const DOCUMENT = readFileSync(join(projectRoot, 'docs', 'deploy.md'), 'utf8')
const blockOf = (language: string, word: string): string =>
  [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))]
    .map(([, text]) => text!)
    .find((text) => text.includes(word))!

function replaced(text: string, changes: [string, string][]): string {
  return changes.reduce((left, [what, by]) => {
    if (!left.includes(what)) throw new Error(`docs/deploy.md has no ${what}`)
    return left.replaceAll(what, by)
  }, text)
}

const bins = () => execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', env: { ...process.env, PATH } }).trim()

/** Programs of the drill; the last one started ends first. */
export function openPrograms(folder: string) {
  const running: ChildProcess[] = []
  // whatever ends the drill, they do not stay
  process.once('exit', () => running.forEach((child) => child.kill('SIGTERM')))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const start = (name: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, PATH, ...env },
      stdio: ['ignore', log, log],
    })
    running.push(child)
    return child
  }
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(late)
  }
  const stop = async () => {
    for (const child of running.splice(0).reverse()) await end(child)
  }
  return { start, stop }
}
export type Programs = ReturnType<typeof openPrograms>

interface Member {
  name: string
  port: number
  rest: number
  folder: string
  program: ChildProcess
}

const is = async ({ rest }: Member, what: string) => (await fetch(`http://127.0.0.1:${rest}/${what}`)).ok

export interface Cluster {
  urlOf(user: string, password: string, database: string): string
  /** kill -9 of the primary's server and of its Patroni, as if the machine had died */
  killPrimary(): Promise<string>
  /** starts what was killed; done when it follows the new primary synchronously */
  bringBack(): Promise<void>
}

const PASSWORD = 'drill'

async function startMember(programs: Programs, place: string, name: string, etcd: number): Promise<Member> {
  const [port, rest, folder] = [await freePort(), await freePort(), join(place, name)]
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  const config = replaced(blockOf('yaml', 'synchronous_mode'), [
    ['name: db1', `name: ${name}`],
    ['10.0.0.11:8008', `127.0.0.1:${rest}`],
    ['10.0.0.11:5432', `127.0.0.1:${port}`],
    ['10.0.0.10:2379,10.0.0.11:2379,10.0.0.12:2379', `127.0.0.1:${etcd}`],
    ['/var/lib/postgresql/15/main', join(folder, 'data')],
    ['/usr/lib/postgresql/15/bin', bins()],
    ['/etc/patroni/pgpass', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ['hostssl', 'host'],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['…', PASSWORD],
    ['    ssl: true\n', ''],
    ['    ssl_cert_file: /etc/patroni/db.crt\n', ''],
    ['    ssl_key_file: /etc/patroni/db.key\n', ''],
  ])
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, config, { mode: 0o600 })
  return { name, port, rest, folder, program: programs.start(name, 'patroni', [file]) }
}

async function startEtcd(programs: Programs, place: string): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()]
  const [own, others] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const given = {
    name: 'drill',
    'data-dir': join(place, 'etcd'),
    'listen-client-urls': own,
    'advertise-client-urls': own,
    'listen-peer-urls': others,
    'initial-advertise-peer-urls': others,
    'initial-cluster': `drill=${others}`,
  }
  programs.start(
    'etcd',
    'etcd',
    Object.entries(given).map(([option, value]) => `--${option}=${value}`),
  )
  await until('etcd', async () => (await fetch(`${own}/health`)).ok)
  return client
}

/** HAProxy in front of both; the port at which the primary is. */
async function startProxy(programs: Programs, place: string, [one, other]: Member[]): Promise<number> {
  const port = await freePort()
  const config = replaced(blockOf('haproxy', 'listen sadok'), [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    ['10.0.0.11:5432 check port 8008', `127.0.0.1:${one!.port} check port ${one!.rest}`],
    ['10.0.0.12:5432 check port 8008', `127.0.0.1:${other!.port} check port ${other!.rest}`],
  ])
  const file = join(place, 'haproxy.cfg')
  writeFileSync(file, config)
  programs.start('haproxy', 'haproxy', ['-db', '-f', file])
  return port
}

async function leadsToPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  await client.end()
  return rows[0]!.standby === false
}

export async function startCluster(programs: Programs, place: string): Promise<Cluster> {
  const etcd = await startEtcd(programs, place)
  const first = await startMember(programs, place, 'db1', etcd)
  await until('a primary', () => is(first, 'primary'))
  const second = await startMember(programs, place, 'db2', etcd)
  await until('a synchronous standby', () => is(second, 'synchronous'))
  const members = [first, second]
  const port = await startProxy(programs, place, members)
  const urlOf = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  // until its checks have found out which of them is a standby it leads to both
  await until('HAProxy', async () => {
    const found = await Promise.all(
      Array.from({ length: 6 }, () => leadsToPrimary(urlOf('postgres', PASSWORD, 'postgres'))),
    )
    return found.every(Boolean)
  })
  let dead: Member | null = null
  return {
    urlOf,
    killPrimary: async () => {
      const roles = await Promise.all(members.map((member) => is(member, 'primary')))
      dead = members[roles.indexOf(true)]!
      const postmaster = Number(readFileSync(join(dead.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      dead.program.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      return dead.name
    },
    bringBack: async () => {
      const back = dead!
      programs.start(back.name, 'patroni', [join(back.folder, 'patroni.yml')])
      await until('the old primary as a synchronous standby', () => is(back, 'synchronous'))
    },
  }
}

/** The roles and the database of the README. */
export async function makeRoles(cluster: Cluster): Promise<{ web: string; owner: string }> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres', PASSWORD, 'postgres') })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`create role sadok_app nologin; create role sadok_owner login password '${PASSWORD}';
    create role sadok_web login password '${PASSWORD}'; grant sadok_app to sadok_owner, sadok_web`)
  await client.query('create database sadok owner sadok_owner')
  await client.end()
  return {
    web: cluster.urlOf('sadok_web', PASSWORD, 'sadok'),
    owner: cluster.urlOf('sadok_owner', PASSWORD, 'sadok'),
  }
}
