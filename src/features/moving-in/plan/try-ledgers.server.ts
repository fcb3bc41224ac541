/** Tries the documents of a book on both ledgers: each that refuses is told its own first reason and stays out. */
import { setImmediate } from 'node:timers/promises'
import { tryFish } from '../../../core/documents/engine/write/many.server'
import type { GoodsBalance } from '../../../core/documents/engine/write/try-goods.server'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { registry } from '../../../core/documents/kinds/kinds.server'
import type { Refold } from '../../../server/db/ledger/fish-ledger'
import type { Progress, Trial } from '../../../server/db/ledger/refold-options'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { CageState } from '../../../shared/ledger/fold'
import { at, say } from '../../../shared/say'
import type { PlannedImport, Trying } from './plan.server'
import type { Fault, PastDocument } from '../reading/rows.server'
import { type StocksTried, tryStocks } from './try-stocks.server'

/** How often a row that starves a stored operation is looked for, before all that take from its cage are. */
const MAX_ROUNDS = 20

interface Refusals {
  fish: Map<number, Fault>
  /** rows that may not take what a stored operation needs */
  starving: Set<number>
  /** rows for which there are no fish, or too few */
  short: Set<number>
  /** the group that each row names itself */
  typed: Map<number, Pick<LedgerRow, 'generation_id' | 'age_category_id'>>
}

/** The only living group that a row can mean; a fault where there are several or none. */
function resolveGroup(row: LedgerRow, held: CageState | undefined): Fault | null {
  const alive = [...(held ?? [])].flatMap(([key, { count }]) => {
    const [generation, category] = key.split(':').map(Number) as [number, number]
    const fits =
      count > 0 &&
      (row.generation_id === null || row.generation_id === generation) &&
      (row.age_category_id === null || row.age_category_id === category)
    return fits ? [{ generation, category }] : []
  })
  if (alive.length === 0) return { field: 'cage', text: 'В садке на это время нет такой рыбы' }
  if (alive.length > 1) return { field: 'generation', text: 'В садке несколько генераций: укажите, какая' }
  Object.assign(row, { generation_id: alive[0]!.generation, age_category_id: alive[0]!.category })
  return null
}

const GROUPED: ReadonlySet<string> = new Set(
  [kinds.retreat, kinds.transfer, kinds.withdrawal, kinds.correction, kinds.closeOut].map(({ kind }) => kind),
)

/** Why the fish of a cage do not suffice for a row of the book. */
function shortFault({ count }: LedgerRow, { shortage, beyond }: Refused): Fault {
  if (beyond) return { field: 'count', text: 'Слишком много рыбы в одном садке' }
  const there = (count ?? 0) - shortage
  return shortage > 0 && there > 0
    ? {
        field: 'count',
        text: say('В садке на это время {{there}} шт: не хватает {{pieces}} шт', { there, pieces: shortage }),
      }
    : { field: 'cage', text: 'В садке на это время нет рыбы' }
}

type Refused = Parameters<Trial['refused']>[2]

/** Hears the refusals of one pass. */
function openTrial(known: Refusals): { trial: Trial; starved: () => boolean } {
  /** cage → rows that took from it so far, the last ones */
  const takers = new Map<number, number[]>()
  let starved = false
  /** A stored operation stands: the last row before it that took of its fish gives way. */
  const giveWay = (row: LedgerRow) => {
    const taker = (takers.get(row.cage_id!) ?? []).findLast((id) => !known.fish.has(id))
    if (taker === undefined) return
    starved = true
    known.starving.add(taker)
    const text = say('Из-за этой строки не хватит рыбы для записанного {{instant}}', { instant: at(row.at) })
    known.fish.set(taker, { field: 'count', text })
  }
  const trial: Trial = {
    meet(row, held) {
      if (known.starving.has(row.id)) return false
      if (!GROUPED.has(row.kind)) return true
      // what an earlier pass has found may hold no more
      Object.assign(row, known.typed.get(row.id))
      const fault = row.generation_id === null || row.age_category_id === null ? resolveGroup(row, held) : null
      if (fault) known.fish.set(row.id, fault)
      if (fault?.field === 'cage') known.short.add(row.id)
      if (!fault) takers.set(row.cage_id!, [...(takers.get(row.cage_id!) ?? []).slice(-MAX_ROUNDS), row.id])
      return !fault
    },
    refused(row, own, refusal) {
      if (!own) return giveWay(row)
      known.fish.set(row.id, shortFault(row, refusal))
      if (!refusal.beyond) known.short.add(row.id)
    },
  }
  return { trial, starved: () => starved }
}

/** Tries on both ledgers until no row refuses; what refuses stays out with its own first reason. */
export async function tryLedgers(planner: Trying, of: PlannedImport, all: PastDocument[], progress: Progress) {
  const { tx, company } = planner
  const faults = new Map<number, Fault>()
  const typed = all.map(({ id, generation_id, age_category_id }) => [id, { generation_id, age_category_id }] as const)
  const known: Refusals = { fish: faults, starving: new Set(), short: new Set(), typed: new Map(typed) }
  let documents = all
  let folded: Refold | null = null
  let stocks: StocksTried = { balances: [], lacking: [], openings: [] }
  /** before feedings were left out for it */
  let lacking: GoodsBalance[] | undefined
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { trial, starved } = openTrial(known)
    folded = documents.length > 0 ? await tryFish(tx, company.id, registry, documents, trial, progress) : null
    documents = documents.filter(({ id }) => !faults.has(id))
    await setImmediate()
    if (starved()) continue
    const before = faults.size
    stocks = await tryStocks(planner, of, documents, faults)
    lacking ??= stocks.lacking
    await setImmediate()
    const grown = documents.some(({ id, moves_fish }) => moves_fish && faults.has(id))
    const foreign = faults.size > before
    documents = documents.filter(({ id }) => !faults.has(id))
    if (!grown && !foreign) break
  }
  const { balances, openings } = stocks
  return {
    documents: [...openings, ...documents],
    faults,
    short: known.short,
    folded,
    balances,
    lacking: of.opening ? stocks.lacking : (lacking ?? []),
  }
}
