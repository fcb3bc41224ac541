/**
 * POST /mcp: the Model Context Protocol for an application outside that is switched on as an assistant. Nothing is kept
 * between two requests. The library is loaded by the first of them, because few installations have one.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallError, forbidden, foreignSite } from '../../server/errors'
import type { CallLimit } from '../../server/http/limits/limits'
import type { Route, Services } from '../../server/http/route'
import { languageOf } from '../../server/language'
import { admit, noteRefusal } from '../../server/outside/admission'
import { answering, type Answering } from './answering.server'

interface McpOptions {
  routes: readonly Route[]
  services: Services
  version: string
  limit: CallLimit
}

const OFF =
  'Этому приложению не разрешено работать помощником: администратор включает это на странице «Внешние приложения».'

/** Names of hosts that no stranger can give their own page by a name server. */
const OWN_HOST = /^(localhost|\[[\da-f:]+\]|\d+\.\d+\.\d+\.\d+)$/i

/**
 * No page calls it, so whatever names an origin has to name ours. Without BASE_URL a name proves nothing: a stranger's
 * may lead here.
 */
function requireOwnOrigin({ headers: { origin } }: FastifyRequest, baseUrl: string | null): void {
  if (origin === undefined) return
  const { origin: asked, hostname } = URL.canParse(origin) ? new URL(origin) : { origin: null, hostname: '' }
  const own = baseUrl ? asked === new URL(baseUrl).origin : asked !== null && OWN_HOST.test(hostname)
  if (!own) throw foreignSite()
}

/** Told to clients that come without a token, or with one that is not valid. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="Sadok"' }

const withChallenge = (error: unknown): unknown => {
  if (error instanceof CallError && error.status === 401) Object.assign(error.headers, CHALLENGE)
  return error
}

async function meet(services: Services, request: FastifyRequest) {
  const outsider = await admit(services, request, null, 'assistant').catch((error: unknown) => {
    throw withChallenge(error)
  })
  if (outsider.permissions) return outsider
  await services.database.transaction(outsider.company, (tx) => noteRefusal(tx, request, outsider, 'assistant'))
  throw forbidden(OFF)
}

const sdk = () => import('@modelcontextprotocol/server')

/** As the library reads it. Whatever a client says it accepts, it gets JSON: there is nothing to stream. */
function asWebRequest({ headers }: FastifyRequest): Request {
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0].startsWith('mcp-'),
  )
  const read = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return new Request('http://localhost/mcp', { method: 'POST', headers: { ...Object.fromEntries(kept), ...read } })
}

/** Answers by the revision that the client speaks: those of 2025 begin with `initialize`, later ones do not. */
async function respond(request: FastifyRequest, answers: Answering, version: string): Promise<Response> {
  const { Server, createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } = await sdk()
  const open = () => {
    const info = { name: 'sadok', title: answers.title, version }
    const server = new Server(info, { capabilities: { tools: {} }, instructions: answers.instructions })
    server.setRequestHandler('tools/list', ({ params }) => answers.list(params?.cursor))
    server.setRequestHandler('tools/call', ({ params }) => answers.call(params.name, params.arguments ?? {}))
    return server
  }
  const [asked, given] = [asWebRequest(request), { parsedBody: request.body }]
  if (!(await isLegacyRequest(asked, request.body)))
    return createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 }).fetch(asked, given)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  const server = open()
  await server.connect(transport)
  try {
    return await transport.handleRequest(asked, given)
  } finally {
    await server.close()
  }
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type) reply.header('content-type', type)
  return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()))
}

export function serveMcp(app: FastifyInstance, { routes, services, version, limit }: McpOptions): void {
  app.post('/mcp', async (request, reply) => {
    requireOwnOrigin(request, services.baseUrl)
    await limit(request, null)
    const outsider = await meet(services, request)
    const all = (request.query as { tools?: unknown }).tools === 'all'
    const language = languageOf(request)
    const answers = answering({ routes, services, outsider, request, language, all })
    return send(reply, await respond(request, answers, version))
  })
  // a session of the protocol has nothing to listen to here, and nothing to end
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: '/mcp',
      exposeHeadRoute: false,
      handler: async (_, reply) =>
        reply.status(405).header('allow', 'POST').send({ message: 'Этот адрес понимает только POST.' }),
    })
}
