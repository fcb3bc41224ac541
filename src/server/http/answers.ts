/** What every answer carries, whoever makes it: a route, a file, a refusal, or the reader of requests itself. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { ANSWER_HEADER } from '../../shared/contract'
import { CSP } from './csp'

type Next = (error?: Error) => void
/** Sets the headers, then goes on. */
export type Protect = (request: FastifyRequest, reply: FastifyReply, done: Next) => void

/** Kept by nobody, unless whoever answers says otherwise, as of a file: the page itself caches for its person. */
const NOT_KEPT = 'no-store'
/** The moment at which an answer was begun: all that was stored before may stand in it. */
const ours = () => String(Date.now())

export function openProtection(encrypted: boolean): Protect {
  const protect = helmet({
    contentSecurityPolicy: CSP,
    strictTransportSecurity: encrypted,
    xFrameOptions: { action: 'deny' },
  })
  return (request, reply, done) => {
    reply.header('cache-control', NOT_KEPT)
    // on the socket's own answer: a stream bypasses the reply
    reply.raw.setHeader(ANSWER_HEADER, ours())
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined))
  }
}

export const protectAnswers = (app: FastifyInstance, protect: Protect): void =>
  void app.addHook('onRequest', (request, reply, done) => protect(request, reply, done))

const UNREADABLE: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Слишком длинные заголовки запроса.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Запрос шёл слишком долго.'],
}
const BROKEN: [string, string] = ['400 Bad Request', 'Запрос не прочитан: проверьте его вид.']

/**
 * What is no HTTP never becomes a request, so no hook sees it: the answer is written as it stands, and it is the last.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = UNREADABLE[error.code ?? ''] ?? BROKEN
  const body = JSON.stringify({ message })
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `cache-control: ${NOT_KEPT}`,
    `${ANSWER_HEADER}: ${ours()}`,
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}
