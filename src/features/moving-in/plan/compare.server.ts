/**
 * Compares the running balances of diaries with the ledger as it would be: before and after the operations of the day,
 * because some farms count in the morning and some in the evening.
 */
import { tryFish } from '../../../core/documents/engine/write/many.server'
import { kindServers, registry } from '../../../core/documents/kinds/kinds.server'
import { provisionalId } from '../../../server/db/ledger/entries'
import { groupBy } from '../../../shared/collections'
import { EMPTY } from '../../../shared/ledger/document'
import type { CageState } from '../../../shared/ledger/fold'
import { toKg } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import type { PastBalance } from '../reading/balances.server'
import type { Fault, PastDocument, ReadRow } from '../reading/rows.server'
import type { Planner } from './plan.server'

/** Behind all rows of a book, in the order of ids. */
const PROBES = 10_000_000
/** Fish grow between weighings: a biomass is another one from here on. */
const TOLERANCE = 0.05

interface Held {
  count: number
  mass: number
}

function heldIn(state: CageState | undefined): Held {
  const held = { count: 0, mass: 0 }
  for (const { count, mass } of state?.values() ?? []) {
    held.count += count
    held.mass += mass
  }
  return held
}

/** Asks what a cage holds at a moment: it needs fish, moves none, and is left out once it was met. */
const probe = (index: number, cage_id: number, at: string) => ({
  ...EMPTY,
  id: provisionalId(PROBES + index),
  kind: kindServers.treatment.contract.kind,
  at,
  cage_id,
  moves_fish: false,
  user_id: null,
})

/** Each day's end, and the morning of the first, after what an opening balance brings. */
function probesOf(balances: readonly PastBalance[]) {
  const asked = new Map<string, ReturnType<typeof probe>>()
  for (const own of groupBy(balances, ({ cage }) => cage).values()) {
    const days = [...new Set(own.map(({ day }) => day))].sort()
    const { cage } = own[0]!
    asked.set(`${cage} morning`, probe(asked.size, cage, `${days[0]}T00:01`))
    for (const day of days) asked.set(`${cage} ${day}`, probe(asked.size, cage, `${day}T23:59`))
  }
  return asked
}

const near = (told: number, mass: number) => Math.abs(told - mass) <= mass * TOLERANCE

function differenceOf({ count, mass }: PastBalance, before: Held, after: Held): Fault | null {
  if (count !== null && count !== before.count && count !== after.count)
    return {
      field: 'count',
      text: say('По книге в садке {{told}} шт, по учёту {{count}} шт', { told: count, count: after.count }),
    }
  if (mass !== null && !near(mass, before.mass) && !near(mass, after.mass))
    return {
      field: 'weight',
      text: say('По книге в садке {{told}} кг, по учёту {{weight}} кг', {
        told: toKg(mass),
        weight: toKg(after.mass),
      }),
    }
  return null
}

export async function compareBalances(
  { tx, company }: Planner,
  read: readonly ReadRow[],
  { documents, short }: { documents: readonly PastDocument[]; short: ReadonlySet<number> },
): Promise<Map<ReadRow, Fault>> {
  // a cage whose fish have not come yet says nothing
  const empty = new Set(read.flatMap(({ document }) => (document && short.has(document.id) ? document.cage_id : [])))
  const rows = read.filter(({ balance }) => balance !== null && !empty.has(balance.cage))
  const found = new Map<ReadRow, Fault>()
  if (rows.length === 0) return found
  const asked = probesOf(rows.map(({ balance }) => balance!))
  const probes = [...asked.values()]
  const ids = new Set(probes.map(({ id }) => id))
  const held = new Map<number, Held>()
  await tryFish(tx, company.id, registry, [...documents, ...probes], {
    meet(row, state) {
      if (!ids.has(row.id)) return true
      held.set(row.id, heldIn(state))
      return false
    },
    refused: () => undefined,
  })
  const heldAt = (key: string) => held.get(asked.get(key)!.id) ?? { count: 0, mass: 0 }
  for (const own of groupBy(rows, ({ balance }) => balance!.cage).values()) {
    const days = own.sort((one, other) => (one.balance!.day < other.balance!.day ? -1 : 1))
    let [before, last] = [heldAt(`${own[0]!.balance!.cage} morning`), '']
    for (const row of days) {
      const { cage, day } = row.balance!
      if (last && last !== day) before = heldAt(`${cage} ${last}`)
      const difference = differenceOf(row.balance!, before, heldAt(`${cage} ${day}`))
      if (difference) found.set(row, difference)
      last = day
    }
  }
  return found
}
