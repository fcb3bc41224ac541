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

it('an https address needs a proxy that says so', () => {
  expect(() => readSettings({ BASE_URL: 'https://farm.example' })).toThrow('TRUST_PROXY')
  expect(() => readSettings({ BASE_URL: 'farm.example' })).toThrow('BASE_URL')
  expect(() => readSettings({ BASE_URL: 'https://[' })).toThrow('BASE_URL')
  expect(readSettings({ BASE_URL: 'http://farm.local' }).baseUrl).toBe('http://farm.local')
  expect(readSettings({ BASE_URL: 'https://farm.example', TRUST_PROXY: '1' }).baseUrl).toBe('https://farm.example')
})
