/** The life of an alarm: by hand, and for any series. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Episode, episodesOf, type Level, type Run, silencesOf, type Timing } from './episodes'
import { instantOf, minutesOf } from './moments'

const LOW = { hold: 30, recover: 60, worse: 'low' } as const
const run = (level: Level, from: number, worst = 0, to = from): Run<string> => ({ level, from, to, worst, detail: '' })
const lives = (episodes: readonly Episode[]) =>
  episodes.map(({ from, active, recovering, until }) => [from, active, recovering, until])

test('minutes of farm time and back', () => {
  expect(instantOf(minutesOf('2026-03-29T02:30') + 45)).toBe('2026-03-29T03:15')
})

test('it waits, rings, recovers and is over', () => {
  const runs = [run('good', 0), run('bad', 10, 4.8), run('bad', 50, 4.2), run('good', 70)]
  expect(lives(episodesOf(runs.slice(0, 2), LOW, 20))).toEqual([[10, null, null, null]])
  expect(lives(episodesOf(runs.slice(0, 2), LOW, 40))).toEqual([[10, 40, null, null]])
  expect(lives(episodesOf(runs, LOW, 129))).toEqual([[10, 40, 70, null]])
  const [over] = episodesOf(runs, LOW, 130)
  expect(over).toMatchObject({ from: 10, active: 40, until: 130, worst: 4.2 })
})

test('a short dip rings nothing, and what lies between the lines goes on as it was', () => {
  expect(episodesOf([run('bad', 0), run('between', 29), run('good', 90)], LOW, 500)).toEqual([])
  const held = [
    run('bad', 0),
    run('between', 40),
    run('bad', 80),
    run('good', 90),
    run('bad', 120),
    run('between', 130),
  ]
  expect(lives(episodesOf(held, LOW, 1000))).toEqual([[0, 30, null, null]])
  expect(lives(episodesOf([run('bad', 0), run('good', 40), run('between', 90)], LOW, 1000))).toEqual([[0, 30, 40, 100]])
})

test('silence is an episode of its own, and is given up after two weeks', () => {
  expect(lives(silencesOf([run('good', 0), run('good', 100)], 60, 120))).toEqual([[60, 60, null, 100]])
  expect(lives(silencesOf([run('good', 0)], 60, 61))).toEqual([[60, 60, null, null]])
  expect(lives(silencesOf([run('good', 0)], 60, 60))).toEqual([])
  expect(lives(silencesOf([run('good', 0)], 60, 30_000))).toEqual([[60, 60, null, 60 + 14 * 1440]])
})

const levels = fc.constantFrom<Level>('bad', 'between', 'good')
const points = fc
  .array(fc.record({ level: levels, step: fc.integer({ min: 1, max: 90 }), worst: fc.integer({ min: 0, max: 9 }) }), {
    maxLength: 40,
  })
  .map((steps) => {
    let at = 0
    return steps.map(({ level, step, worst }) => run(level, (at += step), worst))
  })
const timings = fc.record({
  hold: fc.integer({ min: 0, max: 120 }),
  recover: fc.integer({ min: 0, max: 120 }),
  worse: fc.constantFrom<Timing['worse']>('low', 'high'),
})
const endOf = (runs: readonly Run[], more: number) => (runs.at(-1)?.to ?? 0) + more

test('looked at every few minutes it rings exactly as looked at once', () => {
  fc.assert(
    fc.property(points, timings, fc.nat(200), fc.array(fc.nat(1500)), (runs, timing, more, moments) => {
      const end = endOf(runs, more)
      const whole = episodesOf(runs, timing, end)
      const looks = [...moments.filter((one) => one < end), end].sort((one, other) => one - other)
      let open: Episode<string> | null = null
      const seen: Episode<string>[] = []
      let last = -1
      for (const look of looks) {
        const since = last
        const found: Episode<string>[] = episodesOf(
          runs.filter(({ from }) => from > since && from <= look),
          timing,
          look,
          open,
        )
        seen.push(...found.filter(({ until }) => until !== null))
        open = found.find(({ until }) => until === null) ?? null
        last = look
      }
      expect([...seen, ...(open ? [open] : [])]).toEqual(whole)
    }),
  )
})

test('runs of one level tell as much as each of their points', () => {
  fc.assert(
    fc.property(points, timings, fc.nat(200), (runs, timing, more) => {
      const isFirst = (index: number) => runs[index - 1]?.level !== runs[index]!.level
      const joined = runs.flatMap((one, index) => {
        if (!isFirst(index)) return []
        const rest = runs.slice(index + 1).findIndex(({ level }) => level !== one.level)
        const own = runs.slice(index, rest < 0 ? undefined : index + 1 + rest)
        const worst = (timing.worse === 'low' ? Math.min : Math.max)(...own.map((point) => point.worst))
        return [{ ...one, to: own.at(-1)!.to, worst }]
      })
      const end = endOf(runs, more)
      expect(episodesOf(joined, timing, end)).toEqual(episodesOf(runs, timing, end))
    }),
  )
})

test('what rang was bad for as long as it has to be, and no two overlap', () => {
  fc.assert(
    fc.property(points, timings, fc.nat(200), (runs, timing, more) => {
      const episodes = episodesOf(runs, timing, endOf(runs, more))
      for (const [index, { from, active, until }] of episodes.entries()) {
        const next = episodes[index + 1]
        if (active !== null) {
          expect(active).toBe(from + timing.hold)
          const meanwhile = runs.filter((one) => one.from >= from && one.from < active)
          expect(meanwhile.every(({ level }) => level === 'bad')).toBe(true)
        } else expect(next).toBeUndefined()
        if (next) expect(until! <= next.from).toBe(true)
      }
    }),
  )
})
