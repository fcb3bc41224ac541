import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../testing/server'
import { startEmbeddedServer } from './embedded-server'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-crash-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A process that starts the database and writes numbers over four connections, printing each one once it is committed.
 */
function startWriter(round: number): ChildProcess {
  const script = join(folder, 'writer.mts')
  const path = (name: string): string => JSON.stringify(join(import.meta.dirname, name))
  writeFileSync(
    script,
    `import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    import { startEmbeddedServer } from ${path('embedded-server.ts')}
    const { url } = await startEmbeddedServer({ dataDir: ${JSON.stringify(folder)} })
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    pool.on('error', () => {})
    await pool.query('CREATE TABLE IF NOT EXISTS written (round int, n int, PRIMARY KEY (round, n))')
    let n = 0
    const write = async () => {
      for (;;) {
        const own = n++
        await pool.query('INSERT INTO written VALUES (${round}, $1)', [own])
        console.log(own)
      }
    }
    await Promise.allSettled([write(), write(), write(), write()])
    setInterval(() => {}, 1000)`,
  )
  return spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const WRITES = 20

async function writeUntilKilled(round: number, kill: (writer: ChildProcess) => void): Promise<number[]> {
  const writer = startWriter(round)
  let output = ''
  let killed = false
  writer.stdout!.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    // in the midst of writes, however long they take
    if (killed || output.split('\n').length <= WRITES + round * 7) return
    killed = true
    kill(writer)
  })
  await once(writer, 'close')
  // The last line may be cut off.
  return output.slice(0, output.lastIndexOf('\n')).split('\n').map(Number)
}

const killServer = (): void => {
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
}

test(
  'what was committed is there after kill -9 of app and database in the middle of writes',
  { timeout: 40_000 },
  async () => {
    const rounds = [
      (writer: ChildProcess) => void writer.kill('SIGKILL'),
      (writer: ChildProcess) => {
        killServer()
        writer.kill('SIGKILL')
      },
      (writer: ChildProcess) => {
        writer.kill('SIGKILL')
        killServer()
      },
    ]
    for (const [round, kill] of rounds.entries()) {
      const acknowledged = await writeUntilKilled(round, kill)
      expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES)
      const server = await startEmbeddedServer({ dataDir: folder })
      const { rows } = await query(server.url, (client) =>
        client.query<{ n: number }>('SELECT n FROM written WHERE round = $1', [round]),
      )
      await server.stop()
      const found = new Set(rows.map(({ n }) => n))
      expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
    }
  },
)
