import { describe, expect, it } from 'vitest'
import { parseQuery, writeQuery } from './query'

describe('the query of an address', () => {
  it('reads repeated names and the spelling with brackets as arrays', () => {
    expect(parseQuery('?cagesId=1&cagesId=2&start=01.11.2026')).toEqual({ cagesId: ['1', '2'], start: '01.11.2026' })
    expect(parseQuery('?cagesId[]=1')).toEqual({ cagesId: ['1'] })
    expect(parseQuery('?cagesId[0]=1&cagesId[1]=2')).toEqual({ cagesId: ['1', '2'] })
    expect(parseQuery('')).toEqual({})
  })

  it('writes what it reads and nothing for what is not given', () => {
    expect(writeQuery({ a: ['1', '2'], b: 'x y', c: undefined, d: null })).toBe('?a=1&a=2&b=x+y')
    expect(writeQuery({ a: undefined })).toBe('')
    expect(parseQuery(writeQuery({ a: ['1', '2'], b: 'ё=&' }))).toEqual({ a: ['1', '2'], b: 'ё=&' })
  })
})
