import type { PublicContext } from './route'

/** The address that users open, for links in letters, without a slash at the end: BASE_URL, else what was asked. */
export const originOf = ({ services, request }: Pick<PublicContext, 'services' | 'request'>): string =>
  (services.baseUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')
