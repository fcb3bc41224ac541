/** Headers of every answer, whoever makes it: a route, a static file, a refusal or the HTTP parser. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { ANSWER_HEADER } from '../../shared/contract'
import { CSP } from './csp'

type Next = (error?: Error) => void
/** Sets the headers, then goes on. */
export type Protect = (request: FastifyRequest, reply: FastifyReply, done: Next) => void

/**
 * Nothing caches an answer unless its handler says otherwise, as for static files. The page has its own cache for each
 * person.
 */
const NOT_KEPT = 'no-store'
/** The moment an answer was begun: it reflects everything committed before. */
const ours = () => String(Date.now())

export function openProtection(encrypted: boolean): Protect {
  const protect = helmet({
    contentSecurityPolicy: CSP,
    strictTransportSecurity: encrypted,
    xFrameOptions: { action: 'deny' },
  })
  return (request, reply, done) => {
    reply.header('cache-control', NOT_KEPT)
    // set on the socket's own response: a stream bypasses the reply
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

/** Answers what is not valid HTTP. No hook sees it, so the answer is written to the socket, which is then closed. */
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
