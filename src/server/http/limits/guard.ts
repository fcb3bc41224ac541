/** Refuses, before anything else, what a browser sends on behalf of another site, and what comes without encryption. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError, foreignSite } from '../../errors'

const NEEDS_HTTPS = 'Откройте программу по адресу с https: без шифрования она не отвечает.'
const SAFE = ['GET', 'HEAD', 'OPTIONS']

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * A browser says where a request comes from, by `Sec-Fetch-Site` on https and localhost, by `Origin` everywhere;
 * programs send neither. The cookie's SameSite is not enough: another port of the host, or its sub-domain, counts as
 * the same site.
 */
function isForeign({ headers, protocol, host }: FastifyRequest, baseUrl: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined) return false
  if (baseUrl && new URL(baseUrl).origin === origin) return false
  const asked = hostOf(origin)
  return asked === null || asked !== hostOf(`${protocol}://${host}`)
}

/** `open` are paths that are also served without encryption. */
export function refuseForeign(app: FastifyInstance, baseUrl: string | null, open: string[]): void {
  const encrypted = baseUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', (request, _, done) => {
    if (encrypted && request.protocol !== 'https' && !open.includes(request.url))
      return done(new CallError(403, NEEDS_HTTPS, { msgShouldBeShown: true }))
    if (!SAFE.includes(request.method) && isForeign(request, baseUrl)) return done(foreignSite())
    done()
  })
}
