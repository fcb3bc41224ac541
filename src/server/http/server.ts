/**
 * The HTTP server: every route of the features through `handle`, live events, the API's description, the built web
 * application.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { addressOf } from '../../shared/contract'
import { errorAnswer } from '../errors'
import type { Events } from '../events'
import type { Limits, TrustedProxy } from '../settings-env'
import { openProtection, protectAnswers, refuseUnreadable } from './answers'
import { describeError } from './describe-error'
import { acceptForms } from './files'
import { refuseForeign } from './limits/guard'
import { openHandle } from './handle'
import { askerOf, noteRefusedCall } from './refused-calls'
import { type CallLimit, openCallLimit } from './limits/limits'
import { serveEvents } from './live'
import { speakTo } from '../language'
import { openApi } from '../openapi/document'
import { readablePage } from '../openapi/page'
import { cookieName } from '../session'
import type { Route, Services } from './route'
import { dropSilentSockets, dropStuckSockets } from './sockets'

export interface HttpOptions {
  routes: Route[]
  services: Services
  events: Events
  webRoot: string | null
  logLevel: string
  trustProxy?: TrustedProxy | null
  limits: Limits
  version: string
  /** what is no call of the contracts */
  also?(app: FastifyInstance, limit: CallLimit): void
  /** adds hooks that see every request */
  observe?(app: FastifyInstance): void
}

const RETRY_SECONDS = 10

/** The user and address of a request, for the log. */
function askedBy(request: FastifyRequest) {
  const asker = askerOf(request)
  const route = `${request.method} ${request.routeOptions.url ?? '?'}`
  return { user: asker && `${asker.company}:${asker.user}`, route, address: request.ip }
}

function onError(services: Services, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = describeError(error)
  const { status, headers } = refusal
  const body = errorAnswer(refusal, speakTo(request))
  services.room.note(error)
  if (status === 500) {
    request.log.error({ err: error, ...askedBy(request) }, 'fault')
    body.request_id = request.id
  }
  if (status === 503) {
    request.log.warn({ err: error }, 'busy')
    reply.header('retry-after', RETRY_SECONDS)
  }
  reply
    .headers(headers)
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Text types for which the MIME table names no charset. */
const TEXTS: Record<string, string> = { svg: 'image/svg+xml', webmanifest: 'application/manifest+json' }

/** Hundreds of files share one route under their folder: a route for each took a sixth of a start. */
async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  const options = {
    preCompressed: true,
    setHeaders: (response: { header(name: string, value: string): unknown }, path: string) => {
      const lasts = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', lasts ? 'public, max-age=31536000, immutable' : 'no-cache')
      const type = TEXTS[/\.(svg|webmanifest)(\.\w+)?$/.exec(path)?.[1] ?? '']
      if (type) response.header('content-type', `${type}; charset=utf-8`)
    },
  }
  const assets = join(webRoot, 'assets')
  await app.register(fastifyStatic, { ...options, root: assets, prefix: '/assets/', decorateReply: false })
  await app.register(fastifyStatic, {
    ...options,
    root: webRoot,
    wildcard: false,
    // what is packed is sent in place of the file that is asked for
    globIgnore: ['assets/**', '**/*.{br,gz}'],
  })
}

/** Paths that are not pages; a proxy may send an absolute URL. */
const OF_PROGRAMS = /^(https?:\/\/[^/]*)?\/+(api|external|mcp|assets|\.well-known)(\/|$)/i

/** Serves the application for an unknown path, unless it belongs to the API. */
function onNotFound(webRoot: string | null) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const page = webRoot && request.method === 'GET' && !OF_PROGRAMS.test(request.url)
    if (page) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.status(404).send({ message: speakTo(request)('Такого адреса нет.') })
  }
}

/**
 * Reads JSON bodies. Plain text is refused, since a form of any site can send it. The raw text is kept beside the
 * parsed body, because a repeated request is recognised by it. An empty body, as of a DELETE, is undefined.
 */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text as string
    if (text === '') return done(null)
    parse(request, text as string, done)
  })
}

const ALIVE_MS = 1000

type Health = 'ok' | 'no database' | 'no room'

