import type { Drawn } from './picture'

/** What draws the picture. Texts, times, notes of cameras and the frames of a film are left behind. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs'])

/** Throws RangeError where the file ends too early. */
export function cleanPng(bytes: Buffer): Drawn {
  const kept = [bytes.subarray(0, 8)]
  let size: { width: number; height: number } | null = null
  let drawn = false
  for (let at = 8; ;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length || (size === null) !== (type === 'IHDR')) return null
    if (type === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end))
    drawn ||= type === 'IDAT'
    if (type === 'IEND') break
    at = end
  }
  return size && drawn ? { ...size, bytes: Buffer.concat(kept) } : null
}
