/** The address that users open, for links. */
import type { Context, PublicContext } from './route'

/** Where the request arrived: 'http://192.168.1.5:3000'. */
function arrivalOf({ protocol, socket }: PublicContext['request']): string {
  const address = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '127.0.0.1'
  const port = socket.localPort === undefined ? '' : `:${socket.localPort}`
  return `${protocol}://${address.includes(':') ? `[${address}]` : address}${port}`
}

type OriginContext = Pick<Context, 'services' | 'request'> & Partial<Pick<Context, 'user'>>

/**
 * Without a slash at the end: BASE_URL. Without that the host that the request names, when a signed-in person gets the
 * link on their own page; for anybody else it is whatever they wrote, and the link goes to another.
 */
export function originOf({ services, request, user }: OriginContext): string {
  const asked = user ? `${request.protocol}://${request.host}` : arrivalOf(request)
  return (services.baseUrl ?? asked).replace(/\/+$/, '')
}
