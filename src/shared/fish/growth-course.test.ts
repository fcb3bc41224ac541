import { expect, test } from 'vitest'
import { addDays } from '../dates'
import { commonRange, type CourseDay, courseOf, figuresWithin } from './growth-course'

const MG = 1000

/** A day with so many fish of so many grams at its end. */
const day = (place: number, count: number, grams: number, more: Partial<CourseDay> = {}): CourseDay => ({
  day: addDays('2026-06-01', place),
  count,
  mass: count * grams * MG,
  dead: 0,
  came: 0,
  left: 0,
  grown: 0,
  fed: 0,
  weighings: 0,
  stocked: false,
  water: 10,
  ...more,
})

/** 1 000 fish of 125 g are stocked, ten days later they weigh 216 g: the root goes from 5 to 6. */
const ten = (more: (place: number) => Partial<CourseDay> = () => ({})) =>
  Array.from({ length: 11 }, (_, place) =>
    place === 0
      ? day(0, 1000, 125, { stocked: true, came: 1000, ...more(0) })
      : place === 10
        ? day(10, 1000, 216, { weighings: 1, grown: 91 * 1000 * MG, ...more(10) })
        : day(place, 1000, 125, more(place)),
  )

test('growth between two averages is told by TGC, Км, SGR and FCR', () => {
  const course = courseOf(
    ten(() => ({ fed: 10_920 * MG })),
    0,
  )
  const figures = figuresWithin(course, null)!
  expect(figures).toMatchObject({ first: '2026-06-02', last: '2026-06-11', days: 10, degreeDays: 100, weighings: 1 })
  expect(figures.from).toBeCloseTo(125)
  expect(figures.to).toBeCloseTo(216)
  // 1000·1/100, 3·1/10, 100·ln(216/125)/10, and 10 · 10.92 kg for 91 kg
  expect(figures.tgc).toBeCloseTo(10)
  expect(figures.km).toBeCloseTo(0.3)
  expect(figures.sgr).toBeCloseTo(5.46965)
  expect(figures.fcr).toBeCloseTo(1.2)
})

test('the root rises with the degree-days, so that warm days have more of the growth', () => {
  const course = courseOf(
    ten((place) => ({ water: place > 5 ? 15 : 5 })),
    0,
  )
  // 25 of 100 degree-days are over after five days
  expect(course.points[5]!.weight).toBeCloseTo(5.25 ** 3)
  expect(course.points[5]!.degreeDays).toBe(25)
})

test('of a range of weights only the days count in which the fish had them', () => {
  const course = courseOf(
    ten((place) => ({ dead: place === 2 || place === 9 ? 10 : 0 })),
    0,
  )
  // from 5.2 to 5.7: days 3 to 7
  const figures = figuresWithin(course, { from: 5.2 ** 3, to: 5.7 ** 3 })!
  expect(figures).toMatchObject({ first: '2026-06-04', last: '2026-06-08', dead: 0 })
  expect(figures.days).toBeCloseTo(5)
  expect(figures.tgc).toBeCloseTo(10)
  const half = figuresWithin(course, { from: 5.15 ** 3, to: 5.25 ** 3 })!
  expect(half.days).toBeCloseTo(1)
  expect(half).toMatchObject({ first: '2026-06-03', last: '2026-06-04', dead: 10 })
  expect(half.mortality).toBeCloseTo(1)
})

test('sorting out the large ones is no loss of growth', () => {
  const days = ten()
  // the 200 largest leave on the fifth day: the average falls by book from 125 to 110 g
  for (const place of [5, 6, 7, 8, 9]) days[place] = day(place, 800, 110)
  days[10] = day(10, 800, 216, { weighings: 1, grown: 800 * (216 - 110) * MG })
  const figures = figuresWithin(courseOf(days, 0), null)!
  // what is left grew from 110 to 216 g
  expect(figures.from).toBeCloseTo(110)
  expect(figures.tgc).toBeCloseTo(10 * (6 - Math.cbrt(110)))
})

test('survival is that of the fish at risk: those that left alive and those that came bend no curve', () => {
  const days = [
    day(0, 1000, 100, { stocked: true, came: 1000 }),
    day(1, 900, 100, { dead: 100 }),
    day(2, 450, 100),
    day(3, 850, 100, { came: 400 }),
    day(4, 765, 100, { dead: 85 }),
  ]
  const { points } = courseOf(days, 0)
  expect(points.map(({ survival }) => survival)).toEqual([1, 0.9, 0.9, 0.9, 0.9 * 0.9])
})

test('when a cage was emptied its longest stay counts', () => {
  const days = [day(0, 500, 100, { weighings: 1 }), day(1, 0, 0), day(40, 900, 50, { stocked: true }), day(41, 900, 50)]
  const emptied = courseOf([...days, day(42, 900, 60, { weighings: 1, grown: 9000 * MG })], 500)
  expect(emptied.points.map(({ day }) => day)).toEqual(['2026-07-11', '2026-07-12', '2026-07-13'])
  expect(emptied.measured).toHaveLength(2)
})

test('the common range is what all went through; who was weighed once has no say', () => {
  const course = (lightest: number | null, heaviest: number | null) => ({ lightest, heaviest })
  expect(commonRange([course(100, 400), course(180, 900), course(null, null)])).toEqual({ from: 180, to: 400 })
  expect(commonRange([course(100, 180), course(200, 900)])).toBe(null)
  expect(commonRange([])).toBe(null)
})

test('one measurement tells nothing of growth', () => {
  const course = courseOf([day(0, 10, 100, { weighings: 1 }), day(1, 10, 100)], 0)
  expect(course.lightest).toBe(null)
  expect(figuresWithin(course, null)).toBe(null)
})

test('in icy water growth is spread over the days', () => {
  const figures = figuresWithin(
    courseOf(
      ten(() => ({ water: -0.2 })),
      0,
    ),
    null,
  )!
  expect(figures.tgc).toBe(null)
  expect(figures.km).toBeCloseTo(0.3)
})
