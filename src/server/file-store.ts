/** Large files outside the database, in the folder of FILES_DIR: `<company>/<sum of the content>`. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FileStore {
  /** Whole or not at all. The same content is the same file. */
  write(company: number, sum: string, bytes: Buffer): Promise<void>
  /** null when it is not there, as in a database that came back from a copy without its files */
  read(company: number, sum: string): Promise<Buffer | null>
  /** ids of companies with a folder */
  companies(): Promise<number[]>
  /** Takes away what is not `kept`, unless it is so young that its row may not be stored yet. */
  sweep(company: number, kept: ReadonlySet<string>, youngMs: number): Promise<void>
}

const missing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const listed = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (missing(error)) return []
    throw error
  })

export function openFileStore(folder: string): FileStore {
  const folderOf = (company: number) => join(folder, String(company))
  return {
    write: async (company, sum, bytes) => {
      const own = folderOf(company)
      await mkdir(own, { recursive: true, mode: 0o700 })
      const fresh = join(own, `${randomUUID()}.part`)
      await writeFile(fresh, bytes, { mode: 0o600, flush: true })
      await rename(fresh, join(own, sum))
    },
    read: (company, sum) =>
      readFile(join(folderOf(company), sum)).catch((error: unknown) => {
        if (missing(error)) return null
        throw error
      }),
    companies: async () => (await listed(folder)).filter((name) => /^\d{1,9}$/.test(name)).map(Number),
    sweep: async (company, kept, youngMs) => {
      for (const name of await listed(folderOf(company))) {
        if (kept.has(name)) continue
        const path = join(folderOf(company), name)
        const { mtimeMs } = await stat(path)
        if (mtimeMs < Date.now() - youngMs) await unlink(path)
      }
    },
  }
}
