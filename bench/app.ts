/**
 * The application as users run it: built for production, in a process of its own, called over HTTP with kept-alive
 * connections.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { projectRoot } from '../src/server/base/project-root'
import { freePort } from '../src/server/db/embedded/free-port'

export interface Answer {
  status: number
  ms: number
  text: string
  cookie: string | null
}

export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>
type Upload = (path: string, fields: object, file: { name: string; bytes: Buffer }) => Promise<Answer>

export interface App {
  /** a form with its fields and one file */
  upload: Upload
  send: Send
  /** for a browser: the origin, and the session cookie */
  origin: string
  cookie: string
  /** megabytes: current, and peak since the start */
  memory(): { now: number; most: number }
  /** processor time of the process so far, milliseconds */
  cpu(): number
  stop(): Promise<void>
}

export function build(): void {
  const { status } = spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

const BOUNDARY = 'the-boundary'

/** A form as a browser packs it. */
function formOf(fields: object, { name, bytes }: { name: string; bytes: Buffer }): Buffer {
  const part = (head: string, body: string | Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    typeof body === 'string' ? Buffer.from(body) : body,
    Buffer.from('\r\n'),
  ]
  return Buffer.concat([
    ...Object.entries(fields).flatMap(([key, value]) => part(`name="${key}"`, String(value))),
    ...part(`name="file"; filename="${name}"\r\nContent-Type: application/octet-stream`, bytes),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}

interface Reply {
  status: number
  head: string
  body: Buffer
}

/** Reads one answer, whose length is told. */
function receive(socket: Socket): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let head = ''
    let missing = 0
    const done = (reply: Reply) => {
      socket.off('data', take).off('close', lost)
      resolve(reply)
    }
    const lost = () => reject(new Error('the connection was lost'))
    const take = (part: Buffer) => {
      if (head === '') {
        // the head comes in one piece
        const end = part.indexOf('\r\n\r\n')
        head = part.toString('latin1', 0, end)
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        part = part.subarray(end + 4)
      }
      parts.push(part)
      missing -= part.length
      if (missing <= 0) done({ status: Number(head.slice(9, 12)), head, body: Buffer.concat(parts) })
    }
    socket.on('data', take).once('close', lost)
  })
}

/**
 * Kept-alive connections with one request at a time on each: a client that leaves most of the shared machine to what is
 * measured.
 */
function sender(port: number): { send: Send; upload: Upload; signIn(cookie: string): void; close(): void } {
  const open = new Set<Socket>()
  let idle: Socket[] = []
  let session = ''
  const dial = () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => (idle = idle.filter((one) => one !== socket)))
    open.add(socket)
    return socket
  }
  const ask = async (method: string, path: string, payload: string | Buffer = ''): Promise<Answer> => {
    const start = performance.now()
    const socket = idle.pop() ?? dial()
    const type = typeof payload === 'string' ? 'application/json' : `multipart/form-data; boundary=${BOUNDARY}`
    const lines = [`${method} /api${path} HTTP/1.1`, 'host: 127.0.0.1', `cookie: ${session}`]
    if (method !== 'GET') lines.push(`idempotency-key: ${randomUUID()}`)
    if (payload.length > 0) lines.push(`content-type: ${type}`)
    lines.push(`content-length: ${Buffer.byteLength(payload)}`, '\r\n')
    const head = lines.join('\r\n')
    socket.write(typeof payload === 'string' ? head + payload : Buffer.concat([Buffer.from(head), payload]))
    const reply = await receive(socket)
    const ms = performance.now() - start
    idle.push(socket)
    const cookie = /set-cookie: ([^;]*)/i.exec(reply.head)?.[1] ?? null
    return { status: reply.status, ms, text: reply.body.toString(), cookie }
  }
  const send: Send = (method, path, body) => ask(method, path, body === undefined ? undefined : JSON.stringify(body))
  const upload: Upload = (path, fields, file) => ask('POST', path, formOf(fields, file))
  return {
    send,
    upload,
    signIn: (cookie) => (session = cookie),
    close: () => open.forEach((socket) => socket.destroy()),
  }
}

/** Resident memory from /proc; zero on systems without it. */
function memoryOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)![1]) / 1024)
    return { now: read('VmRSS'), most: read('VmHWM') }
  } catch {
    return { now: 0, most: 0 }
  }
}

/** User and system time, in the hundredths of a second that every Linux counts in. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

async function answers(send: Send, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; ;) {
    const up = await send('GET', '/health').catch(() => null)
    if (up?.status === 200) return
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the application did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * The same flags as `npm start`: requests leave little garbage, so 8 MB of young generation are enough where Node takes
 * 16 for each half.
 */
const AS_STARTED = '--max-old-space-size=512 --max-semi-space-size=8'

/** Starts dist/server on a database and signs in. */
export async function startApp(databaseUrl: string, email: string, password: string): Promise<App> {
  const port = Number(process.env['BENCH_PORT']) || (await freePort())
  const main = join(projectRoot, 'dist', 'server', 'main.server.js')
  const flags = (process.env['BENCH_NODE_FLAGS'] ?? AS_STARTED).split(' ').filter(Boolean)
  const child = spawn(process.execPath, [...flags, main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      PORT: String(port),
      // one person asks here for a whole farm
      RATE_LIMIT: '0',
      DAILY_ROWS: '0',
      DAILY_MEGABYTES: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { send, upload, signIn, close } = sender(port)
  const stop = () =>
    new Promise<void>((resolve) => {
      close()
      if (child.exitCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  try {
    await answers(send, child)
    const login = await send('POST', '/login', { email, password })
    if (!login.cookie) throw new Error(`sign in: ${login.status} ${login.text}`)
    signIn(login.cookie)
    const at = { origin: `http://127.0.0.1:${port}`, cookie: login.cookie }
    return { ...at, send, upload, memory: () => memoryOf(child.pid!), cpu: () => cpuOf(child.pid!), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
