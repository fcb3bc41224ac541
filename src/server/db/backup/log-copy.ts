/**
 * The write-ahead log of a base, copied from the server's own folder: a file of it is stored whole when it is full, and
 * until then in parts as it grows. A slot keeps the server from reusing what is not copied yet.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Copy, LOG_STATE } from './copies'
import { type Position, readPosition, segmentName, writePosition } from './positions'
import { DamagedFile } from './sealed'
import { DRAFT, readStored, store, storeText } from './stored-file'

/** Part of a file of the log: which bytes of it; a whole one is named without them. */
interface Part {
  name: string
  segment: string
  from: number
  to: number
}

const PART = /^([\dA-F]{24})(?:\.([\da-f]{8})-([\da-f]{8}))?\.gz$/
const at = (offset: number) => offset.toString(16).padStart(8, '0')
const nameOf = (segment: string, from: number, to: number, whole: number) =>
  from === 0 && to === whole ? `${segment}.gz` : `${segment}.${at(from)}-${at(to)}.gz`

async function partsIn(folder: string, segmentBytes: number): Promise<Part[]> {
  const parts = (await readdir(folder)).flatMap((name): Part[] => {
    const [, segment, from, to] = PART.exec(name) ?? []
    if (segment === undefined) return []
    if (from === undefined || to === undefined) return [{ name, segment, from: 0, to: segmentBytes }]
    return [{ name, segment, from: parseInt(from, 16), to: parseInt(to, 16) }]
  })
  return parts.sort((one, other) => (one.name < other.name ? -1 : 1))
}

interface Place {
  number: bigint
  offset: number
}

function placeOf(position: Position, segmentBytes: number): Place {
  const size = BigInt(segmentBytes)
  return { number: position / size, offset: Number(position % size) }
}

/** Where the copy of the log goes on: behind what is stored without a gap. */
function nextPlace({ manifest }: Copy, parts: readonly Part[]): Place {
  const { timeline, segment_bytes: whole } = manifest
  let { number } = placeOf(readPosition(manifest.start), whole)
  const full = new Set(parts.filter(({ from, to }) => from === 0 && to === whole).map(({ segment }) => segment))
  while (full.has(segmentName(timeline, number, whole))) number++
  const name = segmentName(timeline, number, whole)
  let offset = 0
  for (const { segment, from, to } of parts) if (segment === name && from === offset) offset = to
  return { number, offset }
}

export interface LogSource {
  /** the server's folder of the log */
  folder: string
  /** what is written up to there is on its disk */
  until: Date
  position: Position
}

/** Copies the log of a base up to a position. */
export async function copyLog(copy: Copy, source: LogSource, key: Buffer | null): Promise<void> {
  const { timeline, segment_bytes: whole } = copy.manifest
  const end = placeOf(source.position, whole)
  for (const name of await readdir(copy.folder)) if (name.endsWith(DRAFT)) await rm(join(copy.folder, name))
  const parts = await partsIn(copy.folder, whole)
  let { number, offset } = nextPlace(copy, parts)
  for (; number <= end.number; number++, offset = 0) {
    const segment = segmentName(timeline, number, whole)
    const isFull = number < end.number
    const from = isFull ? 0 : offset
    const to = isFull ? whole : end.offset
    if (to > from) {
      const bytes = createReadStream(join(source.folder, segment), { start: from, end: to - 1 })
      await store(join(copy.folder, nameOf(segment, from, to, whole)), bytes, key)
    }
    // a whole one takes the place of its parts
    if (isFull)
      for (const part of parts) if (part.segment === segment) await rm(join(copy.folder, part.name), { force: true })
  }
  const state = { until: source.until.toISOString(), position: writePosition(source.position) }
  await storeText(join(copy.folder, LOG_STATE), JSON.stringify(state))
}

/** The first position that the server has to keep for the copies to come. */
export function neededFrom(position: Position, segmentBytes: number): string {
  const size = BigInt(segmentBytes)
  return writePosition((position / size) * size)
}

async function put(path: string, key: Buffer | null, target: FileHandle, from: number): Promise<void> {
  let at = from
  await readStored(path, key, async (content) => {
    for await (const chunk of content) {
      await target.write(chunk, 0, chunk.length, at)
      at += chunk.length
    }
  })
}

/** Puts the log of a copy where a server will replay it. Throws a DamagedFile that names the file. */
export async function unpackLog(copy: Copy, key: Buffer | null, folder: string): Promise<void> {
  const { timeline, segment_bytes: whole, start } = copy.manifest
  const parts = await partsIn(copy.folder, whole)
  const last = placeOf(readPosition(copy.log!.position), whole)
  for (let { number } = placeOf(readPosition(start), whole); number <= last.number; number++) {
    const segment = segmentName(timeline, number, whole)
    const needed = number === last.number ? last.offset : whole
    if (needed === 0) break
    const file = await open(join(folder, segment), 'w', 0o600)
    try {
      let end = 0
      const own = parts.filter((part) => part.segment === segment)
      const full = own.filter(({ from, to }) => from === 0 && to === whole)
      for (const part of full.length > 0 ? full : own) {
        if (part.from !== end) continue
        await put(join(copy.folder, part.name), key, file, part.from)
        end = part.to
      }
      if (end < needed) throw new DamagedFile(join(copy.folder, nameOf(segment, 0, whole, whole)))
      await file.truncate(whole)
    } finally {
      await file.close()
    }
  }
}
