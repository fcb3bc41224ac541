/** Starts and stops the server: settings, database, app. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Demo } from './features/demo/filling/demo.server'
import type { Backup } from './server/db/backup/keeper'
import { startEmbeddedServer, type EmbeddedServer } from './server/db/embedded-server'
import { migrate } from './server/db/migrate'
import { checkRole, refuseUnbound } from './server/db/roles'
import { expireTaken } from './server/jobs/taken'
import type { Metrics } from './server/metrics/metrics'
import { keepToSelf } from './server/base/own-folder'
import { PlainError } from './server/base/plain-error'
import { projectRoot } from './server/base/project-root'
import { ownKeys } from './server/push/keys'
import { isLoopback, readSettings, type Settings } from './server/settings-env'

const DRAIN_MS = 10_000
const log = (line: string): void => console.log(line)

interface Running {
  backup?: Backup | null
  embedded?: Promise<EmbeddedServer>
  app?: FastifyInstance
  demo?: Demo
  metrics?: Metrics | null
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const running: Running = {}
  const stop = stopper(running)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0), fail))
  }
  try {
    if (settings.databaseUrl) await keepToSelf(settings.dataDir, log)
    else running.embedded = startEmbeddedServer({ dataDir: settings.dataDir, log })
    // Loaded while the database starts: both take about as long.
    const loading = import('./app.server')
    const { ownerUrl, databaseUrl } = await findDatabase(settings, running)
    await refuseUnbound(databaseUrl)
    await refuseUnbound(ownerUrl, 'DATABASE_OWNER_URL')
    await prepare(ownerUrl, settings.databaseUrl === null)
    await checkRole(databaseUrl, ownerUrl !== databaseUrl, log)
    const demo = (running.demo = await demoOf(settings, ownerUrl))
    const { buildApp } = await loading
    running.metrics = await metricsOf(settings)
    running.backup = await backupOf(settings, running)
    const { metrics, backup } = running
    running.app = await buildApp({
      ...settings,
      databaseUrl,
      ownerUrl,
      demo: demo.state,
      webRoot: builtWeb(),
      metrics,
      backup,
      securityLog: settings.securityLog ? log : null,
    })
    await listen(running.app, settings)
    demo.start()
    backup?.start((error) => running.app!.log.error({ err: error }, 'backup'))
    if (running.metrics) log(`Метрики / metrics: ${running.metrics.address}`)
  } catch (error) {
    await stop()
    throw error
  }
}

/** The owner migrates and creates the demo farm; the application works with a role that owns nothing. */
async function findDatabase({ databaseUrl, ownerUrl }: Settings, { embedded }: Running) {
  if (databaseUrl) return { databaseUrl, ownerUrl: ownerUrl ?? databaseUrl }
  const { url, webUrl } = await embedded!
  return { databaseUrl: webUrl, ownerUrl: url }
}

/** Tables; what a process before left undone in its own database; keys with which browsers can have alarms sent. */
async function prepare(ownerUrl: string, own: boolean): Promise<void> {
  await migrate(ownerUrl, log)
  if (own) await expireTaken(ownerUrl)
  await ownKeys(ownerUrl)
}

/** Copies go on from here; without a folder for them the server need not keep its log for any. */
async function backupOf({ backup }: Settings, { embedded }: Running): Promise<Backup | null> {
  if (!embedded) return null
  const { openBackup, forgetCopies } = await import('./server/db/backup/keeper')
  const source = (await embedded).backup
  if (backup) return openBackup(source, backup)
  await forgetCopies(source)
  return null
}

/** Its sign-in is shown only where the farm is on this machine and reachable from it alone. */
async function demoOf({ demo, databaseUrl, host }: Settings, ownerUrl: string): Promise<Demo> {
  const { openDemo } = await import('./features/demo/filling/demo.server')
  return openDemo({ demo, own: isLoopback(host) && databaseUrl === null }, ownerUrl, log)
}

/** The library of metrics is loaded only where they are wanted. */
async function metricsOf({ metricsPort }: Settings): Promise<Metrics | null> {
  return metricsPort === null ? null : (await import('./server/metrics/metrics')).openMetrics(metricsPort)
}

const AS_ROOT = `Внимание: Садок запущен от root. Обычная учётная запись безопаснее: docs/security.md.
Warning: Sadok runs as root. An ordinary account is safer: docs/security.md.`

const UNENCRYPTED = `Внимание: пароли идут по сети без шифрования. Поставьте перед Садком прокси с https: docs/security.md.
Warning: passwords cross the network unencrypted. Put a proxy with https in front of Sadok: docs/security.md.`

async function listen(app: FastifyInstance, { host, port, baseUrl }: Settings): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new PlainError(
      `Порт ${port} занят. Задайте другой: PORT=3001.\nPort ${port} is taken. Set another: PORT=3001.`,
    )
  }
  const address = app.server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  log(`\n${builtWeb() ? 'Садок' : 'API'}: http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host}:${actual}`)
  if (!isLoopback(host) && !baseUrl?.startsWith('https:')) log(UNENCRYPTED)
  if (process.getuid?.() === 0) log(AS_ROOT)
}

/** Stops everything once: requests in flight are answered, then the database stops. A second Ctrl-C changes nothing. */
function stopper(running: Running): () => Promise<void> {
  let stopping: Promise<void> | null = null
  const takeDown = async (): Promise<void> => {
    const cap = new Promise((resolve) => {
      setTimeout(resolve, DRAIN_MS).unref()
    })
    await Promise.race([Promise.all([running.app?.close(), running.metrics?.close(), running.demo?.stop()]), cap])
    await Promise.race([running.backup?.stop(), cap])
    const embedded = await running.embedded?.catch(() => null)
    await embedded?.stop()
  }
  return () => (stopping ??= takeDown())
}

/** The built web app, if this code is built too; in development vite serves it. */
function builtWeb(): string | null {
  const folder = join(projectRoot, 'dist', 'web')
  return import.meta.url.includes('/dist/server/') && existsSync(folder) ? folder : null
}

function fail(error: unknown): void {
  console.error(error instanceof PlainError ? error.message : error)
  process.exit(1)
}

main().catch(fail)
