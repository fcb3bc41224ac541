import type { PublicContext } from './route'

/** The address that users open, without a slash at the end: BASE_URL, else what the request was sent to. */
export const originOf = ({ services, request }: Pick<PublicContext, 'services' | 'request'>): string =>
  (services.baseUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')
