import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byPosition, foldItem, type ItemStep, type Whereabouts } from './item-fold'

const [SHORE, BARGE, YARD] = [1, 2, 3]

let last = 0
/** A step of its own document, at a minute of one day. */
const step = (minute: number, role: ItemStep['role'], stock: number, cage: number | null = null): ItemStep => ({
  item: 7,
  id: ++last,
  kind: role,
  at: `2026-11-20T10:${String(minute).padStart(2, '0')}`,
  line: 0,
  role,
  stock,
  cage,
})
/** A move is two lines of one document. */
const move = (minute: number, from: number, to: number): ItemStep[] => {
  const out = step(minute, 'out', from)
  return [out, { ...out, line: 1, role: 'in', stock: to }]
}

const lying = (stock: number): Whereabouts => ({ stock, hangs: false, cage: null })

describe('the history of an item', () => {
  const came = step(1, 'in', SHORE)

  test('ends where the last document put it', () => {
    expect(foldItem([])).toEqual({ where: null, broken: null })
    expect(foldItem([came]).where).toEqual(lying(SHORE))
    expect(foldItem([...move(3, BARGE, YARD), came, ...move(2, SHORE, BARGE)]).where).toEqual(lying(YARD))
  })

  test('of a net goes into a cage and returns to the warehouse that it left', () => {
    const tied = step(2, 'tied', SHORE, 12)
    expect(foldItem([came, tied]).where).toEqual({ stock: SHORE, hangs: true, cage: 12 })
    expect(foldItem([came, tied, step(3, 'untied', SHORE, 12), ...move(4, SHORE, YARD)]).where).toEqual(lying(YARD))
    // the cage of a tying is forgotten when it is deleted
    expect(foldItem([came, { ...tied, cage: null }, step(3, 'untied', SHORE, null)]).where).toEqual(lying(SHORE))
  })

  const tied = step(2, 'tied', SHORE, 12)
  test.each<[string, ItemStep[], number, Whereabouts | null]>([
    ['absent', [came, ...move(0, SHORE, BARGE)], 0, null],
    ['elsewhere', [came, ...move(2, BARGE, YARD)], 2, lying(SHORE)],
    ['elsewhere', [came, ...move(2, SHORE, BARGE), step(3, 'tied', SHORE, 12)], 3, lying(BARGE)],
    ['hangs', [came, tied, ...move(3, SHORE, BARGE)], 3, { stock: SHORE, hangs: true, cage: 12 }],
    ['hangs', [came, tied, step(3, 'tied', SHORE, 13)], 3, { stock: SHORE, hangs: true, cage: 12 }],
    ['loose', [came, step(3, 'untied', SHORE, 12)], 3, lying(SHORE)],
    ['loose', [came, tied, step(3, 'untied', SHORE, 13)], 3, { stock: SHORE, hangs: true, cage: 12 }],
    ['present', [came, step(3, 'in', BARGE)], 3, lying(SHORE)],
  ])('breaks at the first step that cannot be: %s', (fault, steps, minute, where) => {
    const { broken } = foldItem(steps)
    expect(broken).toMatchObject({ fault, where, step: { at: `2026-11-20T10:0${minute}` } })
  })
})

/** What a person does next to an item that is where the last step left it. */
const anyWalk = fc.array(fc.record({ minute: fc.integer({ min: 2, max: 5 }), go: fc.integer({ min: 1, max: 6 }) }), {
  maxLength: 12,
})

/** A history that holds: everything is done from where the item really is. */
function walk(acts: readonly { minute: number; go: number }[]): { steps: ItemStep[]; where: Whereabouts } {
  let where = lying(SHORE)
  const steps = [step(1, 'in', SHORE)]
  for (const { minute, go } of acts.toSorted((a, b) => a.minute - b.minute)) {
    if (where.hangs) {
      steps.push(step(minute, 'untied', where.stock, where.cage))
      where = lying(where.stock)
    } else if (go > 3) {
      steps.push(step(minute, 'tied', where.stock, go))
      where = { stock: where.stock, hangs: true, cage: go }
    } else if (go !== where.stock) {
      steps.push(...move(minute, where.stock, go))
      where = lying(go)
    }
  }
  return { steps, where }
}

test('a history that holds ends where it ended, in whatever order it is read', () => {
  fc.assert(
    fc.property(anyWalk, fc.infiniteStream(fc.nat()), (acts, order) => {
      const { steps, where } = walk(acts)
      const mixed = steps
        .map((one) => ({ one, key: order.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
      expect(foldItem(mixed)).toEqual({ where, broken: null })
      expect(mixed.sort(byPosition)).toEqual(steps)
    }),
  )
})

test('one more move anywhere in it holds only from where the item was, and breaks at the first that left from there', () => {
  fc.assert(
    fc.property(anyWalk, fc.integer({ min: 2, max: 5 }), fc.constantFrom(SHORE, BARGE, YARD), (acts, minute, to) => {
      const { steps } = walk(acts)
      // ids grow, so it is the last of its minute
      const [out, into] = move(minute, 0, to) as [ItemStep, ItemStep]
      const before = steps.filter((one) => one.at <= out.at)
      const later = steps.filter((one) => one.at > out.at)
      const { where } = foldItem(before)
      const { broken } = foldItem([...steps, { ...out, stock: where!.stock }, into])
      if (where!.hangs) expect(broken).toMatchObject({ fault: 'hangs', step: { id: out.id } })
      else if (later.length > 0 && to !== where!.stock)
        expect(broken).toMatchObject({ fault: 'elsewhere', step: later[0]! })
      else expect(broken).toBeNull()
    }),
  )
})
