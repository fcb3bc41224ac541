/**
 * Files of a copy, encrypted: AES-256-GCM in frames, so that nothing of a file is used before it is known to be whole.
 * Each file has a key of its own, made of BACKUP_KEY and a salt that the file begins with; a frame is numbered, and the
 * last one says so, so that none can be left out, moved or cut off.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const MAGIC = Buffer.from('SADOKCP1')
const SALT_BYTES = 16
const FRAME_BYTES = 256 * 1024
const LENGTH_BYTES = 4
const TAG_BYTES = 16
/** in the length of a frame: it is the last */
const LAST = 0x8000_0000

/** A file that is cut off, changed or sealed with another key. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>

const derive = (key: Buffer, salt: Buffer, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, use, bytes))

/** Tells one key from another and reveals nothing of it. */
export const markOf = (key: Buffer): string => derive(key, Buffer.alloc(0), 'sadok copy: mark', 8).toString('hex')

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(frame, 6, 6)
  return nonce
}

/** Regroups bytes into pieces of one size, each told whether it is the last; there is always one. */
async function* framesOf(source: Bytes): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let parts: Buffer[] = []
  let size = 0
  for await (let chunk of source) {
    while (size + chunk.length > FRAME_BYTES) {
      const taken = FRAME_BYTES - size
      yield { bytes: Buffer.concat([...parts, chunk.subarray(0, taken)]), last: false }
      chunk = chunk.subarray(taken)
      parts = []
      size = 0
    }
    parts.push(chunk)
    size += chunk.length
  }
  yield { bytes: Buffer.concat(parts), last: true }
}

/** For a pipeline: seals what passes. */
export const sealing = (key: Buffer) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const own = derive(key, salt, 'sadok copy: file', 32)
    yield Buffer.concat([MAGIC, salt])
    let frame = 0
    for await (const { bytes, last } of framesOf(source)) {
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE((bytes.length | (last ? LAST : 0)) >>> 0)
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(frame++)).setAAD(length)
      yield Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  }

/** Hands out bytes in the pieces that are asked for. */
export function openReader(source: Bytes) {
  const chunks = (
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  ) as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  /** up to so many bytes; none at the end */
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) return rest
      rest = value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }
  /** so many bytes; fewer only at the end */
  const exactly = async (bytes: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let missing = bytes; missing > 0;) {
      const part = await some(missing)
      if (part.length === 0) break
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }
  return { some, exactly }
}

function openFrame(key: Buffer, frame: number, length: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame))
  decipher.setAAD(length).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new DamagedFile('a frame was changed')
  }
}

/** For a pipeline: opens what `sealing` made. */
export const opening = (key: Buffer) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    const { exactly } = openReader(source)
    const header = await exactly(MAGIC.length + SALT_BYTES)
    if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new DamagedFile('no sealed file')
    const own = derive(key, header.subarray(MAGIC.length), 'sadok copy: file', 32)
    for (let frame = 0; ; frame++) {
      const length = await exactly(LENGTH_BYTES)
      const said = length.length === LENGTH_BYTES ? length.readUInt32BE() : LAST
      const size = (said & ~LAST) >>> 0
      if (size > FRAME_BYTES) throw new DamagedFile('a frame is too long')
      const sealed = await exactly(size + TAG_BYTES)
      if (length.length < LENGTH_BYTES || sealed.length < size + TAG_BYTES) throw new DamagedFile('the file is cut off')
      yield openFrame(own, frame, length, sealed)
      if (said >= LAST) break
    }
    if ((await exactly(1)).length > 0) throw new DamagedFile('bytes after the end')
  }
