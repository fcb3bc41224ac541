import { describe, expect, it } from 'vitest'
import type { Column } from '../../../../shared/columns'
import { cellText } from './cells'

const column = (type: Column['type'], more: Partial<Column> = {}): Column => ({ key: 'x', title: 'X', type, ...more })

describe('cellText', () => {
  it.each([
    [null, column('kg'), '—'],
    ['', column('text'), '—'],
    [[], column('list'), '—'],
    [['5 м', '10 м'], column('list'), '5 м, 10 м'],
    [[0.5, 3], column('list'), '0,5; 3'],
    [[0.5, 3], column('list', { unit: 'м' }), '0,5\u00a0м, 3\u00a0м'],
    [0, column('count'), '0'],
    [11456, column('count'), '11\u00a0456'],
    [10_000, column('count', { most: 10_000 }), '10\u00a0000'],
    [10_001, column('count', { most: 10_000 }), 'больше 10\u00a0000'],
    [-3.25, column('kg'), '\u22123,3'],
    ['2026-11-20T08:30', column('datetime'), '20.11.2026 08:30'],
    ['2026-11-20', column('day'), '20.11.2026'],
    ['20.11.2026', column('day'), '20.11.2026'],
    [0.11, column('percent', { unit: '%' }), '0,11'],
    [12.25, column('amount'), '12,25'],
    [1200, column('amount'), '1\u00a0200'],
    [1.23456, column('amount'), '1,235'],
    [0.00025, column('amount'), '0,00025'],
    [1591437.5, column('money'), '1\u00a0591\u00a0437,50'],
    [0, column('money'), '0,00'],
  ])('%j is %s', (value, as, text) => expect(cellText(value, as)).toBe(text))

  it('shows an average in the chosen unit', () => {
    expect(cellText(1.845, column('average'), 'g')).toBe('1\u00a0845')
  })
})
