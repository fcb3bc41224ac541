/** The list of server features, one line each, and the application built from them. */
import type { FastifyInstance } from 'fastify'
import { alarmRules } from './app.alarms.server'
import { notices } from './app.notices.server'
import { accessRoutes } from './features/access/access.server'
import { serveMcp } from './features/assistants/mcp.server'
import { proposalRoutes } from './features/assistants/proposals.server'
import { auditRoutes } from './features/audit/audit.server'
import { companyCalls } from './features/companies/companies.contract'
import { companyRoutes } from './features/companies/companies.server'
import { expectedRoutes } from './core/feeding/expected/expected.server'
import { growthJob } from './features/feeding/growth/growth-job.server'
import { farmAhead } from './features/feeding/forecast/farm-ahead.server'
import { forecastRoutes } from './features/feeding/forecast/routes.server'
import { growthRoutes } from './features/feeding/growth/growth.server'
import { feedNeeds } from './features/feeding/supply/supply-job.server'
import { feedOrders } from './features/feeding/supply/supply-notices.server'
import { supplyRoutes } from './features/feeding/supply/supply.server'
import { harvestRoutes } from './features/feeding/harvest/harvest.server'
import { countDue, taskRoutes } from './features/tasks/tasks.server'
import { taskRules } from './features/tasks/rules/rules-job.server'
import { ruleRoutes } from './features/tasks/rules/rules.server'
import { backupJob } from './features/jobs/backup-job.server'
import { backupRoutes } from './features/jobs/backups.server'
import { jobRoutes } from './features/jobs/jobs.server'
import { historyRoutes } from './features/main-page/cage/cage-history.server'
import { alarmJob, lookJob } from './features/alarms/alarms-job.server'
import { tellingJobs } from './features/alarms/hooks/hook-job.server'
import { alarmRoutes } from './features/alarms/alarms.server'
import { firstFeedRoutes } from './features/main-page/first-feed.server'
import { cageRoutes } from './core/cages/cages.server'
import { calcCalls, calcColumns } from './core/feeding/calcs.contract'
import { calcRoutes } from './core/feeding/calcs.server'
import { cagePeriodRoutes } from './core/feeding/treated/cage-periods.server'
import { planRoutes } from './core/feeding/plan/plan.server'
import { monthFacts } from './core/reports/facts/month-facts-job.server'
import { fishCosts } from './core/reports/fish-cost/fish-costs-job.server'
import { weighingDoubts } from './features/feeding/to-weigh/to-weigh-job.server'
import { toWeighRoutes } from './features/feeding/to-weigh/to-weigh.server'
import { testerRoutes } from './features/feeding/tester/tester.server'
import { anyListRoutes } from './core/lists/any-list.server'
import { columnsRoute, importedLibraries, libraryModels, libraryRoutes } from './core/lists/libraries.server'
import { importRoutes } from './core/lists/import/list-import.server'
import { libraries } from './core/lists/library.contract'
import { monthSums } from './core/documents/months/month-sums-job.server'
import { photosJob } from './core/documents/photos/photos-job.server'
import { documentRoutes } from './core/documents/documents.server'
import { itemDocuments } from './core/documents/kinds/items/items.server'
import { kindServers, registry } from './core/documents/kinds/kinds.server'
import { measurementRoutes } from './features/measurements/measurements.server'
import { callsOfKind } from './core/goods/good-calls.contract'
import { goodColumns } from './core/goods/good.contract'
import { itemCalls, itemColumns } from './core/goods/item.contract'
import { goodRoutes, importedGoods } from './core/goods/goods.server'
import { valueRoutes } from './core/goods/value/value.server'
import { itemRoutes } from './core/goods/items.server'
import { removeApplication } from './features/outside/external-apps.server'
import { pastJob } from './features/moving-in/past-job.server'
import { pastRoutes } from './features/moving-in/past.server'
import { normFileRoutes } from './features/norms/norms-files.server'
import { normRoutes } from './features/norms/norms.server'
import { exportRoutes } from './features/export/export-data.server'
import { outsideRoutes } from './features/outside/outside.server'
import { spendingRoutes } from './features/spending/spending.server'
import { consolidatedRoutes } from './features/reports/consolidated/consolidated.server'
import { reportRoutes } from './features/reports/reports.server'
import { annualRoutes } from './features/reports/annual/routes.server'
import { consumableRoutes } from './features/reports/consumables/consumables.server'
import { officialRoutes } from './features/reports/official/routes.server'
import { dashboardRoute } from './features/reports/dashboard/dashboard.server'
import { planRoutes as farmPlanRoutes } from './features/reports/plan/routes.server'
import { turnoverRoutes } from './features/reports/turnover/turnover.server'
import { journalSources } from './core/reports/sheets/journal-source.contract'
import { reportSources } from './features/reports/sheets/sources.contract'
import { letterJobs } from './features/views/letters-job.server'
import { viewRoutes } from './features/views/views.server'
import { subscriptionRoutes } from './features/subscription/subscription.server'
import { traceRoutes } from './features/trace/trace.server'
import { peopleRoutes } from './features/people/people.server'
import { paperRoutes } from './features/papers/papers.server'
import { movementRoutes } from './features/warehouse/movements/movements.server'
import { workshopRoutes } from './features/workshop/workshop.server'
import { helpRoutes } from './features/help/help.server'
import { wizardRoutes } from './features/wizard/wizard.server'
import { cleaning } from './features/access/cleaning.server'
import { openDatabase } from './server/db/client'
import type { Backup } from './server/db/backup/keeper'
import { openWithReplica } from './server/db/replica'
import { type FileStore, openFileStore } from './server/file-store'
import { openEvents } from './server/events'
import { noticesRoute } from './server/notices/notices'
import type { Job, JobTools } from './server/jobs/job'
import { letters } from './server/jobs/letters'
import { type Runner, startRunner } from './server/jobs/runner'
import { statistics } from './server/jobs/statistics'
import { openRefusals } from './server/refusals'
import { openRoom } from './server/room'
import { type CallLimit, openQuota } from './server/http/limits/limits'
import { openHttp } from './server/http/server'
import type { DemoState, Route } from './server/http/route'
import type { Metrics } from './server/metrics/metrics'
import { openMailer } from './server/mail'
import { openSecretBox } from './server/second-factor/secret-box'
import {
  type Limits,
  NO_LIMITS,
  type Replica,
  type SubscriptionContacts,
  type TrustedProxy,
} from './server/settings-env'
import { version } from '../package.json'