/** Whether the database answers and accepts writes. Asked once a second at most, however many callers there are. */
function healthOf({ database, room }: Services): () => Promise<Health> {
  let asked: { at: number; answer: Promise<Health> } | null = null
  const ask = () =>
    database.plain(sql`select 1`).then(
      async (): Promise<Health> => ((await room.isLeft()) ? 'ok' : 'no room'),
      (): Health => 'no database',
    )
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at > ALIVE_MS) asked = { at: now, answer: ask() }
    return asked.answer
  }
}

/** Routes that describe the API and tell its health. */
function describeApi(app: FastifyInstance, { routes, services, version }: HttpOptions): void {
  const https = services.baseUrl?.startsWith('https:')
  const describeCalls = async () => {
    const endpoints = routes.map(({ endpoint }) => endpoint)
    const document = await openApi(endpoints, { version, cookie: cookieName({ protocol: https ? 'https' : 'http' }) })
    return { json: Buffer.from(JSON.stringify(document)), page: readablePage(document) }
  }
  // made at the first request, because few ask
  let made: ReturnType<typeof describeCalls> | undefined
  const described = () => (made ??= describeCalls())
  const types = { json: 'application/json; charset=utf-8', page: 'text/html; charset=utf-8' }
  for (const [url, kind] of [
    ['/api/openapi.json', 'json'],
    ['/api', 'page'],
  ] as const)
    app.get(url, async (_, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(types[kind])
        .send((await described())[kind]),
    )
  const { demo, registration } = services
  const health = healthOf(services)
  app.get('/api/health', async (_, reply) => {
    const status = await health()
    return reply.status(status === 'ok' ? 200 : 503).send({ status, version, ...demo?.(), registration })
  })
}

/**
 * A request must arrive within a minute, its headers within twenty seconds, so that a client that sends byte by byte
 * does not hold a connection for ever.
 */
const REQUEST_MS = 60_000
const HEAD_MS = 20_000

/**
 * The proxy whose headers are trusted. Fastify takes a number of hops on faith; direct callers are kept out by the
 * address that the application listens on.
 */
const trustOf = (proxy: TrustedProxy | null | undefined) =>
  typeof proxy === 'number' ? (_: string, hop: number) => hop < proxy : (proxy ?? false)

/** A server without routes, with everything that applies to all its answers. */
function openServer({ services, logLevel, trustProxy }: HttpOptions): FastifyInstance {
  const protect = openProtection(services.baseUrl?.startsWith('https:') ?? false)
  const app = fastify({
    logger: logLevel === 'silent' ? false : { level: logLevel },
    genReqId: () => randomUUID(),
    bodyLimit: 1_000_000,
    requestTimeout: REQUEST_MS,
    trustProxy: trustOf(trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) =>
      protect(request, reply as FastifyReply, () => onError(services, error, request, reply as FastifyReply)),
    clientErrorHandler: refuseUnreadable,
  })
  app.server.headersTimeout = HEAD_MS
  app.setErrorHandler((error: FastifyError, request, reply) => {
    noteRefusedCall(services, request, error, describeError(error).text)
    onError(services, error, request, reply)
  })
  protectAnswers(app, protect)
  readBodies(app)
  return app
}

export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { routes, services, webRoot } = options
  const app = openServer(options)
  options.observe?.(app)
  await app.register(cookie)
  // after the cookies, because a refusal is noted under the user's name
  refuseForeign(app, services.baseUrl, ['/api/health'])
  await acceptForms(app)
  const limit = openCallLimit(options.limits)
  const handle = openHandle(services, limit)
  for (const route of routes) {
    const url = addressOf(route.endpoint).replace(/\{(\w+)\}/g, ':$1')
    app.route({
      method: route.endpoint.method,
      url,
      config: { endpoint: route.endpoint },
      // a file in chunks is still being sent
      handler: (request, reply) => handle(route, request, reply).then(() => reply),
    })
  }
  describeApi(app, options)
  serveEvents(app, services.database, options.events, limit)
  options.also?.(app, limit)
  dropSilentSockets(app)
  dropStuckSockets(app)
  if (webRoot) await serveWeb(app, webRoot)
  app.setNotFoundHandler(onNotFound(webRoot))
  return app
}
