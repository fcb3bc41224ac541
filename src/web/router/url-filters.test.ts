import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseQuery, writeQuery } from './address'
import { readFilters } from './url-filters'

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

describe('filters from the query', () => {
  const schema = z.object({
    page: z.coerce.number().int().min(1),
    cagesId: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.string())),
  })
  const defaults = { page: 1, cagesId: ['-1'] }

  it('coerces text and a single value', () => {
    expect(readFilters(schema, defaults, { page: '3', cagesId: '7' })).toEqual({ page: 3, cagesId: ['7'] })
  })

  it('takes the default for what is absent or refused, and keeps the rest', () => {
    expect(readFilters(schema, defaults, {})).toEqual(defaults)
    expect(readFilters(schema, defaults, { page: 'abc', cagesId: ['7', '8'] })).toEqual({
      page: 1,
      cagesId: ['7', '8'],
    })
    expect(readFilters(schema, defaults, { other: 'x' })).toEqual(defaults)
  })
})
