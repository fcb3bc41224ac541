import { expect, test } from 'vitest'
import { readingText, showReading } from './measurement-words.web'

test.each([
  [8, '8,0', '8,0'],
  [0, '0,0', '0,0'],
  [8.25, '8,25', '8,25'],
  [-0.4, '\u22120,4', '-0,4'],
  [0.000001, '0,000001', '0,000001'],
  [1200, '1\u00a0200,0', '1200,0'],
])('%s is shown as «%s» and typed as «%s»', (value, shown, typed) => {
  expect(showReading(value)).toBe(shown)
  expect(readingText(value)).toBe(typed)
})
