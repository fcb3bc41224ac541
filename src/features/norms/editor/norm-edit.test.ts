import { describe, expect, test } from 'vitest'
import { type NormGrid, readGrids } from '../../../shared/feeding/norm-grid'
import { parseBlock } from '../../../web/ui/grid-edit/block'
import {
  addColumn,
  addRow,
  blankGrid,
  cleanDayPart,
  pasteBlock,
  placeAt,
  removeColumn,
  removeRow,
  tableText,
  textAt,
} from './norm-edit.web'

const titles = { min: 'Навеска от, г', max: 'Навеска до, г', fcr: 'КК', coefficient: 'Температурный коэффициент' }

const small = (): NormGrid => ({
  from: { day: '01', month: '06' },
  to: { day: '30', month: '09' },
  temperatures: ['2', '6'],
  coefficients: ['1,2', '1'],
  rows: [
    { min: '50', max: '100', fcr: '1,05', rates: ['0,4', '1,5'] },
    { min: '100', max: '250', fcr: '1,1', rates: ['0,3', '1,1'] },
  ],
})

describe('rows and columns', () => {
  test('are added empty, a row from where the one above ends', () => {
    expect(addRow(small(), 2).rows[2]).toEqual({ min: '250', max: '', fcr: '', rates: ['', ''] })
    expect(addRow(small(), 0).rows.map(({ min }) => min)).toEqual(['', '50', '100'])
    const wide = addColumn(small(), 1)
    expect([wide.temperatures, wide.coefficients, wide.rows[0]!.rates]).toEqual([
      ['2', '', '6'],
      ['1,2', '1', '1'],
      ['0,4', '', '1,5'],
    ])
  })

  test('may go, but the last weight and the last temperature stay', () => {
    const one = removeRow(removeRow(small(), 0), 0)
    expect(one.rows.map(({ min }) => min)).toEqual(['100'])
    const narrow = removeColumn(removeColumn(small(), 0), 0)
    expect([narrow.temperatures, narrow.rows[1]!.rates]).toEqual([['6'], ['1,1']])
  })

  test('are at most as many as norms may have', () => {
    let grid = small()
    for (let n = 0; n < 100; n++) grid = addColumn(addRow(grid, 1), 1)
    expect([grid.rows.length, grid.temperatures.length]).toEqual([60, 43])
  })
})

describe('a block from Excel', () => {
  test('fills the cells it covers, with comma and point and without signs of per cent', () => {
    const grid = pasteBlock(small(), parseBlock('0.5\t1,6 %\n0.6\t1.7'), 1, 2)
    expect(grid.rows.map(({ rates }) => rates)).toEqual([
      ['0.5', '1,6'],
      ['0.6', '1.7'],
    ])
    expect(grid.coefficients).toEqual(small().coefficients)
  })

  test('of more lines and columns makes the table grow; the row of coefficients stays the last', () => {
    const grid = pasteBlock(small(), parseBlock('1\t2\t3\t4\n5\t6\t7\t8\n9\t10\t11\t12'), 1, 2)
    expect(grid.temperatures).toEqual(['2', '6', '', ''])
    expect(grid.rows.map(({ rates }) => rates)).toEqual([
      ['1', '2', '3', '4'],
      ['5', '6', '7', '8'],
      ['9', '10', '11', '12'],
    ])
    expect(grid.coefficients).toEqual(['1,2', '1', '1', '1'])
  })

  test('of whole lines has the conversion rate in its last cell', () => {
    const grid = pasteBlock(small(), parseBlock('10\t20\t1\t2\t3\t0,9'), 1, 0)
    expect(grid.rows[0]).toEqual({ min: '10', max: '20', rates: ['1', '2', '3'], fcr: '0,9' })
    const fitting = pasteBlock(small(), parseBlock('1\t2\t0,9'), 2, 2)
    expect(fitting.rows[1]).toEqual({ min: '100', max: '250', rates: ['1', '2'], fcr: '0,9' })
  })

  test('that was copied as a whole is the same table in an empty one', () => {
    const grid = {
      ...pasteBlock(blankGrid(), parseBlock(tableText(small(), titles)), 1, 0),
      from: small().from,
      to: small().to,
    }
    const { seasons, faults } = readGrids([grid])
    expect(faults).toEqual([])
    expect(seasons).toEqual(readGrids([small()]).seasons)
  })

  test('of temperatures may have degrees behind them', () => {
    expect(pasteBlock(small(), [['4 °C', '8°']], 0, 2).temperatures).toEqual(['4', '8'])
  })

  test('of coefficients goes into their row and adds none', () => {
    const grid = pasteBlock(small(), parseBlock('1,3\t1,1\n5\t5'), 3, 2)
    expect([grid.coefficients, grid.rows.length]).toEqual([['1,3', '1,1'], 2])
  })
})

test('each cell of the table has a place, and the others none', () => {
  const grid = small()
  const places = [0, 1, 2, 3].map((line) => [0, 1, 2, 3, 4, 5].map((cell) => placeAt(grid, line, cell)))
  expect(places.map((line) => line.map((place) => place && textAt(grid, place)))).toEqual([
    [null, null, '2', '6', null, null],
    ['50', '100', '0,4', '1,5', '1,05', null],
    ['100', '250', '0,3', '1,1', '1,1', null],
    [null, null, '1,2', '1', null, null],
  ])
})

test('a day and a month are two digits, no more than there are', () => {
  expect([cleanDayPart('45', 31), cleanDayPart('3о1', 30), cleanDayPart('13', 12), cleanDayPart('', 12)]).toEqual([
    '31',
    '30',
    '12',
    '',
  ])
})
