import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { allRoutes as routes } from '../../app.server'
import { addressOf } from '../../shared/contract'
import { type Document, openApi } from './document'
import { operationId } from './operation-id'
import { readablePage } from './page'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
interface Operation extends Json {
  operationId: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: { properties: Json; required: string[] } }> }
  responses: Record<string, Json>
  servers?: { url: string }[]
}

const endpoints = routes.map(({ endpoint }) => endpoint)
// as a reader gets it
const document = JSON.parse(
  JSON.stringify(await openApi(endpoints, { version: '1.2.3', cookie: 'sadok_session' })),
) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
)
const own = ({ parameters }: Operation) => parameters.filter((one): one is Parameter => !('$ref' in one))

it('describes every call once, and no two calls share an address', () => {
  const described = operations.map(
    ({ path, method, operation }) => `${method.toUpperCase()} ${operation.servers ? '' : '/api'}${path}`,
  )
  expect(described.sort()).toEqual(endpoints.map((endpoint) => `${endpoint.method} ${addressOf(endpoint)}`).sort())
  expect(new Set(described.map((one) => one.replace(/\{\w+\}/g, '{}'))).size).toBe(described.length)
})

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`,
  )
}

it('passes the recommended rules of Redocly', async () => {
  expect(await lint(JSON.stringify(document))).toEqual([])
  const { license: _, ...info } = document.info
  expect(await lint(JSON.stringify({ ...document, info }))).toEqual([expect.stringContaining('info-license')])
})

it('has the shape of OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.info).toMatchObject({ title: 'Садок', version: '1.2.3' })
  for (const { path, method, operation } of operations) {
    const call = `${method} ${path}`
    expect(['get', 'post', 'put', 'patch', 'delete'], call).toContain(method)
    const inPath = own(operation).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`).sort(), call).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
    expect(
      inPath.every(({ required }) => required),
      call,
    ).toBe(true)
    const places = own(operation).map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(places).size, call).toBe(places.length)
    expect(Object.keys(operation.responses), call).toContain('200')
    if (method === 'get' || method === 'delete') expect(operation.requestBody, call).toBeUndefined()
    const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
    expect(Object.keys(body?.properties ?? {}), call).toEqual(expect.arrayContaining(body?.required ?? []))
  }
})

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

it('holds only schemas of JSON Schema 2020-12 whose references lead somewhere', () => {
  const wrong: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, $ref, nullable, $schema } = value as Json
    const isSchema = !place.endsWith('/properties')
    if (
      isSchema &&
      type !== undefined &&
      place.includes('/schema') &&
      !place.includes('/securitySchemes') &&
      ![type].flat().every((one) => TYPES.includes(one as string))
    )
      wrong.push(`${place}: type ${JSON.stringify(type)}`)
    if (nullable !== undefined || (isSchema && $schema !== undefined)) wrong.push(`${place}: not of 3.1`)
    if (typeof $ref === 'string') {
      const found = $ref
        .slice(2)
        .split('/')
        .reduce<unknown>((part, key) => (part as Json | undefined)?.[key], document)
      if (!$ref.startsWith('#/') || found === undefined) wrong.push(`${place}: ${$ref}`)
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`)
  }
  walk(document, '#')
  expect(wrong).toEqual([])
})

it('names each call once; the contract gives another name where two would be the same', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([])
})

it.each([
  ['POST', '/feeding', 'createFeeding'],
  ['PATCH', '/write-offs/{id}', 'updateWriteOff'],
  ['POST', '/feeding/{id}/preview', 'previewFeedingUpdate'],
  ['POST', '/feeding/{id}/preview-removal', 'previewFeedingRemoval'],
  ['POST', '/transact-good/{id}', 'transactGood'],
  ['GET', '/crud/counterparty', 'listCounterparties'],
  ['DELETE', '/batches/{id}', 'deleteBatch'],
  ['POST', '/crud/feed_brand/archive/{id}', 'archiveFeedBrand'],
  ['GET', '/goods-value/{id}', 'getGoodsValueById'],
  ['GET', '/get-cage-info', 'getCageInfo'],
] as const)('%s %s is called %s', (method, path, id) => {
  expect(operationId({ method, path })).toBe(id)
})

it('says of every area what it is about', () => {
  expect(document.tags.filter(({ description }) => !description)).toEqual([])
})

it('gives examples that the calls would take', () => {
  const given = endpoints.filter(({ example }) => example !== undefined)
  expect(given.length).toBeGreaterThan(10)
  for (const { method, path, input, example } of given)
    expect(input.safeParse(example), `${method} ${path}`).toMatchObject({ success: true })
})

it('asks for a session, a token or nothing', () => {
  const { paths } = document
  expect(paths['/retreat']!['post']!.security).toEqual([{ session: [] }])
  expect(paths['/external/input/{parameterId}']!['post']!.security).toEqual([{ token: [] }])
  expect(paths['/login']!['post']!.security).toEqual([])
})

it('offers a key of repetition where one is kept', () => {
  const keyed = (path: string, method: string) =>
    (document.paths[path]![method] as unknown as Operation).parameters.some(
      (one) => '$ref' in one && one.$ref.endsWith('IdempotencyKey'),
    )
  expect(keyed('/retreat', 'post')).toBe(true)
  expect(keyed('/retreat/preview', 'post')).toBe(false)
  expect(keyed('/auth/update-user-password', 'put')).toBe(false)
})

it('is a page to read, too', () => {
  const page = readablePage(document)
  for (const endpoint of endpoints) expect(page).toContain(`<code>${addressOf(endpoint)}</code>`)
})
