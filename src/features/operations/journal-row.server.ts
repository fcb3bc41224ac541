/** A stored operation with the names around it and, for kinds that move fish, what the ledger booked in its own cage. */
export interface JournalRow {
  id: number
  kind: string
  at: string
  cage_id: number
  number: string
  location_id: number
  to_cage_id: number | null
  to_number: string | null
  to_location_id: number | null
  generation_id: number | null
  generation_name: string | null
  generation_ids: number[] | null
  generation_names: string | null
  age_category_id: number | null
  age_category_name: string | null
  count: number | null
  weight: number | null
  avg_weight: number | null
  selection: string | null
  reason: string | null
  reason_name: string | null
  counterparty_id: number | null
  counterparty: string | null
  employee_id: number | null
  employee: string | null
  /** kopecks, as payment; of a withdrawal for a kilogram */
  price: number | null
  payment: number | null
  workshop_weight: number | null
  batch_id: number | null
  batch: number | null
  /** its batch is */
  processed: boolean
  good_id: number | null
  good: string | null
  measure: string | null
  stock_id: number | null
  stock: string | null
  volume: number | null
  rate: number | null
  appetite: number | null
  note: string | null
  user_id: number | null
  user: string | null
  created: string
  group_id: number | null
  count_delta: number | null
  mass_delta: number | null
  deviation: number | null
  count_after: number | null
}
