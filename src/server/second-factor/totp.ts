/** Codes of an application on a phone: RFC 6238 over RFC 4226, SHA-1, six digits, half a minute each. */
import { createHmac } from 'node:crypto'

const STEP_SECONDS = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The number of the half minute of a moment in ms. */
export const stepAt = (moment: number): number => Math.floor(moment / 1000 / STEP_SECONDS)

export function codeOf(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const sum = createHmac('sha1', secret).update(counter).digest()
  const number = sum.readUInt32BE(sum.at(-1)! & 0x0f) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step of a right code: this half minute, the one before or the one after, since clocks differ; null for a wrong
 * code.
 */
export function stepOf(secret: Buffer, code: string, moment: number): number | null {
  const now = stepAt(moment)
  return [now, now - 1, now + 1].find((step) => codeOf(secret, step) === code) ?? null
}

/** RFC 4648 without padding, as people type it into an application. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

const ISSUER = 'SADOK'

/** The content of the QR code for the application. */
export function addressOfSecret(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: ISSUER })
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query}`
}
