import { isIPv6 } from 'node:net'

/** Whom an address stands for: a person has one of IPv4, but 2^64 of IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = tail === undefined ? 0 : 8 - left!.length - right!.length
  return [...left!, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right!].slice(0, 4).join(':')
}
