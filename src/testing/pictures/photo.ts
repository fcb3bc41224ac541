/** Small pictures for tests, and a photograph of a stored operation. */
import { deflateSync, crc32 } from 'node:zlib'
import { photoCalls } from '../../core/documents/photos/photos.contract'
import { send, type Session } from '../session'
import type { Farm } from '../farm/farm'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A picture of one grey; `more` are further chunks, `said` the size that its header claims. */
export function pngOf(width: number, height: number, more: [string, Buffer][] = [], said = { width, height }): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  head.writeUInt32BE(said.width)
  head.writeUInt32BE(said.height, 4)
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 0))
  const parts: [string, Buffer][] = [['IHDR', head], ...more, ['IDAT', rows], ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([PNG, ...parts.map(([type, data]) => chunk(type, data))])
}

/** Answers its id. */
export async function addPhoto(farm: Pick<Farm, 'app'>, { cookie }: Session, operation: number): Promise<number> {
  const path = photoCalls.add.path.replace('{id}', String(operation))
  const file = { name: 'photo.png', bytes: pngOf(8, 6) }
  const answer = await send(farm.app, { method: 'POST', path, file, body: {}, cookie })
  if (answer.status !== 200) throw new Error(`photo: ${answer.status} ${answer.text}`)
  return (answer.body as { id: number }).id
}
