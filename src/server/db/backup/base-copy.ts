/** A base: the whole database, the keys that its folder has beside it, and a manifest that is written last. */
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupSource } from '../embedded/backup-source'
import { KEPT_FILES } from '../embedded/swap'
import { streamBase } from './base-stream'
import { BASE_FILE, type BackupSettings, type Copy, draftOf, idOf, KEYS_FILE, MANIFEST, type Manifest } from './copies'
import { readPosition } from './positions'
import { markOf } from './sealed'
import { readStored, store, storeText, syncFolder } from './stored-file'

async function readKept(dataDir: string): Promise<string> {
  const texts = await Promise.all(
    KEPT_FILES.map((name) =>
      readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    ),
  )
  return JSON.stringify(Object.fromEntries(KEPT_FILES.map((name, index) => [name, texts[index]])))
}

/** The file's name → its text, null for one that there was not. */
export async function openKept(copy: Copy, key: Buffer | null): Promise<Record<string, string | null>> {
  let text = ''
  await readStored(join(copy.folder, KEYS_FILE), key, async (content) => {
    for await (const chunk of content) text += chunk.toString()
  })
  return JSON.parse(text) as Record<string, string | null>
}

const storeKept = async ({ dataDir }: BackupSource, folder: string, key: Buffer | null) =>
  store(join(folder, KEYS_FILE), Readable.from([Buffer.from(await readKept(dataDir))]), key)

/** Tells how many bytes of the database are read. */
type OnBytes = (bytes: number) => void

/** What is needed besides the base's own position. */
export interface ServerFacts {
  version: string
  segmentBytes: number
}

/** Makes a base; it is complete once this resolves, but useless before its log is copied. */
export async function copyBase(
  source: BackupSource,
  { folder: parent, key }: BackupSettings,
  begun: Date,
  { version, segmentBytes }: ServerFacts,
  onBytes: OnBytes = () => undefined,
): Promise<Copy> {
  const id = idOf(begun)
  const draft = join(parent, draftOf(id))
  await mkdir(draft, { mode: 0o700 })
  try {
    const { archive, span } = streamBase(source.url, id)
    let read = 0
    archive.on('data', (chunk: Buffer) => onBytes((read += chunk.length)))
    const base = await store(join(draft, BASE_FILE), archive, key)
    const { start, stop, timeline } = await span
    await storeKept(source, draft, key)
    const manifest: Manifest = {
      format: 1,
      started_at: begun.toISOString(),
      finished_at: new Date().toISOString(),
      start,
      stop,
      timeline,
      segment_bytes: segmentBytes,
      server_version: version,
      key_mark: key && markOf(key),
      base,
    }
    await storeText(join(draft, MANIFEST), JSON.stringify(manifest, null, 2))
    const folder = join(parent, id)
    await rename(draft, folder)
    await syncFolder(parent)
    return { id, folder, manifest, log: null }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Whether the log copied so far reaches the end of the base, before which nothing can be brought back. */
export const isUsable = ({ manifest, log }: Copy): boolean =>
  log !== null && readPosition(log.position) >= readPosition(manifest.stop)
