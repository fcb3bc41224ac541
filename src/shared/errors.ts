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
  /** the session is somebody else's than the one who recorded: signing in as that person helps */
  otherPerson?: boolean
  /** the company wants a second factor of this person: setting it up helps */
  factorNeeded?: boolean
  /** the person's password is asked for again: POST /sessions/confirm, then the same call */
  passwordNeeded?: boolean
  /** the company has to renew its subscription first */
  subscriptionEnded?: boolean
  request_id?: string
}

/** The operation and the cage are 0 where the cage lies in a module that is not open to the user. */
export interface Refusal {
  operation_id: number
  kind: string
  datetime: string
  cage_id: number
  cage_number: string
  /** pieces that are missing; 0 when the group never had fish */
  shortage: number
  /** the operation of this very request, not another one */
  own: boolean
}
