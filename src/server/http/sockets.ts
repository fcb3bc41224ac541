/** Closes connections that would hold the server for nothing. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers open spare connections; one that never sent a request would delay the server's closing. */
export function dropSilentSockets(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => open.forEach((socket) => socket.bytesRead === 0 && socket.destroy()))
}

const TAKES_NOTHING_MS = 60_000

/**
 * Closes connections whose client does not read its answer, which holds memory. One that waits for an answer in
 * progress stays.
 */
export function dropStuckSockets(app: FastifyInstance, ms = TAKES_NOTHING_MS): void {
  app.server.setTimeout(ms, (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}
