/**
 * A message of Web Push: encrypted for one browser (RFC 8291, `aes128gcm` of RFC 8188) and signed for its service
 * (VAPID, RFC 8292). Keys are base64url as browsers give them.
 */
import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'

const CURVE = 'prime256v1'
const RECORD = 4096

export interface Browser {
  /** its public key */
  p256dh: string
  auth: string
}

export interface PushKeys {
  public_key: string
  private_key: string
}

const decode = (text: string) => Buffer.from(text, 'base64url')

function freshPair(): ECDH {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

export function newKeys(): PushKeys {
  const pair = freshPair()
  return { public_key: pair.getPublicKey('base64url'), private_key: pair.getPrivateKey('base64url') }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * @param pair of this message alone
 * @param salt 16 random bytes
 */
export function encrypt(text: string, { p256dh, auth }: Browser, pair = freshPair(), salt = randomBytes(16)): Buffer {
  const theirs = decode(p256dh)
  const own = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own])
  const secret = derive(pair.computeSecret(theirs), decode(auth), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD)
  size.writeUInt8(own.length, 4)
  // 2 marks the last record
  const sealed = [cipher.update(text), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, own, ...sealed])
}

const DAY_S = 86_400
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The header `Authorization` for the service of an address.
 *
 * @param contact where the sender is found: a URL or mailto:
 */
export function authorization(endpoint: string, keys: PushKeys, contact: string, now = Date.now()): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + DAY_S / 2, sub: contact }
  const token = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const point = decode(keys.public_key)
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: keys.private_key }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${token}.${signature.toString('base64url')}, k=${keys.public_key}`
}
