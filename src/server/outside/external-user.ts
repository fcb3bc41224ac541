import { newToken } from '../session'

/** The last signs of a token: enough to tell one from another, too few to guess the rest. */
const END = 4

/** A token that only its owner will know, and what is kept of it. */
export function newExternalToken(company_id: number) {
  const { token, hash } = newToken(company_id)
  return { token, token_hash: hash, token_end: token.slice(-END) }
}

/** A new application outside that may send any reading: its row, and its token. */
export function newExternalUser(company_id: number, name: string) {
  const { token, ...kept } = newExternalToken(company_id)
  return { token, row: { company_id, name, ...kept } }
}
