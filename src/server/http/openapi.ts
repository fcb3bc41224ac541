/** OpenAPI 3.1 and a page to read it, both made from the contracts. */
import * as z from 'zod'
import { addressOf, type Endpoint } from '../../shared/contract'
import { saidShape } from '../../shared/say'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return json
}

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

/** Where each field of the input travels: the path, the query, or the body. */
function placesOf(endpoint: Endpoint) {
  const input = schemaOf(endpoint.input, 'input')
  const properties = (input.properties ?? {}) as Record<string, Json>
  // a PATCH has what it was given
  const required = new Set((endpoint.method === 'PATCH' ? [] : (input.required ?? [])) as string[])
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const queried = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const parameter = (place: 'path' | 'query') => (name: string) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: properties[name] ?? {},
  })
  const file = endpoint.upload ? { file: { type: 'string', contentMediaType: 'application/octet-stream' } } : {}
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(rest.map((name) => [name, properties[name]])), ...file },
    required: [...rest.filter((name) => required.has(name)), ...Object.keys(file)],
  }
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json'
  return {
    parameters: [...inPath.map(parameter('path')), ...(queried ? rest : []).map(parameter('query'))],
    body: queried || rest.length === 0 ? undefined : { required: true, content: { [type]: { schema } } },
  }
}

const TICKET = { name: 'token', in: 'query', required: false, schema: { type: 'string', maxLength: 100 } }

const answerOf = ({ answer, download }: Endpoint) =>
  download
    ? { 'application/octet-stream': { schema: {} } }
    : { 'application/json': { schema: schemaOf(answer, 'output') } }

function operation(endpoint: Endpoint): Json {
  const { parameters, body } = placesOf(endpoint)
  const open = endpoint.ability === 'public'
  const keyed = endpoint.method !== 'GET' && !open
  return {
    summary: endpoint.summary,
    tags: [endpoint.area],
    'x-ability': endpoint.ability,
    security: open ? [] : [{ session: [] }],
    parameters: [
      ...(keyed ? [...parameters, KEY_HEADER] : parameters),
      ...(endpoint.download && !open ? [TICKET] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: { description: 'OK', content: answerOf(endpoint) },
      401: errorAnswer('нет входа'),
      403: errorAnswer('нет права'),
      409: errorAnswer('противоречие'),
      422: errorAnswer('ошибка в данных'),
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    msgShouldBeShown: { type: 'boolean' },
    refusal: { type: 'object', description: 'the first operation that would break' },
    said: schemaOf(saidShape, 'output'),
    request_id: { type: 'string' },
  },
}

export function openApi(endpoints: Endpoint[], version: string) {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints)
    (paths[addressOf(endpoint)] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return {
    openapi: '3.1.0',
    info: { title: 'Садок', version },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sadok_session' } },
    },
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** One plain page: every call with its right and its fields. */
export function readablePage(document: ReturnType<typeof openApi>): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const parameters = (call.parameters as { name: string; required: boolean }[]).filter(
        ({ name }) => name !== 'Idempotency-Key',
      )
      const { content } = (call.requestBody ?? {}) as {
        content?: Record<string, { schema: { properties: Json; required: string[] } }>
      }
      const body = content && Object.values(content)[0]!.schema
      const fields = [
        ...parameters.map(({ name, required }) => (required ? `<b>${escape(name)}</b>` : escape(name))),
        ...Object.keys(body?.properties ?? {}).map((name) =>
          body!.required.includes(name) ? `<b>${escape(name)}</b>` : escape(name),
        ),
      ]
      return `<tr><td><code>${method.toUpperCase()}</code></td><td><code>${escape(path)}</code></td><td>${escape(String(call.summary))}</td><td>${escape(String(call['x-ability']))}</td><td>${fields.join(', ')}</td></tr>`
    }),
  )
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Садок: API</title>
<style>body{font:14px/20px system-ui,sans-serif;margin:24px;color:#0d1c2b}table{border-collapse:collapse}td,th{border-bottom:1px solid #dbe4eb;padding:6px 10px;text-align:left;vertical-align:top}code{font-family:ui-monospace,monospace}</style>
<h1>Садок: API ${escape(document.info.version)}</h1><p><a href="/api/openapi.json">openapi.json</a></p>
<table><thead><tr><th></th><th>Адрес</th><th>Что делает</th><th>Право</th><th>Поля (жирные обязательны)</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`
}
