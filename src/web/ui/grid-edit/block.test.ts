import { describe, expect, test } from 'vitest'
import { moveByKey, parseBlock } from './block'

describe('a block of the clipboard', () => {
  test('is rows and cells, without an empty row at the end', () => {
    expect(parseBlock('8,4\t10,2\r\n8,5\t\r\n')).toEqual([
      ['8,4', '10,2'],
      ['8,5', ''],
    ])
  })
  test('may hold line ends and quotes inside a quoted cell', () => {
    expect(parseBlock('"a\nb"\t"so ""called"""\n1')).toEqual([['a\nb', 'so "called"'], ['1']])
  })
  test('of one cell is one cell', () => expect(parseBlock('7')).toEqual([['7']]))
})

describe('a key in a cell', () => {
  const inside = { start: false, end: false }
  const press = (key: string, shiftKey = false) => ({ key, shiftKey })
  test('Enter and arrows go up and down from anywhere', () => {
    expect(moveByKey(press('Enter'), inside)).toEqual({ rows: 1, columns: 0 })
    expect(moveByKey(press('Enter', true), inside)).toEqual({ rows: -1, columns: 0 })
    expect(moveByKey(press('ArrowUp'), inside)).toEqual({ rows: -1, columns: 0 })
  })
  test('arrows to the side move in the text first', () => {
    expect(moveByKey(press('ArrowLeft'), inside)).toBe(null)
    expect(moveByKey(press('ArrowLeft'), { start: true, end: false })).toEqual({ rows: 0, columns: -1 })
    expect(moveByKey(press('ArrowRight'), { start: false, end: true })).toEqual({ rows: 0, columns: 1 })
    expect(moveByKey(press('ArrowRight', true), { start: true, end: true })).toBe(null)
  })
  test('Tab and letters are the browser’s', () => {
    expect(moveByKey(press('Tab'), { start: true, end: true })).toBe(null)
    expect(moveByKey(press('5'), { start: true, end: true })).toBe(null)
  })
})
