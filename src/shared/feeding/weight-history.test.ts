import { describe, expect, it } from 'vitest'
import { minutesOf } from '../alarms/moments'
import { bandOf, firstEstimate, UNKNOWN_SAMPLE, variationOf, wideningOf } from './weight-filter'
import { foldHistories, type GroupHistory, type Happening, type HistoryEvent } from './weight-history'
import { advance, corrected } from '../../testing/feeding/estimates'

const event = (at: string, what: Happening, rest: Partial<HistoryEvent> = {}): HistoryEvent => ({
  minute: minutesOf(at),
  id: 1,
  what,
  grown: 0,
  days: [],
  ...rest,
})
const weighed = (weight: number, sample: number | null = null): Happening => ({
  type: 'weighed',
  weight,
  sample,
  real: true,
})
const stocked = (weight: number): Happening => ({
  type: 'came',
  before: 0,
  held: null,
  count: 1000,
  weight,
  book: weight,
  from: [],
})
const seen = (day: string) => event(`${day}T23:59`, { type: 'seen', day })
const fish = (events: HistoryEvent[], rest: Partial<GroupHistory> = {}): GroupHistory => ({
  group: 1,
  cage: 1,
  species: 1,
  events,
  ...rest,
})
const fold = (...histories: GroupHistory[]) => foldHistories(histories, { clock: () => 0.01, beginning: new Set([1]) })
const weightOf = (told: Awaited<ReturnType<typeof fold>>, group: number, day: string) =>
  bandOf(told.seen.get(group)!.get(day)!.estimate, 0.9).weight

