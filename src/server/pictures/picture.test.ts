import { expect, test } from 'vitest'
import { pngOf } from '../../testing/pictures/photo'
import { cleanPicture, type Picture } from './picture'

const latin = (text: string) => Buffer.from(text, 'latin1')
const PLACE = 'GPSLatitude 61.78'

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A note of a camera: which side is up, and where it was. */
const exif = (orientation: number) =>
  Buffer.concat([
    latin('Exif\0\0II*\0\b\0\0\0'),
    Buffer.from([2, 0]),
    Buffer.from([0x0f, 0x01, 2, 0, 4, 0, 0, 0, 65, 66, 67, 0]),
    Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]),
    Buffer.from([0, 0, 0, 0]),
    latin(PLACE),
  ])

const frame = (width: number, height: number) => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(0xc0, data)
}

interface Shot {
  width?: number
  height?: number
  orientation?: number
  scan?: number[]
}

const jpegOf = ({ width = 40, height = 30, orientation = 1, scan = [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4] }: Shot = {}) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    segment(0xe1, exif(orientation)),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${PLACE}</x:xmpmeta>`)),
    segment(0xed, latin(`Photoshop 3.0\0${PLACE}`)),
    segment(0xe2, latin('ICC_PROFILE\0\x01\x01sRGB')),
    segment(0xe2, latin(`MPF\0${PLACE}`)),
    segment(0xfe, latin(`comment ${PLACE}`)),
    segment(0xdb, Buffer.alloc(65)),
    frame(width, height),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from(scan),
    Buffer.from([0xff, 0xd9]),
  ])

const riff = (chunks: [string, Buffer][]) => {
  const body = Buffer.concat(
    chunks.map(([type, data]) => {
      const head = Buffer.alloc(8)
      head.write(type, 'latin1')
      head.writeUInt32LE(data.length, 4)
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }),
  )
  const head = latin('RIFF\0\0\0\0WEBP')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

const vp8 = (width: number, height: number) => {
  const data = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 7, 7])
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return data
}
const canvas = (flags: number) => Buffer.from([flags, 0, 0, 0, 39, 0, 0, 29, 0, 0])
const webpOf = (width = 40, height = 30) =>
  riff([
    ['VP8X', canvas(0x2c)],
    ['ICCP', latin('sRGB!')],
    ['VP8 ', vp8(width, height)],
    ['EXIF', latin(PLACE)],
    ['XMP ', latin(PLACE)],
  ])

const pngShot = (said?: { width: number; height: number }) =>
  pngOf(
    40,
    30,
    [
      ['eXIf', exif(6)],
      ['tEXt', latin(`Comment\0${PLACE}`)],
      ['zTXt', latin(`c\0\0${PLACE}`)],
      ['iTXt', latin(`XML:com.adobe.xmp\0${PLACE}`)],
      ['tIME', Buffer.alloc(7)],
      ['gAMA', Buffer.from([0, 0, 0xb1, 0x8f])],
    ],
    said,
  )

const clean = (bytes: Buffer) => cleanPicture(bytes) as Picture
const SHOTS: [string, Buffer, string][] = [
  ['JPEG', jpegOf(), 'image/jpeg'],
  ['PNG', pngShot(), 'image/png'],
  ['WebP', webpOf(), 'image/webp'],
]

test.each(SHOTS)('%s is drawn as before and tells nothing of place, camera and person', (_, bytes, type) => {
  expect(bytes.includes(PLACE)).toBe(true)
  const picture = clean(bytes)
  expect([picture.type, picture.width, picture.height]).toEqual([type, 40, 30])
  expect(picture.bytes.includes(PLACE)).toBe(false)
  expect(/Exif|EXIF|XMP|xmp|Photoshop|MPF|Comment|comment/.test(picture.bytes.toString('latin1'))).toBe(false)
  expect(clean(picture.bytes).bytes).toEqual(picture.bytes)
})

test('a colour profile, a gamma and the coded picture stay', () => {
  const jpeg = clean(jpegOf()).bytes
  expect(jpeg.includes('ICC_PROFILE\0\x01\x01sRGB')).toBe(true)
  expect(jpeg.includes(Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd9]))).toBe(true)
  expect(clean(pngShot()).bytes.includes('gAMA')).toBe(true)
  const webp = clean(webpOf()).bytes
  expect(webp.includes('ICCP')).toBe(true)
  // the canvas no longer promises notes of a camera and XMP; the profile and the alpha channel it does
  expect(webp[20]).toBe(0x20)
})

test('which side is up stays, and nothing else of the camera’s note', () => {
  const { bytes } = clean(jpegOf({ orientation: 6 }))
  expect(bytes.includes('ABC')).toBe(false)
  expect(bytes.subarray(2, 38)).toEqual(
    segment(0xe1, Buffer.concat([latin('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0')])),
  )
  expect(clean(bytes).bytes).toEqual(bytes)
})

test.each(SHOTS)('%s loses a second file behind its end', (_, bytes) => {
  const script = '<script>alert(1)</script>'
  expect(clean(Buffer.concat([bytes, latin(script)])).bytes).toEqual(clean(bytes).bytes)
})

test('a progressive JPEG keeps all its scans', () => {
  const scan = [1, 0xff, 0xc4, 0, 4, 9, 9, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 5, 5]
  expect(clean(jpegOf({ scan })).bytes.includes(Buffer.from(scan))).toBe(true)
})

const NONE = 'Это не фотография: нужен файл JPEG, PNG или WebP.'
test.each([
  ['a text under another name', latin('Мёртвая рыба, садок 7. '.repeat(20))],
  ['a page', latin('<!doctype html><html><body></body></html>')],
  ['a drawing', latin('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['a film', latin('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
  ['nothing', Buffer.alloc(0)],
  ['three bytes', Buffer.from([0xff, 0xd8, 0xff])],
])('%s is no photograph', (_, bytes) => expect(cleanPicture(bytes)).toBe(NONE))

const BROKEN = 'Фотография повреждена или передана не до конца.'
test.each(SHOTS)('%s that is cut off anywhere is refused', (_, bytes) => {
  const found = new Set<unknown>()
  for (let end = 13; end < bytes.length; end++) found.add(cleanPicture(bytes.subarray(0, end)))
  expect([...found]).toEqual([BROKEN])
})

test.each(SHOTS)('%s with any byte changed is a photograph or refused, and never a fault', (_, bytes) => {
  for (let at = 0; at < bytes.length; at++)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const copy = Buffer.from(bytes)
      copy[at] = value
      const told = cleanPicture(copy)
      expect(typeof told === 'string' || 'bytes' in told || 'key' in told).toBe(true)
    }
})

test.each([
  ['JPEG', jpegOf({ width: 60_000, height: 60_000 })],
  ['PNG', pngShot({ width: 100_000, height: 100_000 })],
  ['WebP', webpOf(16_000, 16_000)],
  ['a narrow PNG', pngShot({ width: 1, height: 2_000_000 })],
])('%s of too many points is refused by its header', (_, bytes) =>
  expect(JSON.stringify(cleanPicture(bytes))).toContain('Фотография слишком велика'),
)

test('a picture of no points is none', () => {
  expect(cleanPicture(jpegOf({ width: 0 }))).toBe(BROKEN)
  expect(cleanPicture(riff([['VP8X', canvas(0)]]))).toBe(BROKEN)
})
