/** Something that stands between a device and the server and now and then answers in its name: a portal, a proxy. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ANSWER_HEADER, KEY_HEADER } from '../src/shared/contract'

/** What stands on an answer of the server, for those that a test gives in its place. */
export const OURS = { [ANSWER_HEADER]: '1', [KEY_HEADER]: 'new' }

/**
 * `lost`: the server stores it, its answer never comes back (a browser may then ask again by itself). `half`: the
 * answer is cut in the middle.
 */
export type Answer = 'through' | 'lost' | 'half' | 'portal' | 'redirect' | 401 | 403 | 404 | 409 | 422 | 500 | 503

export interface OnTheWay {
  address: string
  /** the answers to the writes under a path that come next, in order; then all go through */
  next(path: string, answers: readonly Answer[]): void
  /** how many of them are still to come */
  left(): number
  close(): Promise<void>
}

type Passed = 'through' | 'lost' | 'half'

const PAGE = '<!doctype html><title>Вход в сеть</title><h1>Введите номер телефона</h1>'

function answerItself(how: Exclude<Answer, Passed>, response: ServerResponse): void {
  if (how === 'redirect') return void response.writeHead(302, { location: '/login' }).end()
  const type = { 'content-type': 'text/html; charset=utf-8' }
  response.writeHead(how === 'portal' ? 200 : how, type).end(PAGE)
}

/** Hands a call on to the server, and its answer back: whole, cut in the middle, or not at all. */
function pass(target: URL, how: Passed, incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = target
  const { method, url: path, headers } = incoming
  const onward = request({ hostname, port, method, path, headers }, (answer) => {
    if (how === 'through') {
      response.writeHead(answer.statusCode!, answer.headers)
      return void answer.pipe(response)
    }
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => {
      if (how === 'lost') return void response.destroy()
      const whole = Buffer.concat(chunks)
      response.writeHead(answer.statusCode!, { ...answer.headers, 'content-length': whole.length })
      response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy())
    })
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

export async function openOnTheWay(target: string): Promise<OnTheWay> {
  let queue: Answer[] = []
  let under = ''

  const howFor = ({ method = '', url = '' }: IncomingMessage): Answer => {
    const writes = method !== 'GET' && url.startsWith(under) && !url.endsWith('/preview')
    return writes ? (queue.shift() ?? 'through') : 'through'
  }

  const server = createServer((incoming, response) => {
    const how = howFor(incoming)
    if (how === 'through' || how === 'lost' || how === 'half') return pass(new URL(target), how, incoming, response)
    incoming.resume().on('end', () => answerItself(how, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (path, answers) => {
      under = `/api${path}`
      queue = [...answers]
    },
    left: () => queue.length,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
