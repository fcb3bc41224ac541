/** Debian's nginx with the configuration of docs/deploy.md, as an ordinary process of the test. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../src/server/db/embedded/free-port'

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`
const runs = (program: string, flag: string) =>
  spawnSync(program, [flag], { env: { ...process.env, PATH } }).status === 0

/** Why the tests behind nginx cannot run here, or null. */
export const withoutNginx = !runs('nginx', '-v')
  ? 'there is no nginx here'
  : !runs('openssl', 'version')
    ? 'there is no openssl here'
    : null

const DOCUMENT = readFileSync('docs/deploy.md', 'utf8')
const CONFIGURATION = /^```nginx\n([^]*?)^```$/m.exec(DOCUMENT)![1]!

function replaced(text: string, changes: [string | RegExp, string][]): string {
  return changes.reduce((left, [what, by]) => {
    const done = left.replaceAll(what, by)
    if (done === left) throw new Error(`docs/deploy.md has no ${String(what)}`)
    return done
  }, text)
}

export interface Site {
  /** https://localhost:… */
  address: string
  /** http://localhost:… */
  plain: string
  certificate: string
  /** what nginx has written of the requests so far */
  log(): string
  /** starts nginx in front of two applications */
  start(ports: [number, number]): Promise<void>
  stop(): Promise<void>
}

const LOG = 'access.log'

/** A certificate and two free ports in a folder; nginx starts when the applications have. */
export async function prepareSite(folder: string): Promise<Site> {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const [https, http] = [await freePort(), await freePort()]
  let nginx: ChildProcess | null = null
  const address = `https://localhost:${https}`
  return {
    address,
    plain: `http://localhost:${http}`,
    certificate: readFileSync(certificate, 'utf8'),
    log: () => readFileSync(join(folder, LOG), 'utf8'),
    start: async ([one, other]) => {
      const servers = replaced(CONFIGURATION, [
        ['/etc/letsencrypt/live/farm.example/', `${folder}/`],
        ['/var/log/nginx/sadok.log', join(folder, LOG)],
        ['https://farm.example', address],
        ['server_name farm.example', 'server_name localhost'],
        ['listen 443', `listen 127.0.0.1:${https}`],
        ['listen 80', `listen 127.0.0.1:${http}`],
        ['127.0.0.1:3000', `127.0.0.1:${one}`],
        ['127.0.0.1:3001', `127.0.0.1:${other}`],
      ])
      nginx = startNginx(folder, servers)
      await isOpen(https, nginx)
    },
    stop: async () => {
      if (!nginx || nginx.exitCode !== null) return
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

function startNginx(folder: string, servers: string): ChildProcess {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  mkdirSync(join(folder, 'nginx'))
  const lines = scratch.map((name) => `${name}_temp_path ${folder}/nginx/${name};`).join('\n')
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 256; }
http { access_log off; ${lines}
${servers} }`,
  )
  return spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', file], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Until it takes connections; fails when it ends before. */
async function isOpen(port: number, nginx: ChildProcess): Promise<void> {
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => setTimeout(() => resolve(false), 50))
    })
    socket.destroy()
    if (open) return
  }
}
