import { expect, test } from 'vitest'
import { carried } from './across.web'

const [HOUR, DAY] = [
  { start: '2026-11-27T09:00', end: '2026-11-27T11:00' },
  { start: '2026-11-27T00:00', end: '2026-11-27T23:59' },
]

test('an hour that is carried to the whole days lasts a day, a whole day among the hours lasts an hour', () => {
  expect(carried(HOUR, '2026-11-28T00:00')).toEqual({
    start: '2026-11-28T00:00',
    end: '2026-11-28T23:59',
    all_day: true,
  })
  expect(carried(DAY, '2026-11-28T14:00')).toEqual({
    start: '2026-11-28T14:00',
    end: '2026-11-28T15:00',
    all_day: false,
  })
  expect(carried(DAY, '2026-11-28T23:00')).toEqual({
    start: '2026-11-28T23:00',
    end: '2026-11-28T23:59',
    all_day: false,
  })
})

test('several days do not shrink to an hour', () => {
  expect(carried({ ...DAY, end: '2026-11-29T23:59' }, '2026-11-28T14:00')).toBeNull()
})
