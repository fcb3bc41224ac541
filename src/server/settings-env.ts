import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve, sep } from 'node:path'
import { PlainError } from './base/plain-error'
import { projectRoot } from './base/project-root'
import type { BackupSettings } from './db/backup/copies'

export interface Limits {
  /** calls a second of one user */
  calls: number
  /** rows that a company stores, changes or deletes in a day */
  rows: number
  /** bytes that it sends, stores as audit and keeps for repeated requests, in a day */
  bytes: number
}

/** Without a setting there is no limit, as in tests and measurements. */
export const NO_LIMITS: Limits = { calls: Infinity, rows: Infinity, bytes: Infinity }

/** How many proxies there are in front, or their addresses. */
export type TrustedProxy = number | string

/** Where farms ask about a subscription; null when nothing is shown. */
export interface SubscriptionContacts {
  email: string | null
  phone: string | null
}

/** A streaming replica that reads reports. */
export interface Replica {
  url: string
  /** seconds that it may be behind */
  lag: number
}

/** Settings of this process, from the environment. */
export interface Settings {
  port: number
  host: string
  /** the embedded database, its password and uploaded files live here */
  dataDir: string
  /** large files lie here; null for the database */
  filesDir: string | null
  /** null runs the embedded database */
  databaseUrl: string | null
  /** URL with the role that owns the tables and migrates; null for the role of databaseUrl */
  ownerUrl: string | null
  /** null reads reports where everything else is read */
  replica: Replica | null
  /** fill an empty database with the demo farm: the default where only this machine can connect */
  demo: boolean
  smtpUrl: string | null
  /** the address users open, for links in letters; null for the address of the request */
  baseUrl: string | null
  /** contacts that farms see about subscriptions, and where their requests are mailed */
  subscription: SubscriptionContacts
  logLevel: string
  /** proxies whose X-Forwarded-* is trusted; null is none */
  trustProxy: TrustedProxy | null
  /** whether a farm may be registered */
  registration: boolean
  limits: Limits
  /** also print each security event */
  securityLog: boolean
  /** port of the figures for Prometheus, for this machine alone; null for none */
  metricsPort: number | null
  /** copies of the embedded database; null for none */
  backup: BackupSettings | null
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']
const isOff = (value: string): boolean => ['0', 'false', 'no', 'off'].includes(value)
const isOn = (value: string): boolean => ['1', 'true', 'yes', 'on'].includes(value)

/** Whether only programs on this machine can connect. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function readPort(name: string, value: string): number {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new PlainError(`${name}: нужно число от 0 до 65535 / a number from 0 to 65535 is needed: ${value}`)
}

function readBaseUrl(value: string | undefined): string | null {
  if (!value || (/^https?:\/\/[^/\s]/.test(value) && URL.canParse(value))) return value || null
  throw new PlainError(
    `BASE_URL: нужен адрес вида https://ферма.рф / an address like https://farm.example is needed: ${value}`,
  )
}

function readAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name] || null
  if (value === null || /^[^\s@]+@[^\s@]+$/.test(value)) return value
  throw new PlainError(`${name}: нужен адрес электронной почты / an e-mail address is needed: ${value}`)
}

function isNetwork(value: string): boolean {
  const [address = '', bits, more] = value.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Behind a proxy the sender's address is the one that the proxy adds to X-Forwarded-For; everything before it is what
 * the sender wrote. A number of proxies is only safe when nobody can bypass them.
 */
function readProxy(value: string, host: string): TrustedProxy | null {
  if (value === '' || isOff(value)) return null
  const hops = isOn(value) ? 1 : /^[1-9]$/.test(value) ? Number(value) : null
  if (hops !== null && isLoopback(host)) return hops
  const addresses = value.split(',').map((one) => one.trim())
  if (addresses.every((one) => PROXY_NAMES.includes(one) || isNetwork(one))) return addresses.join()
  const why = hops === null ? ['', ''] : [', раз HOST открыт сети', ', as HOST is open to the network']
  throw new PlainError(
    `TRUST_PROXY: нужны адреса прокси${why[0]}, например 10.0.0.5 или 172.16.0.0/12${hops === null ? ', либо их число' : ''}: ${value}\n` +
      `TRUST_PROXY: addresses of the proxy are needed${why[1]}, like 10.0.0.5 or 172.16.0.0/12${hops === null ? ', or how many there are' : ''}: ${value}`,
  )
}

/** A whole number; 0 removes the limit. */
function readLimit(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = env[name] || String(otherwise)
  if (!/^\d{1,9}$/.test(value))
    throw new PlainError(
      `${name}: нужно целое число, 0 снимает ограничение / a whole number, 0 lifts the limit: ${value}`,
    )
  return Number(value) || Infinity
}

const readLimits = (env: NodeJS.ProcessEnv): Limits => ({
  calls: readLimit(env, 'RATE_LIMIT', 50),
  rows: readLimit(env, 'DAILY_ROWS', 5_000_000),
  bytes: readLimit(env, 'DAILY_MEGABYTES', 1000) * 1_000_000,
})

/**
 * The database is reached by a socket, on this machine, or at a server whose certificate is checked, since all data
 * goes that way.
 */
function readDatabase(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name] || null
  if (value === null || !URL.canParse(value)) return value
  const { hostname, searchParams } = new URL(value)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const own = host === '' || host.startsWith('/') || isLoopback(host.replace(/^\[|\]$/g, ''))
  if (own || searchParams.get('sslmode') === 'verify-full') return value
  throw new PlainError(
    `${name}: база на другой машине, добавьте sslmode=verify-full / the database is on another machine, add sslmode=verify-full: ${host}`,
  )
}

