import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryKey, foldLots, isExpired, type Lot, type LotEntry, type Part } from './lots'

const [BARN, SHED] = [1, 2]

/** Entries of one good, each a document of its own unless it names another's number. */
const ledger = (...entries: (Partial<LotEntry> & Pick<LotEntry, 'amount'>)[]): LotEntry[] =>
  entries.map((entry, index) => ({
    operation: index + 1,
    line: 0,
    at: `2026-05-${String(index + 1).padStart(2, '0')}T10:00`,
    stock: BARN,
    ...entry,
  }))

const told = (parts: Part[] | undefined) => parts?.map(({ lot, amount }) => [lot.lot, amount])
const partsOf = (entries: LotEntry[], operation: number) => told(foldLots(entries).parts.get(`${operation}:0`))
const heldIn = (entries: LotEntry[], stock: number) => told(foldLots(entries).held.get(stock))

describe('what leaves a warehouse', () => {
  test('is what expires first, then what has no date, of equals the oldest', () => {
    const entries = ledger(
      { amount: 10, lot: 'без срока' },
      { amount: 10, lot: 'поздний', best_before: '2027-01-01' },
      { amount: 10, lot: 'ранний', best_before: '2026-12-01' },
      { amount: 10, lot: 'такой же', best_before: '2026-12-01' },
      { amount: -35 },
    )
    expect(partsOf(entries, 5)).toEqual([
      ['ранний', 10],
      ['такой же', 10],
      ['поздний', 10],
      ['без срока', 5],
    ])
    expect(heldIn(entries, BARN)).toEqual([['без срока', 5]])
  })

  test('passes over what has expired on its day while there is anything else; a write-off takes it first', () => {
    const came = [
      { amount: 10, lot: 'истёк', best_before: '2026-05-03' },
      { amount: 10, lot: 'свежий', best_before: '2026-09-01' },
    ]
    // the third of May is the last good day of the first lot
    expect(partsOf(ledger(...came, { amount: -4 }), 3)).toEqual([['истёк', 4]])
    const late = ledger(...came, { amount: -12, at: '2026-05-04T00:00' })
    expect(partsOf(late, 3)).toEqual([
      ['свежий', 10],
      ['истёк', 2],
    ])
    const writtenOff = ledger(...came, { amount: -12, at: '2026-05-04T00:00', expiredFirst: true })
    expect(partsOf(writtenOff, 3)).toEqual([
      ['истёк', 10],
      ['свежий', 2],
    ])
  })

  test('keeps its lot, and when that came, through a move and the way back', () => {
    const move = (operation: number, from: number, to: number, amount: number) => [
      { operation, line: 0, at: `2026-06-0${operation}T10:00`, stock: from, amount: -amount, carried: 0 },
      { operation, line: 1, at: `2026-06-0${operation}T10:00`, stock: to, amount, carried: 0 },
    ]
    const entries = [
      ...ledger({ amount: 10, lot: 'А' }, { amount: 10, lot: 'Б' }),
      ...move(3, BARN, SHED, 15),
      ...move(4, SHED, BARN, 12),
    ]
    expect(heldIn(entries, BARN)).toEqual([
      ['А', 10],
      ['Б', 7],
    ])
    expect(heldIn(entries, SHED)).toEqual([['Б', 3]])
    expect(foldLots(entries).held.get(SHED)![0]!.lot).toMatchObject({ operation: 2, stock: BARN })
  })

  test('of a document that also brings it, is what lay there before, and only then its own', () => {
    const at = '2026-06-01T10:00'
    const entries = [
      ...ledger({ amount: 6, lot: 'прежний' }),
      { operation: 9, line: 0, at, stock: BARN, amount: -9 },
      { operation: 9, line: 1, at, stock: BARN, amount: 5, lot: 'новый' },
    ]
    expect(partsOf(entries, 9)).toEqual([
      ['прежний', 6],
      ['новый', 3],
    ])
    expect(heldIn(entries, BARN)).toEqual([['новый', 2]])
  })

  test('cannot be more than ever came', () => {
    expect(() => foldLots(ledger({ amount: 1 }, { amount: -2 }))).toThrow('ever came')
  })
})

