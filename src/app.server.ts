/** THE list of server features, one line each, and the application built from them. */
import type { FastifyInstance } from 'fastify'
import { accessRoutes } from './features/access/access.server'
import { historyRoutes } from './features/main-page/cage/cage-history.server'
import { cageRoutes } from './core/cages/cages.server'
import { columnsRoute, libraryRoutes } from './core/lists/libraries.server'
import { documentRoutes } from './core/documents/documents.server'
import { itemDocuments } from './core/documents/kinds/items/items.server'
import { kindServers, registry } from './core/documents/kinds/kinds.server'
import { measurementRoutes } from './features/measurements/measurements.server'
import { goodColumns } from './core/goods/good.contract'
import { goodRoutes } from './core/goods/goods.server'
import { valueRoutes } from './core/goods/value/value.server'
import { itemRoutes } from './core/goods/items.server'
import { spendingRoutes } from './features/spending/spending.server'
import { subscriptionRoutes } from './features/subscription/subscription.server'
import { traceRoutes } from './features/trace/trace.server'
import { paperRoutes } from './features/papers/papers.server'
import { workshopRoutes } from './features/workshop/workshop.server'
import { openDatabase } from './server/db/client'
import { openEvents } from './server/events'
import { openQuota } from './server/http/limits'
import { openHttp } from './server/http/server'
import type { Route } from './server/http/route'
import { openMailer } from './server/mail'
import { type Limits, NO_LIMITS, type SubscriptionContacts, type TrustedProxy } from './server/settings-env'
import { version } from '../package.json'

const items = itemDocuments(registry, [kindServers.itemMove, kindServers.itemOperation])

export const allRoutes: Route[] = [
  ...accessRoutes,
  ...cageRoutes(items),
  ...historyRoutes,
  ...documentRoutes,
  ...libraryRoutes,
  columnsRoute({ good: goodColumns }),
  ...measurementRoutes,
  ...goodRoutes,
  ...valueRoutes,
  ...itemRoutes(items),
  ...workshopRoutes(registry),
  ...spendingRoutes,
  ...subscriptionRoutes,
  ...paperRoutes,
  ...traceRoutes(registry),
]

export interface AppOptions {
  databaseUrl: string
  dataDir: string
  webRoot: string | null
  smtpUrl: string | null
  baseUrl: string | null
  logLevel: string
  demo?: boolean
  registration?: boolean
  subscription?: SubscriptionContacts
  limits?: Limits
  poolSize?: number
  trustProxy?: TrustedProxy | null
  /** all unless said */
  routes?: Route[]
}

/** The whole application on a database that is already migrated. Closing it closes its connections. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { baseUrl, webRoot, logLevel, trustProxy, demo = false, registration = true, limits = NO_LIMITS } = options
  const { routes = allRoutes, subscription = { email: null, phone: null } } = options
  const database = openDatabase(options.databaseUrl, options.poolSize)
  const faults: { report: (error: unknown) => void } = { report: () => undefined }
  const events = openEvents(database, (error) => faults.report(error))
  const mailer = openMailer(options.smtpUrl, options.dataDir, (line) => console.log(line))
  const own = { database, mailer, publish: events.publish, quota: openQuota(limits) }
  const services = { ...own, baseUrl, demo, registration, subscription }
  const app = await openHttp({ routes, services, events, webRoot, logLevel, trustProxy, limits, version })
  faults.report = (error) => app.log.error({ err: error }, 'events')
  app.addHook('onClose', async () => {
    await events.close()
    await database.close()
  })
  return app
}
