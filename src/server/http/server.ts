/** The HTTP server: every route of the features through `handle`, live events, the API's description, the built web application. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
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
import helmet from 'helmet'
import { addressOf } from '../../shared/contract'
import type { ErrorAnswer } from '../../shared/errors'
import { CallError } from '../errors'
import type { Events } from '../events'
import { acceptForms } from './files'
import { openHandle } from './handle'
import { serveEvents } from './live'
import { openApi, readablePage } from './openapi'
import type { Route, Services } from './route'

export interface HttpOptions {
  routes: Route[]
  services: Services
  events: Events
  webRoot: string | null
  logLevel: string
  trustProxy?: boolean
  version: string
}

/** What the database says of values that no schema could foresee; all else is a fault of ours. */
const databaseAnswers: Record<string, [number, string]> = {
  '23505': [409, 'Такая запись уже есть.'],
  '23503': [409, 'Запись используется в других данных.'],
  '22021': [422, 'Недопустимые знаки в тексте.'],
  '22003': [422, 'Слишком большое число.'],
  '22008': [422, 'Неверная дата.'],
  '22P02': [422, 'Данные не прочитаны: проверьте их вид.'],
  '22P05': [422, 'Недопустимые знаки в тексте.'],
}

function describe(error: FastifyError | CallError): [number, ErrorAnswer] {
  if (error instanceof CallError) return [error.status, { message: error.message, ...error.body }]
  const known = databaseAnswers[error.code]
  if (known) return [known[0], { message: known[1], msgShouldBeShown: true }]
  if (error.statusCode === 413) return [413, { message: 'Слишком большой запрос.', msgShouldBeShown: true }]
  if (error.statusCode && error.statusCode < 500)
    return [error.statusCode, { message: 'Запрос не прочитан: проверьте его вид.' }]
  return [500, { message: 'Внутренняя ошибка. Повторите позже.' }]
}

function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const [status, body] = describe(error)
  if (status === 500) {
    request.log.error({ err: error }, 'fault')
    body.request_id = request.id
  }
  if (error instanceof CallError) reply.headers(error.headers)
  reply.status(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, path) =>
      void response.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
}

/** An unknown address is a page of the application, unless it asks for the API. */
function onNotFound(webRoot: string | null) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const page = webRoot && request.method === 'GET' && !/^\/(api|external|assets)(\/|$)/.test(request.url)
    if (page) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.status(404).send({ message: 'Такого адреса нет.' })
  }
}

const CSP = {
  directives: {
    defaultSrc: ["'self'"],
    // Mantine writes its variables and the map its geometry as styles
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    // the Excel library packs large files in a worker of its own making
    workerSrc: ["'self'", 'blob:'],
    upgradeInsecureRequests: null,
  },
}

/** Keeps the text of a JSON body beside what was read of it: a repeated request is known by its text. */
function keepBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text as string
    parse(request, text as string, done)
  })
}

/** A browser's spare connection that never asked anything would hold the server's closing. */
function dropSilentSockets(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => open.forEach((socket) => socket.bytesRead === 0 && socket.destroy()))
}

/** What the API is and whether it works. */
function describeApi(app: FastifyInstance, { routes, services, version }: HttpOptions): void {
  const document = openApi(
    routes.map((route) => route.endpoint),
    version,
  )
  app.get('/api/openapi.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(document))
  app.get('/api', async (_, reply) => reply.type('text/html; charset=utf-8').send(readablePage(document)))
  app.get('/api/health', async () => {
    const [row] = await services.database.plain<{ version: string }>(
      sql`select current_setting('server_version') as version`,
    )
    return { status: 'ok', version, database: `PostgreSQL ${row!.version}`, demo: services.demo }
  })
}

export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { routes, services, webRoot } = options
  const app = fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel },
    genReqId: () => randomUUID(),
    bodyLimit: 1_000_000,
    trustProxy: options.trustProxy ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => onError(error, request, reply),
  })
  app.setErrorHandler(onError)
  keepBodies(app)
  const strictTransportSecurity = services.baseUrl?.startsWith('https:') ?? false
  const protect = helmet({ contentSecurityPolicy: CSP, strictTransportSecurity })
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  )
  await app.register(cookie)
  await acceptForms(app)
  const handle = openHandle(services)
  for (const route of routes) {
    const url = addressOf(route.endpoint).replace(/\{(\w+)\}/g, ':$1')
    app.route({
      method: route.endpoint.method,
      url,
      handler: (request, reply) => handle(route, request, reply),
    })
  }
  describeApi(app, options)
  serveEvents(app, services.database, options.events)
  dropSilentSockets(app)
  if (webRoot) await serveWeb(app, webRoot)
  app.setNotFoundHandler(onNotFound(webRoot))
  return app
}