interface Act {
  kind: 'receive' | 'issue' | 'move'
  stock: number
  to: number
  /** of what lies there, in parts of a thousand; of a receipt the amount */
  share: number
  best_before: string | null
  expiredFirst: boolean
}

const anyAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('receive', 'receive', 'issue', 'issue', 'move'),
  stock: fc.integer({ min: 1, max: 3 }),
  to: fc.integer({ min: 1, max: 3 }),
  share: fc.integer({ min: 1, max: 1000 }),
  best_before: fc.option(fc.integer({ min: 1, max: 28 }).map((day) => `2026-05-${String(day).padStart(2, '0')}`)),
  expiredFirst: fc.boolean(),
})

/** Acts that no warehouse is short of, as entries; every fourth is on the next day. */
function entriesOf(acts: Act[]): LotEntry[] {
  const held = new Map<number, number>()
  const change = (stock: number, amount: number) => held.set(stock, (held.get(stock) ?? 0) + amount)
  return acts.flatMap(({ kind, stock, to, share, best_before, expiredFirst }, index): LotEntry[] => {
    const at = `2026-05-${String(1 + Math.floor(index / 4)).padStart(2, '0')}T10:00`
    const common = { operation: index + 1, at, expiredFirst }
    if (kind === 'receive') {
      change(stock, share)
      return [{ ...common, line: 0, stock, amount: share, lot: `${index}`, best_before }]
    }
    const amount = Math.floor(((held.get(stock) ?? 0) * share) / 1000)
    if (amount === 0) return []
    change(stock, -amount)
    if (kind === 'issue') return [{ ...common, line: 0, stock, amount: -amount }]
    change(to, amount)
    return [
      { ...common, line: 0, stock, amount: -amount, carried: 0 },
      { ...common, line: 1, stock: to, amount, carried: 0 },
    ]
  })
}

const anyLedger = fc.array(anyAct, { minLength: 1, maxLength: 60, size: 'max' }).map(entriesOf)
const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)

describe('whatever happens', () => {
  test('the parts of an issue sum to it, and lots in a warehouse to its balance', () => {
    fc.assert(
      fc.property(anyLedger, (entries) => {
        const { parts, held } = foldLots(entries)
        for (const entry of entries.filter(({ amount }) => amount < 0))
          expect(sum(parts.get(entryKey(entry))!)).toBe(-entry.amount)
        for (const stock of [1, 2, 3])
          expect(sum(held.get(stock) ?? [])).toBe(sum(entries.filter((entry) => entry.stock === stock)))
      }),
    )
  })

  test('no lot is used up twice: what was taken of it and what lies anywhere is what came', () => {
    fc.assert(
      fc.property(anyLedger, (entries) => {
        const { parts, held } = foldLots(entries)
        const used = new Map<Lot, number>()
        const note = ({ lot, amount }: Part) => used.set(lot, (used.get(lot) ?? 0) + amount)
        const issues = entries.filter(({ amount, carried }) => amount < 0 && carried === undefined)
        for (const issue of issues) parts.get(entryKey(issue))!.forEach(note)
        for (const there of held.values()) there.forEach(note)
        const came = entries.filter(({ amount, carried }) => amount > 0 && carried === undefined)
        expect([...used].map(([lot, amount]) => [lot.operation, amount]).sort()).toEqual(
          came.map(({ operation, amount }) => [operation, amount]).sort(),
        )
      }),
    )
  })

  test('nothing expired is used while the warehouse holds anything that is not', () => {
    fc.assert(
      fc.property(anyLedger, (entries) => {
        for (const [index, entry] of entries.entries()) {
          if (entry.amount > 0 || entry.expiredFirst || entry.carried !== undefined) continue
          const day = entry.at.slice(0, 10)
          const before = foldLots(entries.slice(0, index)).held.get(entry.stock) ?? []
          const fresh = sum(before.filter(({ lot }) => !isExpired(lot, day)))
          const taken = foldLots(entries.slice(0, index + 1)).parts.get(entryKey(entry))!
          expect(sum(taken.filter(({ lot }) => !isExpired(lot, day)))).toBe(Math.min(fresh, -entry.amount))
        }
      }),
      { numRuns: 50 },
    )
  })
})
