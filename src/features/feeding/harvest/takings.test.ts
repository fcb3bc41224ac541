import { describe, expect, test } from 'vitest'
import type { PresentGroup } from '../../../core/feeding/forecast/averages.server'
import { foldTakings, type Taking } from './takings.server'

const KG = 1_000_000
const TODAY = '2026-12-01'
const group = (count: number, kg: number, category = 1): PresentGroup => ({
  id: category,
  generation: 1,
  category,
  count,
  mass: count * kg * KG,
})
const row = (id: number, more: Partial<Taking>): Taking => ({
  id,
  day: TODAY,
  generation: null,
  category: null,
  count: null,
  weight: null,
  ...more,
})
/** Fish as heavy as now; from the 10th on 10 % heavier, with a band. */
const averageOn = ({ mass, count }: PresentGroup, day: string) => {
  const now = mass / count
  return day < '2026-12-10'
    ? { average: now, low: null, high: null }
    : { average: now * 1.1, low: now, high: now * 1.2 }
}
const fold = (groups: PresentGroup[], ...rows: Taking[]) => foldTakings(groups, rows, averageOn, TODAY)

describe('a row', () => {
  test('of pieces takes as much as they weigh, one of kilograms as many as weigh it', () => {
    const taken = fold([group(1000, 2)], row(1, { count: 100 }), row(2, { weight: 300 * KG }))
    expect(taken.get(1)).toMatchObject({
      expected: { count: 1000, mass: 2000 * KG, average: 2 * KG },
      takes: { count: 100, mass: 200 * KG },
      left: { count: 900, mass: 1800 * KG },
      missing: { count: 0, mass: 0 },
      before: 2000 * KG,
      after: 1800 * KG,
    })
    expect(taken.get(2)).toMatchObject({ takes: { count: 150, mass: 300 * KG }, left: { count: 750, mass: 1500 * KG } })
  })

  test('meets the fish of its day', () => {
    const taken = fold([group(1000, 2)], row(1, { day: '2026-12-10', weight: 220 * KG }))
    expect(taken.get(1)).toMatchObject({
      expected: { mass: 2200 * KG, average: 2.2 * KG, low: 2 * KG, high: 2.4 * KG },
      takes: { count: 100 },
    })
  })

  test('of a day that is over meets the fish of today', () => {
    expect(fold([group(10, 2)], row(1, { day: '2026-11-01', count: 1 })).get(1)).toMatchObject({
      expected: { mass: 20 * KG },
    })
  })

  test('that takes more than earlier rows leave is short of the rest', () => {
    const taken = fold(
      [group(1000, 2)],
      row(1, { weight: 1500 * KG }),
      row(2, { weight: 800 * KG }),
      row(3, { count: 1 }),
    )
    expect(taken.get(2)).toMatchObject({
      expected: { count: 250, mass: 500 * KG },
      missing: { count: 150, mass: 300 * KG },
      left: { count: 0, mass: 0 },
    })
    expect(taken.get(3)).toMatchObject({ missing: { count: 1 } })
  })

  test('of a group leaves the others, one without a group takes of all in proportion', () => {
    const groups = [group(300, 1, 1), group(100, 3, 2)]
    const taken = fold(groups, row(1, { generation: 1, category: 2, count: 50 }), row(2, { count: 70 }))
    expect(taken.get(1)).toMatchObject({ expected: { count: 100, mass: 300 * KG }, before: 600 * KG, after: 450 * KG })
    expect(taken.get(2)).toMatchObject({ expected: { count: 350, mass: 450 * KG }, left: { count: 280 } })
  })

  test('of a cage without fish is short of everything', () => {
    const taken = fold([], row(1, { count: 5 }), row(2, { weight: KG }))
    expect([taken.get(1)?.missing, taken.get(2)?.missing]).toEqual([
      { count: 5, mass: 0 },
      { count: 0, mass: KG },
    ])
  })
})
