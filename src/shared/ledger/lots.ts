/**
 * Lots that make up an amount of a good. Goods that come into a warehouse open a lot, a move carries lots along, and
 * what leaves takes from lots in turn: the first to expire, those without a date last, then the oldest. Nothing is
 * stored: lots follow from the entries of the good in all warehouses. Amounts are in whole millionths of the unit.
 */

/** An entry of the goods ledger, as lots see it. */
export interface LotEntry extends Partial<LotTerms> {
  operation: number
  line: number
  /** 'YYYY-MM-DDTHH:mm' */
  at: string
  stock: number
  /** + into the warehouse, − out of it */
  amount: number
  /** of a move: the typed line, common to the outgoing and the incoming entry */
  carried?: number | null
  /** true: expired lots are taken in their turn. Otherwise they are skipped while there is anything else. */
  expiredFirst?: boolean
  /** true: of a stretch of days, told as what came and then what was taken in all, whatever the true order was */
  rough?: boolean
}

interface LotTerms {
  /** the maker's */
  lot: string | null
  /** the last day it is good, 'YYYY-MM-DD' */
  best_before: string | null
  /** kopecks for one unit */
  price: number | null
}

/** Where an amount came from: the line of a document that opened it. */
export interface Lot extends LotTerms {
  operation: number
  line: number
  at: string
  /** the warehouse it came into */
  stock: number
}

export interface Part {
  lot: Lot
  amount: number
}

export interface Lots {
  /** the lots each entry took, in order; they sum to the entry */
  parts: Map<string, Part[]>
  /** warehouse → its lots, in the order they would be taken */
  held: Map<number, Part[]>
}

export const entryKey = ({ operation, line }: Pick<LotEntry, 'operation' | 'line'>): string => `${operation}:${line}`

export const isExpired = ({ best_before }: Pick<Lot, 'best_before'>, day: string): boolean =>
  best_before !== null && best_before < day

const isOlder = (one: Lot, other: Lot) =>
  one.at !== other.at
    ? one.at < other.at
    : one.operation !== other.operation
      ? one.operation < other.operation
      : one.line < other.line

const isBefore = (one: Lot, other: Lot) =>
  one.best_before === other.best_before
    ? isOlder(one, other)
    : other.best_before === null || (one.best_before !== null && one.best_before < other.best_before)

/** Inserts an amount at its place in the order, which mostly is the end; there is one part for each lot. */
function put(held: Part[], { lot, amount }: Part): void {
  const place = held.findLastIndex((part) => isBefore(part.lot, lot)) + 1
  const there = held[place]
  if (there && there.lot.operation === lot.operation && there.lot.line === lot.line) there.amount += amount
  else held.splice(place, 0, { lot, amount })
}

/** The parts that make up an amount, in the order they are taken on that day; fewer when the warehouse holds less. */
function takenFrom(held: readonly Part[], amount: number, day: string, expiredFirst = false): Part[] {
  const taken: Part[] = []
  let left = amount
  // what lies there may be thousands of lots, of which mostly the first is taken
  const takeThose = (isWanted: (lot: Lot) => boolean) => {
    for (const { lot, amount: there } of held) {
      if (left === 0) return
      if (!isWanted(lot)) continue
      const part = Math.min(left, there)
      taken.push({ lot, amount: part })
      left -= part
    }
  }
  takeThose((lot) => expiredFirst || !isExpired(lot, day))
  if (!expiredFirst) takeThose((lot) => isExpired(lot, day))
  return taken
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** Takes an amount out of a warehouse; answers its parts. */
function take(held: Part[], { amount, at, expiredFirst }: LotEntry): Part[] {
  const taken = takenFrom(held, -amount, at.slice(0, 10), expiredFirst)
  for (const part of taken) {
    const place = held.findIndex(({ lot }) => lot === part.lot)
    held[place]!.amount -= part.amount
    if (held[place]!.amount === 0) held.splice(place, 1)
  }
  return taken
}

const opened = ({ operation, line, at, stock, lot = null, best_before = null, price = null }: LotEntry): Lot => ({
  operation,
  line,
  at,
  stock,
  lot,
  best_before,
  price,
})

/**
 * Posts the lines of one document together: each takes first from what was there before, then from what the document
 * itself brings.
 */
function post(entries: LotEntry[], { parts, held }: Lots, incomplete: boolean): void {
  const at = (stock: number) => {
    const there = held.get(stock) ?? []
    held.set(stock, there)
    return there
  }
  const leaving = entries.filter(({ amount }) => amount < 0)
  const missing = leaving.flatMap((entry) => {
    const taken = take(at(entry.stock), entry)
    parts.set(entryKey(entry), taken)
    const left = entry.amount + sumOf(taken)
    return left < 0 ? [{ entry, left }] : []
  })
  for (const entry of entries.filter(({ amount }) => amount > 0)) {
    const { carried = null } = entry
    const out = carried === null ? undefined : leaving.find((one) => one.carried === carried)
    const brought = out ? parts.get(entryKey(out))! : [{ lot: opened(entry), amount: entry.amount }]
    for (const part of brought) put(at(entry.stock), part)
  }
  for (const { entry, left } of missing) {
    const taken = take(at(entry.stock), { ...entry, amount: left })
    if (!incomplete && sumOf(taken) + left < 0) throw new Error('More has left a warehouse than ever came into it')
    parts.get(entryKey(entry))!.push(...taken)
  }
}

/**
 * Folds all entries of one good, in the order of (instant, operation, line). With `incomplete` a document was left out,
 * so entries may find less than they take: they take what there is.
 */
export function foldLots(entries: readonly LotEntry[], incomplete = false): Lots {
  const lots: Lots = { parts: new Map(), held: new Map() }
  for (const document of documentsOf(entries)) post(document, lots, incomplete)
  return lots
}

function documentsOf(entries: readonly LotEntry[]): LotEntry[][] {
  const documents: LotEntry[][] = []
  let begin = 0
  for (let end = 1; end <= entries.length; end++) {
    const next = entries[end]
    if (next && next.operation === entries[begin]!.operation && !next.rough) continue
    documents.push(entries.slice(begin, end))
    begin = end
  }
  return documents
}

/** Whether what came, or what was taken, would find the same lots wherever in its stretch it stood. */
function isOrderless({ stock, at, amount, rough, ...terms }: LotEntry, { held }: Lots): boolean {
  const there = rough ? (held.get(stock) ?? []) : []
  const day = at.slice(0, 10)
  if (amount < 0) return !there.some(({ lot }) => isExpired(lot, day))
  const [last, lot] = [there.at(-1), opened({ stock, at, amount, ...terms })]
  return !rough || ((!last || isBefore(last.lot, lot)) && !isExpired(lot, day))
}

/**
 * What lies where, from stretches of days. As long as lots are taken in the order in which they came, and none has
 * expired, it does not matter when in a stretch something was taken. Null where it does.
 */
export function foldStretches(entries: readonly LotEntry[]): Lots['held'] | null {
  const lots: Lots = { parts: new Map(), held: new Map() }
  for (const document of documentsOf(entries)) {
    if (!document.every((entry) => isOrderless(entry, lots))) return null
    post(document, lots, false)
  }
  return lots.held
}
