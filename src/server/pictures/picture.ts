/**
 * Pictures that people send: known by their first bytes, measured by their header, and put together anew from the parts
 * that draw them. What a file holds beside those (place, camera, texts, a second file behind the end) is left behind.
 */
import { say, type Phrase } from '../../shared/say'
import { cleanJpeg } from './jpeg'
import { cleanPng } from './png'
import { cleanWebp } from './webp'

export interface Picture {
  type: 'image/jpeg' | 'image/png' | 'image/webp'
  /** px */
  width: number
  height: number
  bytes: Buffer
}

/** What a format's reader finds: null where the file is broken or cut off. */
export type Drawn = Pick<Picture, 'width' | 'height' | 'bytes'> | null

/** A small file may unpack to more than a phone has memory for. */
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 20_000

interface Format {
  type: Picture['type']
  is(bytes: Buffer): boolean
  clean(bytes: Buffer): Drawn
}

const FORMATS: Format[] = [
  { type: 'image/jpeg', is: (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff, clean: cleanJpeg },
  { type: 'image/png', is: (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n', clean: cleanPng },
  {
    type: 'image/webp',
    is: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    clean: cleanWebp,
  },
]

/** The picture without what it tells besides, or why it is none. */
export function cleanPicture(bytes: Buffer): Picture | Phrase {
  const format = bytes.length > 12 ? FORMATS.find(({ is }) => is(bytes)) : undefined
  if (!format) return 'Это не фотография: нужен файл JPEG, PNG или WebP.'
  const drawn = read(() => format.clean(bytes))
  if (!drawn) return 'Фотография повреждена или передана не до конца.'
  const { width, height } = drawn
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    return say('Фотография слишком велика: {{width}} × {{height}} точек, а нужно не больше {{most}} млн.', {
      width,
      height,
      most: MAX_PIXELS / 1_000_000,
    })
  return width > 0 && height > 0 ? { type: format.type, ...drawn } : 'Фотография повреждена или передана не до конца.'
}

/** Reading behind the end of a file throws. */
function read(clean: () => Drawn): Drawn {
  try {
    return clean()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
