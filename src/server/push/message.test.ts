/** Web Push: the example of RFC 8291, and a signature that the public key proves. */
import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorization, encrypt, newKeys } from './message'

test('encrypts as the example of RFC 8291, appendix A', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const browser = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const sealed = encrypt('When I grow up, I want to be a watermelon', browser, pair, salt)
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
      'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('signs for the service of the address alone', () => {
  const keys = newKeys()
  const header = authorization('https://push.example.com/send/abc', keys, 'mailto:farm@example.com', 0)
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(header)!
  expect(key).toBe(keys.public_key)
  const [head, claims, signature] = token!.split('.')
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toEqual({
    aud: 'https://push.example.com',
    exp: 43_200,
    sub: 'mailto:farm@example.com',
  })
  const point = Buffer.from(keys.public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const proved = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  expect(proved).toBe(true)
})
