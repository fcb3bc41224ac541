/** Requests as no client of good manners writes them, bytes on a socket, and a site to send them to. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { cookieName } from '../../server/session'
import { openFarm } from '../farm/farm'

export interface RawAnswer {
  status: number
  /** one that came several times has its values with commas */
  headers: Record<string, string>
  text: string
}

function read(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const one of lines) {
    const [name = '', value = ''] = one.split(/:\s*(.*)/s)
    const key = name.toLowerCase()
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  return { status: Number(line.split(' ')[1] ?? 0), headers, text: body.join('\r\n\r\n') }
}

/**
 * Sends the text to a listening application and reads until it closes; with `enough` the first bytes will do, as of a
 * stream. Status 0 when it closed without a word.
 */
function sendRaw(app: FastifyInstance, request: string, enough = false): Promise<RawAnswer> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const done = () => resolve(read(answer))
    socket.on('error', done)
    socket.on('close', done)
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString()
      if (enough) socket.destroy()
    })
    socket.write(request)
  })
}

/** 'GET /api/user', headers line by line, after which the connection is closed. */
export const ask = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'host: farm.local', ...headers, 'connection: close', '', ''].join('\r\n')

/** What lies in files beside the pages, and in a hidden one among them. */
export const SECRET = 'what lies beside the pages'
export const PAGE = '<!doctype html><title>Садок</title>'

export type Site = Awaited<ReturnType<typeof openSite>>

/** A farm whose application listens and serves a page. */
export async function openSite() {
  const folder = mkdtempSync(join(tmpdir(), 'sadok-web-'))
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
  for (const path of ['secret.txt', 'web-other.txt', 'web/.env']) writeFileSync(join(folder, path), SECRET)
  writeFileSync(join(folder, 'web', 'index.html'), PAGE)
  writeFileSync(join(folder, 'web', 'assets', 'page.js'), 'export {}')
  const farm = await openFarm({ logLevel: 'silent' })
  const app = await farm.process({ webRoot: join(folder, 'web') })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const raw = (request: string, enough = false) => sendRaw(app, request, enough)
  return {
    farm,
    app,
    raw,
    /** JSON */
    post: (path: string, body: string, ...headers: string[]) =>
      raw(
        ask(
          `POST ${path}`,
          'content-type: application/json',
          `content-length: ${Buffer.byteLength(body)}`,
          ...headers,
        ) + body,
      ),
    /** the header with the session of the farm's administrator */
    cookie: `cookie: ${cookieName({ protocol: 'http' })}=${farm.session.cookie}`,
    close: async () => {
      await farm.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
