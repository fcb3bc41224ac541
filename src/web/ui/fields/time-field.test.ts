import { expect, test } from 'vitest'
import { readTime } from './time-field'

test.each([
  ['9:5', '09:05'],
  ['9.5', '09:05'],
  ['9:05', '09:05'],
  ['830', '08:30'],
  ['8', '08:00'],
  ['0830', '08:30'],
  ['25:00', null],
  ['9:75', null],
  ['', null],
])('a time typed as «%s» is %s', (typed, time) => expect(readTime(typed)).toBe(time))
