/** Files on their way in (a form with fields and one file) and out (an attachment). */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/client'
import type { FileAnswer, Upload } from './route'

/** The size of a form without its file. */
const FORM_BYTES = 100_000
const MAX_FIELDS = 20

export const acceptForms = (app: FastifyInstance) =>
  app.register(multipart, { limits: { files: 1, fields: MAX_FIELDS, fieldSize: 10_000, headerPairs: 50 } })

/**
 * Reads a form: its fields become the body, its file is the result. Null when there is no file or it has more than
 * `most` bytes; a form whose Content-Length says so is not read at all.
 */
export async function receiveFile(request: FastifyRequest, most: number): Promise<Upload | null> {
  if (!request.isMultipart() || Number(request.headers['content-length']) > most + FORM_BYTES) return null
  const fields: Record<string, unknown> = {}
  let file: Upload | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: most } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else file = { name: part.filename, bytes: await part.toBuffer() }
    }
  } catch {
    // the file is too large or cut off, or this is no form at all
    return null
  }
  request.body = fields
  // a repeated request is recognised by this
  const sum = createHash('sha256').update(file?.bytes ?? '')
  request.bodyText = `${JSON.stringify(fields)}${sum.digest('hex')}`
  return file
}

/** Whoever takes nothing of a stream for so long is gone. */
const STALLED_MS = 120_000

export async function sendFile(
  reply: FastifyReply,
  { name, type, bytes, inline }: FileAnswer,
  database: Database,
): Promise<void> {
  const content = typeof bytes === 'function' ? await bytes(database) : bytes
  reply
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(content)
  if (!(content instanceof Readable)) return
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  // one that broke off has been noted by Fastify
  await finished(reply.raw).catch(() => undefined)
}