const items = itemDocuments(registry, [kindServers.itemMove, kindServers.itemOperation])

const listRoutes = [...libraryRoutes, ...goodRoutes, ...itemRoutes(items)]

/** A farm is created with its first administrator, by a call of its own. */
const { create: _, ...anyCompany } = companyCalls

/** What saved views are made of. */
const readable = { sources: [...reportSources, ...journalSources], routes: () => allRoutes }

export const allRoutes: Route[] = [
  ...accessRoutes,
  ...cageRoutes(items),
  ...cagePeriodRoutes,
  ...reportRoutes,
  ...consolidatedRoutes,
  ...annualRoutes,
  ...consumableRoutes,
  ...turnoverRoutes,
  ...officialRoutes,
  dashboardRoute(countDue),
  ...farmPlanRoutes(farmAhead),
  ...viewRoutes(readable),
  ...historyRoutes,
  ...firstFeedRoutes,
  ...documentRoutes,
  ...movementRoutes(registry),
  ...listRoutes,
  ...calcRoutes,
  ...planRoutes,
  ...testerRoutes,
  ...growthRoutes,
  ...supplyRoutes,
  ...expectedRoutes,
  ...toWeighRoutes,
  ...harvestRoutes,
  ...taskRoutes(feedOrders),
  ...alarmRoutes(alarmRules),
  ...ruleRoutes(feedOrders),
  ...wizardRoutes,
  ...helpRoutes,
  ...forecastRoutes,
  ...anyListRoutes({ ...libraries, ...callsOfKind, item: itemCalls, company: anyCompany, feed_calc: calcCalls }, [
    ...listRoutes,
    ...companyRoutes,
    ...calcRoutes,
  ]),
  ...importRoutes([...importedLibraries, ...importedGoods], libraryModels),
  columnsRoute({ good: goodColumns, workshop_good: goodColumns, item: itemColumns, feed_calc: calcColumns }),
  ...measurementRoutes,
  ...valueRoutes,
  ...normRoutes,
  ...normFileRoutes,
  ...workshopRoutes(registry),
  ...spendingRoutes,
  ...subscriptionRoutes,
  ...paperRoutes,
  ...peopleRoutes(removeApplication),
  ...exportRoutes,
  ...outsideRoutes(() => allRoutes.map(({ endpoint }) => endpoint)),
  ...companyRoutes,
  ...pastRoutes,
  ...jobRoutes(() => allJobs),
  ...backupRoutes,
  ...traceRoutes(registry),
  ...proposalRoutes(() => allRoutes),
  ...auditRoutes,
  noticesRoute(notices),
]

