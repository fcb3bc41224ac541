import { resolve } from 'node:path'
import { PlainError } from './plain-error'
import { projectRoot } from './project-root'

/** What the environment says about this process. */
export interface Settings {
  port: number
  host: string
  /** the embedded database, its password and uploaded files live here */
  dataDir: string
  /** null runs the embedded database */
  databaseUrl: string | null
  /** fill an empty database with the demo farm */
  demo: boolean
  smtpUrl: string | null
  /** the address users open, for links in letters; null takes it from the request */
  baseUrl: string | null
  logLevel: string
  /** believe X-Forwarded-* of a proxy in front */
  trustProxy: boolean
}

/** Reads the settings; an empty variable counts as unset. Throws a PlainError when one makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new PlainError(`PORT: нужно число от 0 до 65535 / a number from 0 to 65535 is needed: ${env['PORT']}`)
  }
  if (env['SMTP_URL'] && !env['BASE_URL']) {
    throw new PlainError(
      'SMTP_URL: задайте и BASE_URL, адрес для ссылок в письмах / set BASE_URL too, the address for links in letters',
    )
  }
  const baseUrl = env['BASE_URL'] || null
  if (baseUrl && !/^https?:\/\/[^/\s]/.test(baseUrl)) {
    throw new PlainError(
      `BASE_URL: нужен адрес вида https://ферма.рф / an address like https://farm.example is needed: ${baseUrl}`,
    )
  }
  return {
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(projectRoot, env['DATA_DIR'] || 'data'),
    databaseUrl: env['DATABASE_URL'] || null,
    demo: !isOff(env['DEMO']),
    smtpUrl: env['SMTP_URL'] || null,
    baseUrl,
    logLevel: env['LOG_LEVEL'] || 'warn',
    trustProxy: Boolean(env['TRUST_PROXY']) && !isOff(env['TRUST_PROXY']),
  }
}

const isOff = (value: string | undefined): boolean => ['0', 'false', 'no', 'off'].includes(value ?? '')
