/** What a stored operation is read with, in parts. */
import type { Content, DocumentLine } from '../../../shared/ledger/document'

/** What every row has: the stored document, and when and by whom it was entered. */
interface BaseRow extends Omit<Content, 'cage_id' | 'lines'> {
  id: number
  kind: string
  at: string
  cage_id: number
  number: string
  location_id: number
  user_id: number | null
  user: string | null
  /** the administrator who sent it for the author */
  sent_by: string | null
  created: string
  /** another device recorded the same without knowing of it */
  doubled: boolean
  photos: number
}

/** A line of a document with the names of what it points to. */
export interface LineRow extends DocumentLine {
  lot: string | null
  best_before: string | null
  good: string | null
  measure: string | null
  good_kind: 'good' | 'workshop_good'
  /** mg a piece */
  good_weight: number | null
  item: string | null
  /** where that item belongs */
  item_stock_id: number | null
  stock: string | null
}

interface PartRows {
  /** names of the fish's groups, and what the ledger posted to them in the operation's own cage */
  fish: {
    generation_name: string | null
    age_category_name: string | null
    group_id: number | null
    count_delta: number | null
    mass_delta: number | null
    deviation: number | null
    count_after: number | null
  }
  /** milligrams that fish of the operation's own cage grew by it */
  growth: { growth: number | null }
  target: { to_number: string | null; to_location_id: number | null }
  generations: { generation_names: string | null }
  good: { good: string | null; measure: string | null }
  stock: { stock: string | null }
  /** how fish left the farm: by sale, or into a batch of the workshop, which may be processed already */
  dispatch: {
    reason_name: string | null
    employee: string | null
    /** its number, or what is shown instead */
    batch: number | string | null
    processed: boolean
  }
  partner: { counterparty: string | null }
  cause: { loss_cause: string | null }
  spending: { spending_category: string | null; for_cage: string | null; for_location: string | null }
  /** for a product of a batch: the batch's number, and mg of its fish */
  batch: { batch_number: number | null; batch_mass: number | null }
  lines: { lines: LineRow[] | null }
  /** amounts that the goods ledger posted for each line, in millionths */
  entered: { entered: { line: number; amount: number }[] | null }
}

export type Part = keyof PartRows
type Intersection<U> = (U extends unknown ? (u: U) => void : never) extends (both: infer I) => void ? I : never
/** The row of a kind that reads the parts `P`. */
export type RowWith<P extends Part> = BaseRow & Intersection<[P] extends [never] ? unknown : PartRows[P]>
export type JournalRow = RowWith<Part>
export type FishRow = RowWith<'fish'>