/** What is done beside the calls. */
export const allJobs: Job[] = [
  statistics,
  cleaning,
  backupJob,
  letters,
  monthSums,
  photosJob,
  growthJob,
  feedNeeds,
  weighingDoubts,
  taskRules(feedOrders),
  fishCosts,
  monthFacts,
  pastJob,
  ...letterJobs(readable),
  alarmJob(alarmRules),
  lookJob(alarmRules),
  ...tellingJobs,
]

export interface AppOptions {
  databaseUrl: string
  dataDir: string
  webRoot: string | null
  smtpUrl: string | null
  baseUrl: string | null
  logLevel: string
  demo?: () => DemoState
  registration?: boolean
  subscription?: SubscriptionContacts
  limits?: Limits
  poolSize?: number
  /** reads reports while it is no more than so many seconds behind */
  replica?: Replica | null
  trustProxy?: TrustedProxy | null
  /** called with each security event as one line of JSON */
  securityLog?: ((line: string) => void) | null
  /** figures for Prometheus; absent for none */
  metrics?: Metrics | null
  /** copies of the database, made beside the calls */
  backup?: Backup | null
  /** folder of large files; without it they lie in the database */
  filesDir?: string | null
  /** URL with the role that owns the tables: jobs run beside the calls with it; without it there are none */
  ownerUrl?: string | null
  /** all unless said */
  routes?: Route[]
}

/** Jobs run from the first call on; answers a function that stops them. */
function runBeside(app: FastifyInstance, tools: JobTools): () => Promise<void> {
  const onFault = (error: unknown, of?: object) => app.log.error({ err: error, ...of }, 'job')
  let runner: Promise<Runner> | undefined
  app.addHook('onListen', async () => {
    runner = startRunner(allJobs, tools, onFault)
    runner.catch(onFault)
  })
  return async () => (await runner?.catch(() => undefined))?.stop()
}

/** The whole application on a migrated database. Closing it closes its connections. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { baseUrl, webRoot, logLevel, trustProxy, demo, registration = true, limits = NO_LIMITS } = options
  const { routes = allRoutes, subscription = { email: null, phone: null }, ownerUrl } = options
  const reported = (event: object) => options.securityLog?.(JSON.stringify(event))
  const { databaseUrl, replica, poolSize } = options
  const database = replica
    ? openWithReplica({ primary: databaseUrl, replica: replica.url }, replica.lag, poolSize, { reported })
    : openDatabase(databaseUrl, poolSize, { reported })
  const faults: { report: (error: unknown) => void } = { report: () => undefined }
  const events = openEvents(database, (error) => faults.report(error))
  const mailer = openMailer(options.smtpUrl, options.dataDir, (line) => console.log(line))
  const refusals = openRefusals(database, reported, (error) => faults.report(error))
  const room = openRoom(database, options.dataDir)
  const { backup = null, filesDir } = options
  const files: FileStore | null = filesDir ? openFileStore(filesDir) : null
  const own = { database, mailer, publish: events.publish, quota: openQuota(limits), refusals, room, backup, files }
  const secrets = openSecretBox(options.dataDir)
  const services = { ...own, secrets, mails: options.smtpUrl !== null, baseUrl, demo, registration, subscription }
  const observe = (app: FastifyInstance) => options.metrics?.attach(app, { database, events })
  const also = (app: FastifyInstance, limit: CallLimit) => serveMcp(app, { routes, services, version, limit })
  const app = await openHttp({
    routes,
    services,
    events,
    webRoot,
    logLevel,
    trustProxy,
    limits,
    version,
    observe,
    also,
  })
  faults.report = (error) => app.log.error({ err: error }, 'beside calls')
  const stopJobs = ownerUrl ? runBeside(app, { ...own, ownerUrl, secrets }) : async () => undefined
  app.addHook('onClose', async () => {
    await Promise.all([stopJobs(), events.close(), refusals.close()])
    await database.close()
  })
  return app
}
