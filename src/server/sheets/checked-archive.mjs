/**
 * A .zip file that a stranger sent, as what was checked of it and nothing else. Readers of archives differ: some follow
 * the directory at the end, some go from the front and meet what is in no directory. So the entries have to lie without
 * gaps from the first byte to the directory, and whoever reads on gets a new archive of the entries that were unpacked.
 */
import { inflateRawSync } from 'node:zlib'

const MAX_ENTRIES = 500
const MAX_UNPACKED = 100_000_000
const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [LOCAL_SIZE, ENTRY_SIZE, END_SIZE] = [30, 46, 22]
const [STORED, DEFLATED] = [0, 8]
const [ENCRYPTED, SIZES_FOLLOW] = [1, 8]
/** Sizes that follow an entry: a signature that may be left out, a check sum, and two sizes of four or eight bytes. */
const FOLLOWING = [12, 16, 20, 24]

export const fail = (why) => {
  throw new Error(why)
}

/** Where the directory begins and ends, and how many entries it has. Nothing stands behind it but its comment. */
function findDirectory(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + END_SIZE > zip.length) fail('no archive')
  const [count, size, start] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)]
  if (count > MAX_ENTRIES) fail('too many entries')
  if (start + size !== end || end + END_SIZE + zip.readUInt16LE(end + 20) !== zip.length) fail('more than it lists')
  return { start, end, count }
}

/** What the directory says, in the order of the entries. */
function readDirectory(zip, { start, end, count }) {
  const entries = []
  let at = start
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_SIZE > end || zip.readUInt32LE(at) !== ENTRY) fail('broken directory')
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const [sum, packed, unpacked] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [named, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    if (flags & ENCRYPTED) fail('encrypted')
    const name = zip.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + named)
    entries.push({ name, flags, method, sum, packed, unpacked, local: zip.readUInt32LE(at + 42) })
    at += ENTRY_SIZE + named + extra + comment
  }
  if (at !== end) fail('broken directory')
  return entries.sort((a, b) => a.local - b.local)
}

/** The packed bytes of an entry and where they end. In front of them stands its name once more, and it is the same. */
function bytesOf(zip, { name, method, packed, local }) {
  if (local + LOCAL_SIZE > zip.length || zip.readUInt32LE(local) !== LOCAL) fail('broken entry')
  const named = local + LOCAL_SIZE
  const nameEnd = named + zip.readUInt16LE(local + 26)
  if (zip.toString('utf8', named, nameEnd) !== name || zip.readUInt16LE(local + 8) !== method) fail('two names')
  const start = nameEnd + zip.readUInt16LE(local + 28)
  const bytes = zip.subarray(start, start + packed)
  if (bytes.length < packed) fail('larger than it says')
  return { bytes, end: start + packed }
}

/** Unpacks within what is left of the allowance; what an entry says of its size must be true. */
function unpack(bytes, { method, unpacked }, allowance) {
  if (unpacked > allowance) fail('too large')
  if (method !== STORED && method !== DEFLATED) fail('unknown method')
  const plain = method === STORED ? bytes : inflateRawSync(bytes, { maxOutputLength: Math.max(1, unpacked) })
  if (plain.length !== unpacked) fail('larger than it says')
  return plain
}

/** Every entry as { name, method, sum, bytes, plain }. Throws for an archive that holds anything it does not list. */
export function checkedEntries(zip) {
  const directory = findDirectory(zip)
  const names = new Set()
  let [left, at] = [MAX_UNPACKED, 0]
  const entries = readDirectory(zip, directory).map((entry) => {
    if (entry.local !== at) fail('more than it lists')
    if (names.has(entry.name)) fail('one name twice')
    names.add(entry.name)
    const { bytes, end } = bytesOf(zip, entry)
    const plain = unpack(bytes, entry, left)
    left -= plain.length
    at = end + (entry.flags & SIZES_FOLLOW ? followingSizes(zip, end, directory.start) : 0)
    return { ...entry, bytes, plain }
  })
  if (at !== directory.start) fail('more than it lists')
  return entries
}

/** How many bytes stand between an entry and what comes next: the next entry, or the directory. */
function followingSizes(zip, end, directory) {
  const isNext = (at) => at === directory || (at + 4 <= directory && zip.readUInt32LE(at) === LOCAL)
  return FOLLOWING.find((size) => isNext(end + size)) ?? 0
}

function header(signature, size, fields) {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(signature)
  for (const [at, width, value] of fields) bytes.writeUIntLE(value, at, width)
  return bytes
}

/** What both headers of an entry say of it, from its method on. */
const described = ({ method, sum, bytes, plain }, name, at) => [
  [at, 2, method],
  [at + 6, 4, sum],
  [at + 10, 4, bytes.length],
  [at + 14, 4, plain.length],
  [at + 18, 2, name.length],
]

/** A new archive of these entries, as they were packed. */
export function packed(entries) {
  const parts = []
  const directory = []
  let [at, size] = [0, 0]
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    parts.push(header(LOCAL, LOCAL_SIZE, [[4, 2, 20], ...described(entry, name, 8)]), name, entry.bytes)
    directory.push(
      header(ENTRY, ENTRY_SIZE, [[4, 2, 20], [6, 2, 20], ...described(entry, name, 10), [42, 4, at]]),
      name,
    )
    at += LOCAL_SIZE + name.length + entry.bytes.length
    size += ENTRY_SIZE + name.length
  }
  const count = entries.length
  const end = header(END, END_SIZE, [
    [8, 2, count],
    [10, 2, count],
    [12, 4, size],
    [16, 4, at],
  ])
  return Buffer.concat([...parts, ...directory, end])
}
