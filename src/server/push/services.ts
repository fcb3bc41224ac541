/**
 * The push services of browsers. The address of a device comes from a page, and this server writes to it: to these
 * hosts alone, and to those of PUSH_SERVICES, where a farm runs a service of its own.
 */
const KNOWN = [
  /^fcm\.googleapis\.com$/,
  /^(.+\.)?push\.services\.mozilla\.com$/,
  /^(.+\.)?push\.apple\.com$/,
  /^(.+\.)?notify\.windows\.com$/,
]

const own = () => (process.env['PUSH_SERVICES'] ?? '').split(/[\s,]+/).filter(Boolean)

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, origin, username, port } = new URL(endpoint)
  if (username !== '') return false
  return (
    own().includes(origin) || (protocol === 'https:' && port === '' && KNOWN.some((pattern) => pattern.test(hostname)))
  )
}
