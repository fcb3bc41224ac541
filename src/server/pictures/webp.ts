import type { Drawn } from './picture'

const KEPT = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'])
/** Flags of a canvas that promise what is left behind: notes of a camera, XMP, a film. */
const LEFT_BEHIND = 0x08 | 0x04 | 0x02

type Size = { width: number; height: number }

const SIZES: Record<string, (data: Buffer) => Size | null> = {
  'VP8 ': (data) =>
    data.readUIntBE(3, 3) === 0x9d012a
      ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
      : null,
  VP8L: (data) => {
    if (data.readUInt8(0) !== 0x2f) return null
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
}

/** A canvas may be larger than the picture on it: the larger of both counts. */
const canvasOf = (data: Buffer): Size => ({ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 })

function keptChunk(type: string, chunk: Buffer): Buffer {
  if (type !== 'VP8X') return chunk
  const copy = Buffer.from(chunk)
  copy[8] = copy.readUInt8(8) & ~LEFT_BEHIND
  return copy
}

/** Throws RangeError where the file ends too early. A film is no photograph: it has no picture of its own. */
export function cleanWebp(bytes: Buffer): Drawn {
  const all = 8 + bytes.readUInt32LE(4)
  if (all > bytes.length) return null
  const kept: Buffer[] = []
  let canvas: Size = { width: 0, height: 0 }
  let picture: Size | null = null
  for (let at = 12; at < all;) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    // an odd chunk is followed by a zero
    const end = at + 8 + length + (length % 2)
    if (end > bytes.length) return null
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (type === 'VP8X') canvas = canvasOf(data)
    if (SIZES[type]) {
      if (picture) return null
      picture = SIZES[type](data)
      if (!picture) return null
    }
    if (KEPT.has(type)) kept.push(keptChunk(type, bytes.subarray(at, end)))
    at = end
  }
  if (!picture) return null
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  const size = { width: Math.max(canvas.width, picture.width), height: Math.max(canvas.height, picture.height) }
  return { ...size, bytes: Buffer.concat([head, body]) }
}
