/** OpenAPI 3.1, made from the contracts. */
import { setImmediate } from 'node:timers/promises'
import { type Endpoint, addressOf } from '../../shared/contract'
import { COMMON, DESCRIPTION, TAGS } from './words'
import { operation } from './operation'
import type { Json } from './schemas'

const SERVER = '/api'

/** The path below `/api`; paths outside of it are absolute. */
const pathOf = (endpoint: Endpoint): string => {
  const address = addressOf(endpoint)
  return address.startsWith(`${SERVER}/`) ? address.slice(SERVER.length) : address
}

interface About {
  version: string
  /** of the session */
  cookie: string
}

export type Document = Awaited<ReturnType<typeof openApi>>

/**
 * `cookie` is the name of the session cookie. Rejects when two schemas share a name. Describing all calls takes half a
 * second, so it yields to other work in between.
 */
export async function openApi(endpoints: Endpoint[], { version, cookie }: About) {
  const paths: Record<string, Record<string, Json>> = {}
  const schemas: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    await setImmediate()
    const item = (paths[pathOf(endpoint)] ??= {})
    item[endpoint.method.toLowerCase()] = {
      ...operation(endpoint, schemas),
      ...(addressOf(endpoint).startsWith(`${SERVER}/`) ? {} : { servers: [{ url: '/' }] }),
    }
  }
  const areas = [...new Set(endpoints.map(({ area }) => area))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Садок',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: SERVER, description: 'эта установка' }],
    tags: areas.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      ...COMMON,
      schemas: Object.fromEntries(
        Object.entries({ ...COMMON.schemas, ...schemas }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'Ставит POST /login, держится 30 дней. По https имя начинается с `__Host-`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'Токен внешнего приложения.' },
      },
    },
  }
}
