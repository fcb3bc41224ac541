import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings-env'

const proxyOf = (value: string, host = '127.0.0.1') => readSettings({ TRUST_PROXY: value, HOST: host }).trustProxy

describe('the proxy in front', () => {
  it('is a number of hops or a list of addresses', () => {
    expect(proxyOf('')).toBeNull()
    expect(proxyOf('off')).toBeNull()
    expect(proxyOf('true')).toBe(1)
    expect(proxyOf('2')).toBe(2)
    expect(proxyOf('10.0.0.5')).toBe('10.0.0.5')
    expect(proxyOf('loopback, 172.16.0.0/12,fd00::/8', '0.0.0.0')).toBe('loopback,172.16.0.0/12,fd00::/8')
  })

  it('must make sense', () => {
    for (const value of ['maybe', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.5/8/8', '-1', '12', '10.0.0', '*', ','])
      expect(() => proxyOf(value), value).toThrow('TRUST_PROXY')
  })

  it('is no number where one can go past it', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.7']) expect(() => proxyOf('1', host), host).toThrow('HOST')
    for (const host of ['localhost', '127.0.0.1', '::1']) expect(proxyOf('1', host), host).toBe(1)
  })
})

it('the demo farm is made by itself only where nobody else reaches it', () => {
  expect(readSettings({}).demo).toBe(true)
  expect(readSettings({ DEMO: '0' }).demo).toBe(false)
  for (const open of [{ HOST: '0.0.0.0' }, { DATABASE_URL: 'postgres://a@localhost/c' }]) {
    expect(readSettings(open).demo).toBe(false)
    expect(readSettings({ ...open, DEMO: '1' }).demo).toBe(true)
  }
})

it('a replica is of a database of one’s own, and seconds behind it', () => {
  const [DATABASE_URL, REPLICA_URL] = ['postgres://a@localhost/c', 'postgres://a@127.0.0.1:5433/c']
  expect(readSettings({ DATABASE_URL }).replica).toBeNull()
  expect(readSettings({ DATABASE_URL, REPLICA_URL }).replica).toEqual({ url: REPLICA_URL, lag: 10 })
  expect(() => readSettings({ REPLICA_URL })).toThrow('DATABASE_URL')
  for (const REPLICA_LAG of ['-1', 'x', '1.5', '9999'])
    expect(() => readSettings({ DATABASE_URL, REPLICA_URL, REPLICA_LAG }), REPLICA_LAG).toThrow('REPLICA_LAG')
  expect(() => readSettings({ DATABASE_URL, REPLICA_URL: 'postgres://a@db/c' })).toThrow('sslmode')
})

it('a limit is a whole number, and 0 lifts it', () => {
  expect(readSettings({}).limits).toEqual({ calls: 50, rows: 5_000_000, bytes: 1_000_000_000 })
  const lifted = { RATE_LIMIT: '0', DAILY_ROWS: '0', DAILY_MEGABYTES: '0' }
  expect(readSettings(lifted).limits).toEqual({ calls: Infinity, rows: Infinity, bytes: Infinity })
  for (const value of ['-1', 'many', '1.5'])
    expect(() => readSettings({ RATE_LIMIT: value }), value).toThrow('RATE_LIMIT')
})

it('a database on another machine is reached by TLS that checks whose it is', () => {
  const of = (DATABASE_URL: string) => readSettings({ DATABASE_URL }).databaseUrl
  for (const url of ['postgres://a:b@10.0.0.7/c', 'postgres://a@db/c', 'postgres://a@db/c?sslmode=require']) {
    expect(() => of(url), url).toThrow('verify-full')
    expect(() => readSettings({ DATABASE_URL: 'postgres://a@localhost/c', DATABASE_OWNER_URL: url })).toThrow('OWNER')
  }
  for (const url of ['postgres://a@db/c?sslmode=verify-full', 'postgres://a@[::1]/c', 'postgres:///c?host=/run/pg'])
    expect(of(url)).toBe(url)
})

it('the owner of the tables alone is not enough', () => {
  expect(() => readSettings({ DATABASE_OWNER_URL: 'postgres://a@b/c' })).toThrow('DATABASE_URL')
})

it('an https address needs a proxy that says so', () => {
  expect(() => readSettings({ BASE_URL: 'https://farm.example' })).toThrow('TRUST_PROXY')
  expect(() => readSettings({ BASE_URL: 'farm.example' })).toThrow('BASE_URL')
  expect(() => readSettings({ BASE_URL: 'https://[' })).toThrow('BASE_URL')
  expect(readSettings({ BASE_URL: 'http://farm.local' }).baseUrl).toBe('http://farm.local')
  expect(readSettings({ BASE_URL: 'https://farm.example', TRUST_PROXY: '1' }).baseUrl).toBe('https://farm.example')
})

it('figures for Prometheus are kept only where a port is given for them', () => {
  expect([{}, { SECURITY_LOG: '0' }, { SECURITY_LOG: '1' }].map((env) => readSettings(env).securityLog)).toEqual([
    false,
    false,
    true,
  ])
  expect(readSettings({}).metricsPort).toBeNull()
  expect(readSettings({ METRICS_PORT: '9464' }).metricsPort).toBe(9464)
  for (const value of ['yes', '0.0.0.0:9464', '70000', '-1'])
    expect(() => readSettings({ METRICS_PORT: value }), value).toThrow('METRICS_PORT')
})

it('a secret may stand in a file, as systemd hands credentials over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sadok-secrets-'))
  const path = join(folder, 'database-url')
  writeFileSync(path, 'postgres://sadok_web:pass@127.0.0.1/sadok\n')
  try {
    expect(readSettings({ DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://sadok_web:pass@127.0.0.1/sadok')
    expect(() => readSettings({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://a@localhost/c' })).toThrow(
      'set twice',
    )
    expect(() => readSettings({ SMTP_URL_FILE: join(folder, 'missing') })).toThrow('SMTP_URL_FILE')
    // what it holds is checked like a variable
    writeFileSync(path, 'postgres://a:b@db.example/sadok')
    expect(() => readSettings({ DATABASE_URL_FILE: path })).toThrow('verify-full')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
