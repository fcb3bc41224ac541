/** Unpacks the archives that PostgreSQL makes of a database folder: files and folders, names of up to 100 bytes. */
import { mkdir, open } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { DamagedFile, openReader } from './sealed'

const BLOCK = 512
const padded = (size: number) => Math.ceil(size / BLOCK) * BLOCK

interface Entry {
  name: string
  size: number
  kind: string
}

const textIn = (header: Buffer, from: number, to: number) => {
  const field = header.subarray(from, to)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end)
}

/** Octal digits, or a number in base 256 for what they cannot hold. */
const sizeIn = (header: Buffer) =>
  (header[124]! & 0x80) !== 0
    ? Number(header.readBigUInt64BE(128))
    : parseInt(textIn(header, 124, 136).trim() || '0', 8)

function readHeader(header: Buffer): Entry {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (parseInt(textIn(header, 148, 156), 8) !== sum) throw new DamagedFile('no header of an archive')
  return { name: textIn(header, 0, 100), size: sizeIn(header), kind: String.fromCharCode(header[156]!) }
}

function placeOf(folder: string, name: string): string {
  const path = join(folder, name)
  const within = relative(folder, path)
  if (within === '..' || within.startsWith(`..${sep}`)) throw new DamagedFile('a name leads out of the folder')
  return path
}

/** Reads one archive into an empty folder. */
export async function unpack(source: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const { some, exactly } = openReader(source)
  for (;;) {
    const header = await exactly(BLOCK)
    // the two blocks of zeros at the end may be left out
    if (header.length === 0) return
    if (header.every((byte) => byte === 0)) continue
    if (header.length < BLOCK) throw new DamagedFile('the archive is cut off')
    const { name, size, kind } = readHeader(header)
    const path = placeOf(folder, name)
    if (kind === '5') await mkdir(path, { recursive: true, mode: 0o700 })
    else if (kind === '0' || kind === '\0') await write(path, size, some)
    else throw new DamagedFile(`an entry of the kind ${kind}`)
    await exactly(padded(size) - size)
  }
}

async function write(path: string, size: number, some: (most: number) => Promise<Buffer>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for (let left = size; left > 0;) {
      const chunk = await some(left)
      if (chunk.length === 0) throw new DamagedFile('the archive is cut off')
      await file.write(chunk)
      left -= chunk.length
    }
  } finally {
    await file.close()
  }
}
