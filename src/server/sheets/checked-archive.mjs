/**
 * Reads a .zip file from a stranger so that all readers see the same. Some readers follow the directory at the end,
 * others read from the front and find entries that no directory lists. So the entries must follow each other without
 * gaps from the first byte to the directory, and the next reader gets a new archive of the unpacked entries.
 */
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

const MAX_ENTRIES = 500
const MAX_UNPACKED = 100_000_000
const [LOCAL, ENTRY_SIZE, END_SIZE] = [0x04034b50, 46, 22]
const SIZES_FOLLOW = 8
/** Data that may follow an entry: an optional signature, a check sum, and two sizes of four or eight bytes. */
const FOLLOWING = [12, 16, 20, 24]

export const fail = (why) => {
  throw new Error(why)
}

/** The entries of the directory, in order. */
async function readDirectory(zip) {
  if (zip.entryCount > MAX_ENTRIES) fail('too many entries')
  const entries = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
}

const sizeOf = (entry) => ENTRY_SIZE + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
/** The offset of the directory. Only its end record and that record's comment may follow it. */
const startOfDirectory = (bytes, zip, entries) =>
  entries.reduce((start, entry) => start - sizeOf(entry), bytes.length - END_SIZE - zip.comment.length)

/** How many bytes lie between an entry and what follows it: the next entry, or the directory. */
function followingSizes(bytes, end, directory) {
  const isNext = (at) => at === directory || (at + 4 <= directory && bytes.readUInt32LE(at) === LOCAL)
  return FOLLOWING.find((size) => isNext(end + size)) ?? 0
}

async function readEntries(bytes) {
  // names stay as they are: no file is written under them
  const zip = await fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true })
  const entries = await readDirectory(zip)
  const directory = startOfDirectory(bytes, zip, entries)
  const plain = new Map()
  let [left, at] = [MAX_UNPACKED, 0]
  for (const entry of entries) {
    if (entry.relativeOffsetOfLocalHeader !== at) fail('more than it lists')
    const header = await zip.readLocalFileHeaderPromise(entry)
    const sameName = header.fileName.equals(entry.fileNameRaw)
    if (!sameName || header.compressionMethod !== entry.compressionMethod) fail('two names')
    const name = entry.fileNameRaw.toString()
    if (plain.has(name)) fail('one name twice')
    left -= entry.uncompressedSize
    if (left < 0) fail('too large')
    plain.set(name, await buffer(await zip.openReadStreamPromise(entry)))
    at = header.fileDataStart + entry.compressedSize
    if (entry.generalPurposeBitFlag & SIZES_FOLLOW) at += followingSizes(bytes, at, directory)
  }
  if (at !== directory) fail('more than it lists')
  return plain
}

/** The content of each entry by name. Throws when the archive holds anything that its directory does not list. */
export const checkedEntries = (bytes) => readEntries(bytes).catch(({ message }) => fail(`broken archive: ${message}`))

/** A new archive of entries by name. */
export function packed(entries) {
  const zip = new ZipFile()
  for (const [name, plain] of entries) zip.addBuffer(plain, name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
