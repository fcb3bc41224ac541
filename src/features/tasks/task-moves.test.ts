import { expect, test } from 'vitest'
import { addDays } from '../../shared/dates'
import { movesOf } from './task-moves.web'

const TODAY = '2026-11-26'
const goesTo = (day: string) =>
  movesOf({ start: `${day}T09:00` }, TODAY).map(({ title, days }) => [title, addDays(day, days)])

test.each([
  [
    'of today',
    TODAY,
    [
      ['На завтра', '2026-11-27'],
      ['На неделю позже', '2026-12-03'],
    ],
  ],
  [
    'of tomorrow',
    '2026-11-27',
    [
      ['На сегодня', TODAY],
      ['На неделю позже', '2026-12-04'],
    ],
  ],
  [
    'of next month',
    '2026-12-20',
    [
      ['На сегодня', TODAY],
      ['На завтра', '2026-11-27'],
      ['На неделю позже', '2026-12-27'],
    ],
  ],
  [
    'that is late',
    '2026-11-20',
    [
      ['На сегодня', TODAY],
      ['На завтра', '2026-11-27'],
      ['На неделю позже', '2026-12-03'],
    ],
  ],
])('a task %s is moved to the days that the words say', (_, day, expected) => {
  expect(goesTo(day)).toEqual(expected)
})
