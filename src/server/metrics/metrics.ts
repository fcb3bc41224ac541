/**
 * Figures of this process for Prometheus, on a port that only this machine can reach: how busy a farm's server is
 * concerns nobody outside. No label names a company or a person.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { PlainError } from '../base/plain-error'
import type { Database } from '../db/client'
import type { Events } from '../events'
import { sheetLoad } from '../sheets/thread'

/**
 * Upper bounds in seconds. There are few, since each is a time series of every route; a statement is cancelled after
 * the last.
 */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15]

/** The route of a call, with its parameters unfilled. Files and unknown paths share one label. */
function routeOf(request: FastifyRequest): string {
  const url = request.routeOptions.url
  if (request.is404 || url === undefined) return 'none'
  return /^\/(api|external)(\/|$)/.test(url) ? url : 'files'
}

/** It stays open for hours, so it is counted as a stream, not timed. */
const STREAM = '/api/events'

function countRequests(registry: Registry) {
  const durations = new Histogram({
    name: 'sadok_http_request_duration_seconds',
    help: 'Requests by route and class of status, from their head to the last byte of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  return (request: FastifyRequest, reply: FastifyReply) => {
    const route = routeOf(request)
    if (route === STREAM && reply.statusCode === 200) return
    const method = route === 'none' ? 'any' : request.method
    durations.labels(method, route, `${Math.floor(reply.statusCode / 100)}xx`).observe(reply.elapsedTime / 1000)
  }
}

/** A gauge whose value is read when Prometheus asks. */
function gauge(registry: Registry, name: string, help: string, read: () => number | Record<string, number>): void {
  new Gauge({
    name,
    help,
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const now = read()
      if (typeof now === 'number') this.set(now)
      else Object.entries(now).forEach(([state, value]) => this.labels(state).set(value))
    },
  })
}

interface Sources {
  database: Pick<Database, 'load'>
  events: Pick<Events, 'load'>
}

function watch(registry: Registry, { database, events }: Sources): void {
  gauge(registry, 'sadok_database_connections', 'Connections of the pool, and calls waiting for one', () => ({
    ...database.load(),
  }))
  gauge(registry, 'sadok_sheet_jobs', 'Spreadsheets that are read or written', () => ({ ...sheetLoad() }))
  gauge(registry, 'sadok_event_streams', 'Open pages that hear of changes', () => events.load().streams)
  gauge(registry, 'sadok_events_listening', 'Whether changes of other processes are heard (LISTEN)', () =>
    Number(events.load().listening),
  )
}

export interface Metrics {
  /** http://127.0.0.1:…/metrics */
  address: string
  /** counts the requests of an application and reads its gauges */
  attach(app: FastifyInstance, sources: Sources): void
  close(): Promise<void>
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new PlainError(`METRICS_PORT: порт ${port} занят / port ${port} is taken`)
          : error,
      ),
    )
    server.listen({ port, host: '127.0.0.1' }, resolve)
  })
}

/** Answers GET /metrics on this machine alone; port 0 takes a free one. */
export async function openMetrics(port: number): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await listen(server, port)
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    attach: (app, sources) => {
      const count = countRequests(registry)
      app.addHook('onResponse', (request, reply, done) => {
        count(request, reply)
        done()
      })
      watch(registry, sources)
    },
    close: () =>
      new Promise((resolve) => {
        registry.clear()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
