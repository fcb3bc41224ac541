import { expect, test } from 'vitest'
import { addressOfSecret, base32, codeOf, stepAt, stepOf } from './totp'

/** of the appendices of RFC 4226 and RFC 6238 */
const SECRET = Buffer.from('12345678901234567890')

test('the codes of RFC 4226, by their counter', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((counter) => codeOf(SECRET, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('the codes of RFC 6238, by their second', () => {
  const codes: Record<number, string> = {
    59: '94287082',
    1111111109: '07081804',
    1111111111: '14050471',
    1234567890: '89005924',
    2000000000: '69279037',
    20000000000: '65353130',
  }
  for (const [second, code] of Object.entries(codes))
    expect(codeOf(SECRET, stepAt(Number(second) * 1000), 8)).toBe(code)
})

test('a code is right in its half minute and the ones beside it', () => {
  const code = codeOf(SECRET, 1000)
  const at = (step: number) => stepOf(SECRET, code, step * 30_000 + 5_000)
  expect([998, 999, 1000, 1001, 1002].map(at)).toEqual([null, 1000, 1000, 1000, null])
  expect(stepOf(SECRET, '', 30_000_000)).toBeNull()
})

test('the secret is written as applications read it', () => {
  // RFC 4648, without the padding
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, written] of Object.entries(vectors)) expect(base32(Buffer.from(text))).toBe(written)
  expect(addressOfSecret(SECRET, 'анна@example.com')).toBe(
    'otpauth://totp/SADOK:%D0%B0%D0%BD%D0%BD%D0%B0%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=SADOK',
  )
})
