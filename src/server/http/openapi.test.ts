import { expect, it } from 'vitest'
import { allRoutes as routes } from '../../app.server'
import { addressOf } from '../../shared/contract'
import { openApi, readablePage } from './openapi'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
}
interface Operation extends Json {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: { properties: Json; required: string[] } }> }
  responses: Record<string, Json>
}

const endpoints = routes.map(({ endpoint }) => endpoint)
// as a reader gets it
const document = JSON.parse(JSON.stringify(openApi(endpoints, '1.2.3'))) as ReturnType<typeof openApi>
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
)

it('describes every call once, and no two calls share an address', () => {
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  expect(described.sort()).toEqual(endpoints.map((endpoint) => `${endpoint.method} ${addressOf(endpoint)}`).sort())
  expect(new Set(described.map((one) => one.replace(/\{\w+\}/g, '{}'))).size).toBe(described.length)
})

it('has the shape of OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.info).toEqual({ title: 'Садок', version: '1.2.3' })
  for (const { path, method, operation } of operations) {
    const call = `${method} ${path}`
    expect(['get', 'post', 'put', 'patch', 'delete'], call).toContain(method)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`).sort(), call).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
    expect(
      inPath.every(({ required }) => required),
      call,
    ).toBe(true)
    const places = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
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

it('is a page to read, too', () => {
  const page = readablePage(document)
  for (const endpoint of endpoints) expect(page).toContain(addressOf(endpoint))
})
