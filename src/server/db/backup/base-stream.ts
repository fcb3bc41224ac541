/** The whole database as PostgreSQL itself copies it while it is written to, as one archive. */
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'

/** Between which positions of the log a base was made: it is consistent once the log up to the second is replayed. */
export interface BaseSpan {
  start: string
  stop: string
  timeline: number
}

interface CopyData {
  chunk: Buffer
}
interface Wire {
  stream: { pause(): void; resume(): void }
}
type Sets = { rows: Record<string, string>[] }[]

const NEW_ARCHIVE = 'n'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

/**
 * Each message begins with a letter that says what it is. A slow disk holds the server back, not the memory of this
 * process.
 */
function receive(archive: PassThrough) {
  let archives = 0
  let waiting = false
  return ({ chunk }: CopyData, { stream }: Wire) => {
    if (chunk[0] === NEW_ARCHIVE && ++archives > 1)
      archive.destroy(new Error('a database with tablespaces of its own is not copied'))
    if (chunk[0] !== DATA || archive.destroyed) return
    // the reader of the protocol uses its buffer again
    if (archive.write(Buffer.from(chunk.subarray(1))) || waiting) return
    waiting = true
    stream.pause()
    archive.once('drain', () => {
      waiting = false
      stream.resume()
    })
  }
}

export function streamBase(url: string, label: string): { archive: Readable; span: Promise<BaseSpan> } {
  const archive = new PassThrough({ highWaterMark: 4 << 20 })
  const client = new pg.Client({ connectionString: url, replication: 'true' } as pg.ClientConfig)
  client.on('error', (error) => archive.destroy(error))
  // nobody reads on, a full disk for one: the server need not send the rest
  archive.once('close', () => void (archive.writableFinished || client.end().catch(() => undefined)))
  const command = `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAIT false)`
  const run = async (): Promise<BaseSpan> => {
    await client.connect()
    try {
      const sets = await new Promise<Sets>((resolve, reject) => {
        const done = (error: Error | null, results: Sets) => (error ? reject(error) : resolve(results))
        const query = new pg.Query(command, done as never)
        client.query(Object.assign(query, { handleCopyData: receive(archive) }))
      })
      const [first, last] = [sets[0]!.rows[0]!, sets.findLast(({ rows }) => 'recptr' in (rows[0] ?? {}))!.rows[0]!]
      archive.end()
      return { start: first['recptr']!, stop: last['recptr']!, timeline: Number(first['tli']) }
    } finally {
      await client.end()
    }
  }
  const span = run().catch((error: Error) => {
    archive.destroy(error)
    throw error
  })
  // whoever reads the archive hears of it there
  span.catch(() => undefined)
  return { archive, span }
}
