/** Two servers of a test's own, where this machine has the programs: a primary, and a replica that streams from it. */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/db/embedded/free-port'
import { onServer, query, withDatabase } from './server'

const DEBIAN = '/usr/lib/postgresql'
const BIN = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_basebackup')))
  : undefined

/** Why there is no pair here; false where there is. */
export const noPair = BIN ? false : 'there is no pg_basebackup here'

/** PostgreSQL does not run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(join(BIN!, program), args, {
    ...NOBODY,
    cwd: tmpdir(),
    encoding: 'utf8',
    // the server keeps what it was started with
    stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

function start(folder: string, port: number): void {
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=32MB`
  run('pg_ctl', 'start', '-w', '-D', folder, '-l', `${folder}.log`, '-o', options)
}

const stop = (folder: string) => run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', folder)

/** Both on a database with all tables, as the application connects. */
export async function openPair() {
  const folder = mkdtempSync(join(tmpdir(), 'sadok-pair-'))
  if (NOBODY.uid) chownSync(folder, NOBODY.uid, NOBODY.gid)
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')]
  const [port, other] = [await freePort(), await freePort()]
  const at = (where: number) => `postgres://postgres@127.0.0.1:${where}/postgres`
  run('initdb', '-D', primary, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8')
  start(primary, port)
  const { webUrl, template } = await onServer(at(port), async () => undefined)
  run('pg_basebackup', ...['-D', replica, '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-R', '-c', 'fast'])
  start(replica, other)
  const url = withDatabase(webUrl, template)
  const elsewhere = new URL(url)
  elsewhere.port = String(other)
  const onReplica = (text: string) => query(at(other), async (client) => (await client.query(text)).rows)
  let running = true
  return {
    url,
    replicaUrl: elsewhere.href,
    /** it goes on to answer, with what it has */
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    stopReplica: () => {
      running = false
      stop(replica)
    },
    close: () => {
      if (running) stop(replica)
      stop(primary)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
