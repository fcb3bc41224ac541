/** Connections that hold the server for nothing. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A browser's spare connection that never asked anything would hold the server's closing. */
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
 * Whoever asked and takes nothing of the answer holds its memory. One that waits for an answer in the making is left.
 */
export function dropStuckSockets(app: FastifyInstance, ms = TAKES_NOTHING_MS): void {
  app.server.setTimeout(ms, (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}