describe('the history of a group', () => {
  it('goes by booked growth and by the clock of other days, and is compared with each weighing', async () => {
    const { seen: found, trials } = await fold(
      fish([
        event('2026-06-01T10:00', stocked(100)),
        event('2026-06-11T10:00', weighed(120, 50), { grown: 0.2, days: ['2026-06-02', '2026-06-03'] }),
        seen('2026-06-11'),
      ]),
    )
    const foretold = advance(advance(advance(firstEstimate(100, UNKNOWN_SAMPLE), 0.2), 0.01), 0.01)
    const known = found.get(1)!.get('2026-06-11')!
    const expected = corrected(foretold, 120, variationOf(50))
    expect(known.estimate.root).toBeCloseTo(expected.root, 12)
    expect(known.widening).toBe(wideningOf(expected))
    expect(known).toMatchObject({ weighings: 1, last: { at: '2026-06-11T10:00', weight: 120, sample: 50 } })
    expect(trials).toHaveLength(1)
    expect(trials[0]!.error).toBeCloseTo(bandOf(foretold, 0.9).weight / 120 - 1, 12)
    expect(trials[0]!.held).toBe(true)
  })

  it('is widened by what was foretold wrong of others of its species, not of other species', async () => {
    const wrong = (group: number, species: number) =>
      fish([event('2026-05-01T10:00', stocked(100)), event('2026-05-11T10:00', weighed(300))], { group, species })
    const own = fish([event('2026-06-01T10:00', stocked(100)), seen('2026-06-02')], { group: 9 })
    const widening = async (other: GroupHistory) => (await fold(other, own)).seen.get(9)!.get('2026-06-02')!.widening
    expect(await widening(wrong(1, 1))).toBeGreaterThan(1.5)
    expect(await widening(wrong(1, 2))).toBe(1)
  })

  it('is the same in whatever order groups and events are given', async () => {
    const one = [event('2026-06-01T10:00', stocked(100)), event('2026-06-11T10:00', weighed(130), { grown: 0.2 })]
    const [a, b] = [fish([...one, seen('2026-06-11')]), fish(one, { group: 2 })]
    expect((await fold(a, b)).seen).toEqual((await fold(b, a)).seen)
  })

  it('goes on where fish came from; a typed weight begins it anew and keeps their growth', async () => {
    const source = fish([
      event('2026-06-01T10:00', stocked(100)),
      event('2026-06-21T10:00', weighed(150), { grown: 0.3 }),
      event('2026-06-22T10:00', { type: 'seen', day: null }),
      seen('2026-06-22'),
    ])
    const came = (weight: number | null) =>
      fish(
        [
          event('2026-06-22T10:00', { type: 'came', before: 0, held: null, count: 10, weight, book: 150, from: [1] }),
          seen('2026-06-22'),
        ],
        { group: 2 },
      )
    const plain = (await fold(came(null), source)).seen
    expect(plain.get(2)!.get('2026-06-22')!.estimate).toEqual(plain.get(1)!.get('2026-06-22')!.estimate)
    const typed = await fold(came(180), source)
    expect(weightOf(typed, 2, '2026-06-22')).toBeCloseTo(180, 9)
    expect(typed.seen.get(2)!.get('2026-06-22')!.estimate.growth).toBe(
      typed.seen.get(1)!.get('2026-06-22')!.estimate.growth,
    )
  })

  it('keeps what was known on a day, and what fish took along, whatever comes after', async () => {
    const begin = [event('2026-06-01T10:00', stocked(100)), seen('2026-06-05')]
    const left = event('2026-06-06T10:00', { type: 'seen', day: null }, { id: 10, grown: 0.1 })
    const later = event('2026-06-11T10:00', weighed(300, 50), { id: 11, grown: 0.2 })
    const came: Happening = { type: 'came', before: 0, held: null, count: 10, weight: null, book: 90, from: [1] }
    const taking = (group: number) =>
      fish([event('2026-06-06T10:00', came, { id: 10 }), seen('2026-06-06'), later], { group })
    const histories = [fish([...begin, left, later]), taking(2), taking(3)]
    const { seen: found } = await foldHistories(histories, { clock: () => 0.01, beginning: new Set([10]) })
    const first = firstEstimate(100, UNKNOWN_SAMPLE)
    expect(found.get(1)!.get('2026-06-05')!.estimate).toEqual(first)
    for (const group of [2, 3]) expect(found.get(group)!.get('2026-06-06')!.estimate).toEqual(advance(first, 0.1))
  })

  it('goes round with fish that come back, whichever group is gone through first', async () => {
    const left = (at: string, id: number) => event(at, { type: 'seen', day: null }, { id })
    const came = (at: string, id: number, from: number) =>
      event(at, { type: 'came', before: 0, held: null, count: 10, weight: null, book: 90, from: [from] }, { id })
    const grown = (one: HistoryEvent, grown: number) => ({ ...one, grown })
    const round = [
      fish([
        event('2026-06-01T10:00', stocked(100)),
        grown(left('2026-06-02T10:00', 10), 0.1),
        left('2026-06-02T11:00', 14),
        came('2026-06-04T10:00', 12, 3),
        // as they begin another group for the second time, and stay
        grown(left('2026-06-05T10:00', 13), 0.3),
        seen('2026-06-06'),
      ]),
      fish([came('2026-06-02T10:00', 10, 1), grown(left('2026-06-03T10:00', 11), 0.2)], { group: 2 }),
      fish(
        [
          came('2026-06-03T10:00', 11, 2),
          left('2026-06-04T10:00', 12),
          came('2026-06-05T10:00', 13, 1),
          seen('2026-06-06'),
        ],
        {
          group: 3,
        },
      ),
    ]
    const early = fish([came('2026-06-02T11:00', 14, 1), seen('2026-06-06')], { group: 4 })
    const fresh = firstEstimate(100, UNKNOWN_SAMPLE)
    const expected = [0.1, 0.2, 0.3].reduce(advance, fresh)
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const order of orders) {
      const { seen: found } = await foldHistories([...order.map((place) => round[place]!), early], {
        clock: () => 0.01,
        beginning: new Set([10, 11, 12, 13, 14]),
      })
      for (const group of [1, 3]) expect(found.get(group)!.get('2026-06-06')!.estimate).toEqual(expected)
      expect(found.get(4)!.get('2026-06-06')!.estimate).toEqual(advance(fresh, 0.1))
    }
  })

  it('is the mean of those that were there and those that join them', async () => {
    const joined = (weight: number | null): Happening => {
      const came = { type: 'came', before: 1000, held: 50, count: 1000, book: 75, from: [] } as const
      return { ...came, weight }
    }
    const mean = async (weight: number | null) => {
      const told = await fold(
        fish([event('2026-06-01T10:00', stocked(100)), event('2026-06-02T10:00', joined(weight)), seen('2026-06-02')]),
      )
      return weightOf(told, 1, '2026-06-02')
    }
    expect(await mean(200)).toBeCloseTo(150, 9)
    // half as heavy again in the book, which knows nothing of the growth of either
    expect(await mean(null)).toBeCloseTo(125, 9)
  })

  it('is what a sorted catch leaves; one that cannot be leaves it alone', async () => {
    const taken = async (mass: number) =>
      weightOf(
        await fold(
          fish([
            event('2026-06-01T10:00', stocked(100)),
            event('2026-06-02T10:00', { type: 'taken', before: 1000, count: 200, mass }),
            seen('2026-06-02'),
          ]),
        ),
        1,
        '2026-06-02',
      )
    expect(await taken(30_000)).toBeCloseTo(87.5, 9)
    expect(await taken(20_000)).toBeCloseTo(100, 9)
    expect(await taken(90_000)).toBeCloseTo(100, 9)
  })
})
