/** One call as an operation of OpenAPI. */
import type { Endpoint } from '../../shared/contract'
import { operationId } from './operation-id'
import { type Json, schemaOf } from './schemas'

const withExample = (name: string, example: Json = {}) => (name in example ? { example: example[name] } : {})

/** Where each field of the input travels: the path, the query, or the body. */
function placesOf(endpoint: Endpoint, named: Record<string, Json>) {
  const { example } = endpoint
  const input = schemaOf(endpoint.input, 'input', named)
  const properties = (input.properties ?? {}) as Record<string, Json>
  // a PATCH requires no field of its body
  const required = new Set((endpoint.method === 'PATCH' ? [] : (input.required ?? [])) as string[])
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const queried = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const parameter = (place: 'path' | 'query') => (name: string) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: properties[name] ?? {},
    ...withExample(name, example),
  })
  const { upload, fileField = 'file' } = endpoint
  const file = upload ? { [fileField]: { type: 'string', contentMediaType: 'application/octet-stream' } } : {}
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(rest.map((name) => [name, properties[name]])), ...file },
    required: [...rest.filter((name) => required.has(name)), ...Object.keys(file)],
  }
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json'
  const typed = example && Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)))
  const content = { schema, ...(typed && { example: typed }) }
  return {
    parameters: [...inPath.map(parameter('path')), ...(queried ? rest : []).map(parameter('query'))],
    body: queried || rest.length === 0 ? undefined : { required: true, content: { [type]: content } },
  }
}

/** Whether the call is for an external application, which has a token instead of a session. */
export const isOutside = ({ path, input }: Endpoint) =>
  path.startsWith('//') && 'token' in ((input as { shape?: object }).shape ?? {})

function securityOf(endpoint: Endpoint): Json[] {
  if (isOutside(endpoint)) return [{ token: [] }]
  return endpoint.ability === 'public' ? [] : [{ session: [] }]
}

/** Whether repeating the call with its key answers the first reply. */
const isKeyed = ({ method, ability, secret, dry }: Endpoint) =>
  method !== 'GET' && ability !== 'public' && !secret && !dry

function* sentences(endpoint: Endpoint): Generator<string> {
  const { ability, details, method, dry, slow, download, secret, confirmed } = endpoint
  if (details) yield details
  if (isOutside(endpoint)) yield 'Вызывает внешнее приложение, по своему токену.'
  else if (ability === 'public') yield 'Вход не нужен.'
  else yield ability === 'signed-in' ? 'Нужен вход.' : `Нужно право «${ability}».`
  if (confirmed) yield 'Если пароль не вводили 10 минут, его спросит POST /sessions/confirm (403, `passwordNeeded`).'
  if (method === 'PATCH') yield 'Меняется только то, что передано; `null` очищает поле.'
  if (dry && method !== 'GET') yield 'Проверяет и считает то же, что и сама запись, но ничего не сохраняет.'
  if (download && ability === 'public') yield 'Ответ — файл.'
  else if (download) yield 'Ответ — файл. Вместо сеанса годится пропуск из POST /download-token в параметре `token`.'
  if (slow) yield 'Может занять до минуты.'
  if (secret) yield 'Повтор выполняется снова: ответ не хранится.'
}

const answerOf = ({ answer, download }: Endpoint, named: Record<string, Json>) =>
  download
    ? { 'application/octet-stream': { schema: {} } }
    : { 'application/json': { schema: schemaOf(answer, 'output', named) } }

const refused = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** Adds the named schemas that the call uses to `named`. */
export function operation(endpoint: Endpoint, named: Record<string, Json>): Json {
  const { parameters, body } = placesOf(endpoint, named)
  const { summary, area, ability, download } = endpoint
  return {
    operationId: operationId(endpoint),
    summary,
    description: [...sentences(endpoint)].join(' '),
    tags: [area],
    'x-ability': ability,
    security: securityOf(endpoint),
    parameters: [
      ...parameters,
      ...(isKeyed(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(download && ability !== 'public' ? [{ $ref: '#/components/parameters/DownloadToken' }] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: { description: 'Сделано', content: answerOf(endpoint, named) },
      401: refused('NotSignedIn'),
      403: refused('Forbidden'),
      404: refused('NotFound'),
      409: refused('Conflict'),
      422: refused('Invalid'),
      429: refused('TooMany'),
      503: refused('Busy'),
    },
  }
}
