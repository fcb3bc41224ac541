import { expect, test } from 'vitest'
import type { TaskRow } from './common/tasks.contract'
import { tasksShown } from './shown-tasks.web'

const task = (id: number, start: string, end = start) =>
  ({ id, start: `${start}T08:00`, end: `${end}T09:00` }) as unknown as TaskRow
const ids = (tasks: readonly TaskRow[]) => tasks.map(({ id }) => id)

test('a view has the tasks that touch its days', () => {
  const tasks = [
    task(1, '2026-10-01'),
    task(2, '2026-10-25', '2026-10-27'),
    task(3, '2026-11-26'),
    task(4, '2026-11-29', '2026-12-02'),
    task(5, '2026-12-07'),
  ]
  // the weeks of November 2026 begin on 26 October and end on 6 December
  // what lasts several days lies above
  expect(ids(tasksShown(tasks, 'month', '2026-11-15').shown)).toEqual([2, 4, 3])
  expect(ids(tasksShown(tasks, 'week', '2026-11-26').shown)).toEqual([3, 4])
  expect(ids(tasksShown(tasks, 'day', '2026-11-30').shown)).toEqual([4])
})

test('a month that is full on all its days draws four of each', () => {
  const full = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`)
  const tasks = full.flatMap((day, at) => Array.from({ length: 10 }, (_, index) => task(at * 10 + index, day)))
  const { shown, left, leftOf } = tasksShown(tasks, 'month', '2026-11-15')
  expect([shown.length, left, leftOf.get('2026-11-07')]).toEqual([120, 180, 6])
  expect(tasksShown(tasks.slice(0, 260), 'month', '2026-11-15').left).toBe(0)
})

test('of what lasts several days a full month draws two rows, above what is of one day', () => {
  const long = [1, 2, 3, 4].map((id) => task(id, '2026-11-24', '2026-11-26'))
  const crowd = Array.from({ length: 20 }, (_, index) => task(100 + index, '2026-11-25'))
  const { shown, leftOf } = tasksShown([...crowd, ...long], 'month', '2026-11-15')
  // days without a crowd have all of them, so that «ещё» stands there too
  expect(ids(shown)).toEqual([1, 2, 100, 101, 3, 4])
  expect([...leftOf]).toEqual([['2026-11-25', 18]])
  // the next ones of the same days go on beneath: they would hide the day itself
  const chain = [task(1, '2026-11-23', '2026-11-24'), task(2, '2026-11-24', '2026-11-25'), ...long.slice(2)]
  expect(ids(tasksShown([...crowd, ...chain], 'month', '2026-11-15').shown).slice(0, 3)).toEqual([1, 2, 100])
})

test('of a day with more than anyone reads the first are drawn, and the others counted', () => {
  const crowd = Array.from({ length: 250 }, (_, index) => task(index, '2026-11-26'))
  const tasks = [...crowd, task(999, '2026-11-27')]
  const counts = (['month', 'week', 'day'] as const).map((view) => {
    const { shown, left } = tasksShown(tasks, view, '2026-11-26')
    return [shown.length, left]
  })
  expect(counts).toEqual([
    [5, 246],
    [41, 210],
    [200, 50],
  ])
})
