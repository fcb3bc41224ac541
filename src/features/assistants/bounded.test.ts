import { describe, expect, it } from 'vitest'
import { bounded } from './bounded.server'

describe('a long answer', () => {
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, name: 'Садок' }))
  const cut = (kept: number, all: number) => `${kept} из ${all}`

  it('has its first rows, and says that it was cut', () => {
    const told = bounded({ total: 1000, rows }, cut, 10_000)
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThanOrEqual(10_000)
    expect(told).toMatchObject({ total: 1000, cut: '250 из 1000' })
    expect(bounded(rows, cut, 10_000)).toMatchObject({ cut: '250 из 1000' })
  })

  it('that is no list is cut whole', () => {
    expect(bounded({ text: 'x'.repeat(20_000) }, cut, 10_000)).toEqual({ cut: '0 из 0' })
    expect(bounded({ rows: [{ text: 'x'.repeat(20_000) }] }, cut, 10_000)).toEqual({ cut: '0 из 1' })
  })

  it('a short one stays as it is; one that is no object becomes one', () => {
    expect(bounded({ a: 1 }, cut)).toEqual({ a: 1 })
    expect(bounded([1], cut)).toEqual({ rows: [1] })
    expect(bounded(null, cut)).toEqual({ rows: null })
  })
})
