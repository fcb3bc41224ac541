import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readFilters } from './url-filters'

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
