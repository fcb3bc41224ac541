import type { Drawn } from './picture'

const END = 0xd9
const SCAN = 0xda
/** Frames that browsers draw: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Tables of Huffman codes and quantization, restart interval. */
const TABLES = [0xc4, 0xdb, 0xdd]

const startsWith = (segment: Buffer, text: string) => segment.toString('latin1', 4, 4 + text.length) === text

/** JFIF, the colour profile and Adobe's note on colours draw the picture; other notes of applications tell of it. */
const isDrawn = (marker: number, segment: Buffer): boolean =>
  FRAMES.includes(marker) ||
  TABLES.includes(marker) ||
  marker === SCAN ||
  (marker === 0xe0 && startsWith(segment, 'JFIF\0')) ||
  (marker === 0xe2 && startsWith(segment, 'ICC_PROFILE\0')) ||
  (marker === 0xee && startsWith(segment, 'Adobe'))

/** The end of the coded data that begins at `from`: the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('no end')
}

/** 1 to 8: how the camera was held; 1 when the file does not say. */
function orientationOf(segment: Buffer): number {
  if (!startsWith(segment, 'Exif\0\0')) return 1
  const tiff = segment.subarray(10)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < word(first); entry++) {
    const at = first + 2 + entry * 12
    if (word(at) === 0x0112) return word(at + 8)
  }
  return 1
}

/** An Exif segment that says this and nothing else. */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 34]),
    Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'),
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ])

function orientationIn(segment: Buffer): number {
  try {
    const found = orientationOf(segment)
    return found >= 1 && found <= 8 ? found : 1
  } catch {
    // a broken note is as good as none
    return 1
  }
}

/** Keeps what draws the picture and which side is up. Throws RangeError where the file ends too early. */
export function cleanJpeg(bytes: Buffer): Drawn {
  const kept: Buffer[] = []
  let size: { width: number; height: number } | null = null
  let orientation = 1
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    // a marker may be filled up with any number of these
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) break
    const length = bytes.readUInt16BE(at + 2)
    const data = at + 2 + length
    if (length < 2 || data > bytes.length) return null
    const end = marker === SCAN ? endOfScan(bytes, data) : data
    const segment = bytes.subarray(at, end)
    if (FRAMES.includes(marker)) {
      if (size) return null
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    }
    if (marker === 0xe1 && orientation === 1) orientation = orientationIn(segment)
    if (isDrawn(marker, segment)) kept.push(segment)
    at = end
  }
  if (!size || !kept.some((segment) => segment[1] === SCAN)) return null
  const up = orientation === 1 ? [] : [orientationSegment(orientation)]
  return { ...size, bytes: Buffer.concat([bytes.subarray(0, 2), ...up, ...kept, Buffer.from([0xff, END])]) }
}
