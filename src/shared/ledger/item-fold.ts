/**
 * Where an item is: the fold of its documents in the order of (instant, id). An item enters a warehouse, is moved to
 * another, hangs in a cage and returns. The function is pure: saving, preview and the ledger check all use it.
 */
import { type Document, type LineRole } from './document'

/** What one line of a document does to an item. */
export interface ItemStep {
  item: number
  /** of the document */
  id: number
  kind: string
  /** 'YYYY-MM-DDTHH:mm' */
  at: string
  line: number
  role: LineRole
  stock: number
  /** of a net that is tied or untied; null again once the cage is deleted */
  cage: number | null
}

/** Where an item is: its warehouse, and its cage. A net in a cage returns to that warehouse. */
export interface Whereabouts {
  stock: number
  hangs: boolean
  cage: number | null
}

/**
 * Why a step is impossible: the item does not exist yet, exists already, is elsewhere, hangs in a cage, or hangs in
 * none.
 */
export type ItemFault = 'absent' | 'present' | 'elsewhere' | 'hangs' | 'loose'

export interface BrokenStep {
  step: ItemStep
  fault: ItemFault
  /** where it was then */
  where: Whereabouts | null
}

export interface FoldedItem {
  /** after the last step; null before the item came, or when a step is impossible */
  where: Whereabouts | null
  broken: BrokenStep | null
}

/** The roles that change an item's place. Refilling and servicing leave it where it is. */
export const PLACING: readonly LineRole[] = ['in', 'out', 'tied', 'untied']

const faultOf = ({ role, stock, cage }: ItemStep, where: Whereabouts | null): ItemFault | null => {
  if (role === 'in') return where === null ? null : 'present'
  if (where === null) return 'absent'
  if (role === 'untied')
    return !where.hangs || (cage !== null && where.cage !== null && cage !== where.cage) ? 'loose' : null
  if (where.hangs) return 'hangs'
  return where.stock === stock ? null : 'elsewhere'
}

const after = ({ role, stock, cage }: ItemStep): Whereabouts | null =>
  role === 'out' ? null : { stock, hangs: role === 'tied', cage: role === 'tied' ? cage : null }

/** Compares two steps by the order of the fold. */
export const byPosition = (one: ItemStep, other: ItemStep): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : one.id - other.id || one.line - other.line

/** Folds the steps of one item, in any order given. */
export function foldItem(steps: readonly ItemStep[]): FoldedItem {
  let where: Whereabouts | null = null
  for (const step of steps.toSorted(byPosition)) {
    const fault = faultOf(step, where)
    if (fault) return { where: null, broken: { step, fault, where } }
    where = after(step)
  }
  return { where, broken: null }
}

/** The steps of a document: one for each line with an item. */
export const itemSteps = ({ id, kind, at, lines }: Document): ItemStep[] =>
  (lines ?? []).flatMap(({ role, item_id: item, stock_id: stock, cage_id: cage = null }, line) =>
    item === null || stock === null || !PLACING.includes(role) ? [] : [{ item, id, kind, at, line, role, stock, cage }],
  )
