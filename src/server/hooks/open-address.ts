/**
 * Which addresses that a person typed this server writes to: those of the Internet, and of HOOK_ORIGINS, where a farm
 * has a program in its own network.
 */
import { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const own = () => (process.env['HOOK_ORIGINS'] ?? '').split(/[\s,]+/).filter(Boolean)

/** The operator of the server allowed it. */
export const isOwn = ({ origin }: URL): boolean => own().includes(origin)

const GLOBAL = ipaddr.parseCIDR('2000::/3')

/** An address of the Internet: not of this machine, its network, a tunnel into one, nor of no one at all. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  return known.range() === 'unicast' && (known.kind() === 'ipv4' || known.match(GLOBAL))
}

/** The address in a host, without brackets; null for a name. Decimal and octal ones are plain in a parsed URL. */
function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : null
}

/** No such name is given to anybody in the Internet: those of one word, and those kept for networks of one's own. */
const INNER_NAME = /^[^.]*$|\.(localhost|local|internal|intranet|lan|home\.arpa)$/

/** Leads out of this network, as far as can be told without asking for the name. */
export function mayLeadOut(url: URL): boolean {
  const literal = literalOf(url)
  const known = literal === null ? !INNER_NAME.test(url.hostname.replace(/\.$/, '')) : isPublic(literal)
  return isOwn(url) || known
}

/** Why an address is not taken; null when it is. */
export function refusedAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return 'Введите адрес целиком: https://…'
  const url = new URL(typed)
  if (url.username !== '' || url.password !== '') return 'Имя и пароль в адресе не передаются'
  if (url.protocol !== 'https:' && !isOwn(url)) return 'Адрес начинается с https://'
  return mayLeadOut(url) ? null : 'Адрес ведёт во внутреннюю сеть сервера'
}

/** The name leads into this network. */
export class ClosedAddress extends Error {}

type Resolve = typeof resolveName

/**
 * Finds the addresses of a name for a connection, and refuses the whole name when one of them is not of the Internet.
 * What was checked is what is connected to: a name that answers otherwise the next time gains nothing.
 */
export const openLookup =
  (resolve: Resolve = resolveName): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublic(address))) return done(new ClosedAddress(hostname), '')
      if (options.all) return done(null, addresses)
      done(null, first.address, first.family)
    })
