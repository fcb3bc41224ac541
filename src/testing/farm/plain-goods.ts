/** What a goods ledger without any cleverness would say: sums from the beginning. */
import { groupBy } from '../../shared/collections'
import { dayOf } from '../../shared/dates'
import type { StockLine } from '../../server/db/ledger/stock-lines'

export const byTime = (a: StockLine, b: StockLine) =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id || a.line - b.line
export const byPlace = (a: StockLine, b: StockLine) => a.good - b.good || a.stock - b.stock

/** Every entry with the balance after its operation, in each warehouse's order of time. */
function balances(lines: StockLine[]) {
  return [...groupBy(lines, ({ good, stock }) => `${good}:${stock}`).values()].flatMap((own) => {
    let running = 0
    return [...groupBy(own.sort(byTime), ({ at: when, id }) => `${when} ${id}`).values()].flatMap((lines) => {
      running += lines.reduce((sum, { amount }) => sum + amount, 0)
      return lines.map((entry) => ({ ...entry, running }))
    })
  })
}

/** With the amounts of what was counted: the difference to what was there before. */
export function resolved(lines: StockLine[]): StockLine[] {
  return [...groupBy(lines, ({ good, stock }) => `${good}:${stock}`).values()].flatMap((own) => {
    let running = 0
    return [...own].sort(byTime).map((entry) => {
      const counted = entry.counted ?? null
      const amount = counted === null ? entry.amount : counted - running
      running += amount
      return { ...entry, amount, counted }
    })
  })
}

/** What a ledger without any cleverness would say. */
export function naiveRefusal(lines: StockLine[], own: Set<number>) {
  const [first] = balances(lines)
    .filter(({ running }) => running < 0)
    .sort((a, b) => byTime(a, b) || byPlace(a, b))
  if (!first) return null
  const { good, stock, at: when, id, running } = first
  return { good, stock, at: when, id, shortage: -running, own: own.has(id) }
}

export function daysOf(lines: StockLine[]) {
  const days = groupBy(balances(lines), ({ good, stock, at: when }) => `${good}:${stock}:${dayOf(when)}`)
  return [...days.entries()]
    .map(([key, entries]) => `${key} ${entries.at(-1)!.running} ${Math.min(...entries.map(({ running }) => running))}`)
    .sort()
}
