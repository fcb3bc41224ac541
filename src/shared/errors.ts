/**
 * What every refused call answers. The first text of each field stands under that field; `msgShouldBeShown` marks a
 * text for the user.
 */
export interface ErrorAnswer {
  message: string
  errors?: Record<string, string[]>
  msgShouldBeShown?: boolean
  /** set when a ledger refused: the first operation that would break */
  refusal?: Refusal
  /** a plan that somebody else saved meanwhile: its version now, and where it differs from what was sent */
  differing?: { version: string; cells: DifferingCell[] }
  /** somebody else is signed in than the person who recorded this; it can be sent once that person signs in */
  otherPerson?: boolean
  /** the company requires a second factor that this person has not set up yet */
  factorNeeded?: boolean
  /** the password must be confirmed: POST /sessions/confirm, then the same call */
  passwordNeeded?: boolean
  /** the subscription has to be renewed first */
  subscriptionEnded?: boolean
  request_id?: string
}

/** Where the operation and the cage are 0, the cage lies in a module that is closed to the user. */
export interface Refusal {
  operation_id: number
  kind: string
  datetime: string
  cage_id: number
  cage_number: string
  /** pieces that are missing; 0 when the group never had fish */
  shortage: number
  /** the refused operation is the one in this request, not a later one */
  own: boolean
}

/** A cell of a feeding plan, or with `field` 'row' a whole row that only one of both has: its feed then. */
export interface DifferingCell {
  /** DD.MM.YYYY */
  date: string
  cage_id: number
  cage_number: string
  feed_type_id: number
  feed_type_name: string
  field: 'row' | 'avg_weight' | 'count' | 'temperature' | 'rate' | 'growth'
  mine: number | null
  theirs: number | null
}