/** Variables with passwords, which others on the machine may see in an environment: each may name a file instead. */
const SECRETS = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'REPLICA_URL', 'SMTP_URL', 'BACKUP_KEY']

/** Reads the file of NAME_FILE for each secret that has one. */
function withFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = SECRETS.filter((name) => env[`${name}_FILE`])
  const read = named.map((name) => {
    const path = env[`${name}_FILE`]!
    if (env[name]) {
      throw new PlainError(`${name}: задано дважды, и ${name}_FILE / set twice, ${name}_FILE too`)
    }
    try {
      return [name, readFileSync(path, 'utf8').trim()]
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new PlainError(`${name}_FILE: файл не читается / the file cannot be read: ${path} (${code})`)
    }
  })
  return { ...env, ...Object.fromEntries(read) }
}

function readReplica(env: NodeJS.ProcessEnv): Replica | null {
  const url = readDatabase(env, 'REPLICA_URL')
  if (url === null) return null
  if (!env['DATABASE_URL'])
    throw new PlainError('REPLICA_URL: задайте и DATABASE_URL, чья это копия / set DATABASE_URL too, which it copies')
  const lag = Number(env['REPLICA_LAG'] || '10')
  if (Number.isInteger(lag) && lag > 0 && lag <= 3600) return { url, lag }
  throw new PlainError(
    `REPLICA_LAG: нужны секунды от 1 до 3600 / seconds from 1 to 3600 are needed: ${env['REPLICA_LAG']}`,
  )
}

function readBackupKey(value: string | undefined): Buffer | null {
  if (!value || /^[\da-f]{64}$/i.test(value)) return value ? Buffer.from(value, 'hex') : null
  throw new PlainError(
    'BACKUP_KEY: нужны 64 шестнадцатеричных знака, см. docs/backup.md / 64 hexadecimal digits are needed, see docs/backup.md',
  )
}

function readKept(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const value = env[name] || String(otherwise)
  if (/^\d{1,4}$/.test(value)) return Number(value)
  throw new PlainError(`${name}: нужно целое число / a whole number is needed: ${value}`)
}

function readBackup(env: NodeJS.ProcessEnv, dataDir: string): BackupSettings | null {
  if (!env['BACKUP_DIR']) return null
  if (env['DATABASE_URL'])
    throw new PlainError(
      'BACKUP_DIR: так копируется только встроенная база, для своей см. docs/deploy.md / only the embedded database is copied so, see docs/deploy.md for a server',
    )
  const folder = resolve(projectRoot, env['BACKUP_DIR'])
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new PlainError(
      'BACKUP_DIR: нужна папка вне DATA_DIR, лучше на другом диске / a folder outside DATA_DIR is needed, best on another disk',
    )
  return {
    folder,
    key: readBackupKey(env['BACKUP_KEY']),
    days: readKept(env, 'BACKUP_DAYS', 7),
    weeks: readKept(env, 'BACKUP_WEEKS', 4),
  }
}

/** Settings that need another one. */
function refuseHalf(env: NodeJS.ProcessEnv): void {
  if (env['SMTP_URL'] && !env['BASE_URL']) {
    throw new PlainError(
      'SMTP_URL: задайте и BASE_URL, адрес для ссылок в письмах / set BASE_URL too, the address for links in letters',
    )
  }
  if (env['DATABASE_OWNER_URL'] && !env['DATABASE_URL']) {
    throw new PlainError(
      'DATABASE_OWNER_URL: задайте и DATABASE_URL, с ролью приложения / set DATABASE_URL too, with the role of the application',
    )
  }
}

/** Reads the settings; an empty variable counts as unset. Throws a PlainError when one is invalid. */
export function readSettings(given: NodeJS.ProcessEnv): Settings {
  const env = withFiles(given)
  refuseHalf(env)
  const host = env['HOST'] || '127.0.0.1'
  const baseUrl = readBaseUrl(env['BASE_URL'])
  const trustProxy = readProxy(env['TRUST_PROXY'] ?? '', host)
  if (baseUrl?.startsWith('https:') && trustProxy === null) {
    throw new PlainError(
      'BASE_URL с https: задайте и TRUST_PROXY, иначе не видно, что запрос пришёл по https / with https set TRUST_PROXY too, else no request is known to come by https',
    )
  }
  const dataDir = resolve(projectRoot, env['DATA_DIR'] || 'data')
  return {
    port: readPort('PORT', env['PORT'] || '3000'),
    host,
    dataDir,
    filesDir: env['FILES_DIR'] ? resolve(projectRoot, env['FILES_DIR']) : null,
    databaseUrl: readDatabase(env, 'DATABASE_URL'),
    ownerUrl: readDatabase(env, 'DATABASE_OWNER_URL'),
    replica: readReplica(env),
    demo: env['DEMO'] ? !isOff(env['DEMO']) : isLoopback(host) && !env['DATABASE_URL'],
    smtpUrl: env['SMTP_URL'] || null,
    baseUrl,
    subscription: { email: readAddress(env, 'SUBSCRIPTION_MAIL'), phone: env['SUBSCRIPTION_PHONE'] || null },
    logLevel: env['LOG_LEVEL'] || 'warn',
    trustProxy,
    registration: !isOff(env['REGISTRATION'] ?? ''),
    limits: readLimits(env),
    securityLog: isOn(env['SECURITY_LOG'] ?? ''),
    metricsPort: env['METRICS_PORT'] ? readPort('METRICS_PORT', env['METRICS_PORT']) : null,
    backup: readBackup(env, dataDir),
  }
}
