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
