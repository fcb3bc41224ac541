/**
 * Reads the first sheet of an .xlsx file in a thread of its own, as plain JavaScript, so that it runs the same from the
 * sources, the tests and the build. What unpacks to more than it should, or holds formulas or macros, is not read at all. Posts
 * rows by the hundred, at most so many, then 'end'.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'

const MAX_ENTRIES = 500
const MAX_UNPACKED = 100_000_000
const BATCH = 250
const [END_OF_DIRECTORY, DIRECTORY_ENTRY] = [0x06054b50, 0x02014b50]
const [STORED, DEFLATED] = [0, 8]

const fail = (why) => {
  throw new Error(why)
}

/** Name → what is needed to unpack it, from the directory at the archive's end. */
function* entriesOf(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END_OF_DIRECTORY) fail('no archive')
  const count = zip.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) fail('too many entries')
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) fail('broken directory')
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const [packed, unpacked] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const local = zip.readUInt32LE(at + 42)
    if (flags & 1) fail('encrypted')
    yield { name: zip.toString('utf8', at + 46, at + 46 + name), method, packed, unpacked, local }
    at += 46 + name + extra + comment
  }
}

/** Programs that come along: Visual Basic, sheets of Excel 4 macros, embedded objects. Nothing here would run them. */
const PROGRAMS = /vbaProject|macrosheets\/|activeX\/|embeddings\//i

/** Unpacks within what is left of the allowance; what an entry says of its size must be true. */
function unpack(zip, { method, packed, unpacked, local }, allowance) {
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const bytes = zip.subarray(start, start + packed)
  if (bytes.length < packed || unpacked > allowance) fail('larger than it says')
  if (method === STORED) return bytes
  if (method !== DEFLATED) fail('unknown method')
  const plain = inflateRawSync(bytes, { maxOutputLength: Math.max(1, allowance) })
  if (plain.length !== unpacked) fail('larger than it says')
  return plain
}

/** Every entry is unpacked once before anything else trusts the archive. */
function unpackAll(zip) {
  const files = new Map()
  let left = MAX_UNPACKED
  for (const entry of entriesOf(zip)) {
    if (PROGRAMS.test(entry.name)) fail('macros')
    const plain = unpack(zip, entry, left)
    left -= plain.length
    if (/\.(xml|rels)$/.test(entry.name)) files.set(entry.name, plain)
  }
  return files
}

const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** Where the first sheet of the workbook lies. */
function firstSheet(files) {
  const workbook = files.get('xl/workbook.xml')?.toString() ?? fail('no workbook')
  const id = attribute(/<(?:\w+:)?sheet\s[^>]*>/.exec(workbook)?.[0] ?? '', 'r:id')
  const links = files.get('xl/_rels/workbook.xml.rels')?.toString() ?? ''
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].find(([tag]) => attribute(tag, 'Id') === id)
  const target = link && attribute(link[0], 'Target')
  if (!target) fail('no sheet')
  return files.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`) ?? fail('no sheet')
}

/** A formula, or a cell that shows #DIV/0! and the like. */
const COMPUTED = /<(?:\w+:)?f[\s>/]|<(?:\w+:)?c\s[^>]*\bt="e"/
/** Excel has a million rows and a bit; one that says it lies beyond would be reached through as many empty ones. */
const LAST_ROW = 1_048_576
const isFar = ([, row]) => Number(row) > LAST_ROW

/** A moment as 'YYYY-MM-DDTHH:mm', a time of day alone as 'HH:mm': Excel keeps it as a part of its day zero. */
function cellOf(value) {
  if (!(value instanceof Date)) return value
  const text = new Date(value.getTime() + 500).toISOString()
  return value.getUTCFullYear() < 1950 ? text.slice(11, 16) : text.slice(0, 16)
}

const zip = Buffer.from(workerData.bytes)
const files = unpackAll(zip)
const sheet = firstSheet(files).toString('latin1')
if (COMPUTED.test(sheet)) fail('formula')
if ([...sheet.matchAll(/<(?:\w+:)?row\s[^>]*?\br="(\d{7,})"/g)].some(isFar)) fail('too far')
files.clear()
const rows = (await readSheet(zip)).slice(0, workerData.most)
for (let at = 0; at < rows.length; at += BATCH)
  parentPort.postMessage(rows.slice(at, at + BATCH).map((row) => row.map(cellOf)))
parentPort.postMessage('end')
