/** What cages lack for a book, from the first row that refuses for it: what an opening balance would have to stock. */
import { sql } from 'kysely'
import { registry } from '../../../core/documents/kinds/kinds.server'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import { NO_NORMS } from '../../../shared/ledger/effects'
import { averageKg, toKg } from '../../../shared/numbers'
import type { LackingFish } from '../calls/past-outcome.contract'
import type { PastBalance } from '../reading/balances.server'
import type { SheetPlan } from '../calls/past.contract'
import type { PastField } from '../calls/past-words.contract'
import { nameOf } from '../reading/cells.server'
import { isNew } from '../reading/matching.server'
import { cellOf } from '../reading/row-values.server'
import type { PastDocument, ReadRow } from '../reading/rows.server'
import { isEmpty } from '../../../server/sheets/cells'
import type { Planner } from './plan.server'

const MAX_CAGES = 500

interface Flow {
  at: string
  count: number
}

/** Pieces that the rows bring into each cage and take from it, whether they refuse or not, in the order of time. */
function flowsOf(documents: readonly PastDocument[]): Map<number, Flow[]> {
  const flows = new Map<number, Flow[]>()
  const flow = (cage: number, at: string, count: number) => {
    const own = flows.get(cage) ?? []
    flows.set(cage, own)
    own.push({ at, count })
  }
  for (const document of documents) {
    const effect = registry.effectOf(document, NO_NORMS)
    if (effect?.type !== 'move') continue
    if (effect.from) flow(effect.from.cage, document.at, -effect.count)
    if (effect.to) flow(effect.to.cage, document.at, effect.count)
  }
  for (const own of flows.values()) own.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return flows
}

/** How many pieces are missing at the worst moment. */
function worstOf(flows: readonly Flow[], there: number): number {
  let [balance, worst] = [there, 0]
  for (const { count } of flows) {
    balance += count
    worst = Math.max(worst, -balance)
  }
  return worst
}

const sumUntil = (flows: readonly Flow[], until: string) =>
  flows.reduce((sum, { at, count }) => (at < until ? sum + count : sum), 0)

/** What there was at first by the balances of a diary, of mornings or of evenings. */
function toldAtFirst(balances: readonly PastBalance[], flows: readonly Flow[]): number | null {
  const [first, second] = balances
  if (!first || first.count === null) return null
  const [morning, evening] = [sumUntil(flows, `${first.day}T00:00`), sumUntil(flows, `${first.day}T24:00`)]
  const ofMornings = second?.count === first.count + evening - morning
  return Math.max(0, first.count - (ofMornings ? morning : evening))
}

/** Pieces in cages of the farm before a day. */
async function thereBefore({ tx, company }: Planner, cages: ReadonlyMap<number, string>): Promise<Map<number, number>> {
  const known = [...cages].filter(([cage]) => !isNew(cage))
  const rows = await tx.rows<{ cage: number; count: number }>(sql`
    select n.cage, coalesce(sum(e.count_after), 0)::int as count
    from unnest(${known.map(([cage]) => cage)}::int[], ${known.map(([, day]) => day)}::timestamp[]) as n (cage, day)
    join fish_groups g on g.company_id = ${company.id} and g.cage_id = n.cage
    cross join lateral (
      select count_after from fish_entries where company_id = ${company.id} and group_id = g.id and at < n.day
      order by at desc, operation_id desc limit 1) e
    group by n.cage`)
  return new Map(rows.map(({ cage, count }) => [cage, count]))
}

/** Kilograms of a fish that the first row which says it has; null where none does. */
function averageIn(documents: readonly PastDocument[], [first]: readonly PastBalance[]): number | null {
  for (const { avg_weight, weight, count } of documents) {
    if (avg_weight) return toKg(avg_weight)
    if (weight && count) return averageKg(weight, count)
  }
  if (first?.mean) return toKg(first.mean)
  return first?.mass && first.count ? averageKg(first.mass, first.count) : null
}

export async function lackingFish(
  planner: Planner,
  sheets: readonly SheetPlan[],
  read: readonly ReadRow[],
  short: ReadonlySet<number>,
): Promise<LackingFish[]> {
  const tried = read.filter(({ document }) => document !== null)
  const refused = groupBy(
    tried.filter(({ document }) => short.has(document!.id)),
    ({ document }) => document!.cage_id!,
  )
  if (refused.size === 0) return []
  const byTime = (one: PastDocument, other: PastDocument) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)
  const documents = tried.map(({ document }) => document!).sort(byTime)
  const ofCage = groupBy(documents, ({ cage_id }) => cage_id!)
  const balances = groupBy(
    read.flatMap(({ balance }) => balance ?? []).sort((one, other) => (one.day < other.day ? -1 : 1)),
    ({ cage }) => cage,
  )
  const flows = flowsOf(documents)
  const days = new Map([...refused.keys()].map((cage) => [cage, dayOf(ofCage.get(cage)![0]!.at)]))
  const there = await thereBefore(planner, days)
  return [...refused.entries()].slice(0, MAX_CAGES).map(([cage, rows]) => {
    const [own, told] = [flows.get(cage) ?? [], balances.get(cage) ?? []]
    const count = Math.max(worstOf(own, there.get(cage) ?? 0), toldAtFirst(told, own) ?? 0)
    const wordOf = (field: PastField) => {
      const cell = rows.map(({ of }) => cellOf(of, sheets[of.sheet]!, field)).find((one) => !isEmpty(one))
      return isEmpty(cell) ? null : nameOf(cell)
    }
    return {
      cage: wordOf('cage') ?? '',
      module: wordOf('module'),
      day: days.get(cage)!,
      count: count || null,
      avg_weight: averageIn(ofCage.get(cage)!, told),
      generation: wordOf('generation'),
      category: wordOf('category'),
    }
  })
}
