import { newToken } from '../session'

/** The last characters of a token: enough to tell tokens apart, too few to guess one. */
const END = 4

/** A new token for its owner, and its hash for the database. */
export function newExternalToken(company_id: number) {
  const { token, hash } = newToken(company_id)
  return { token, token_hash: hash, token_end: token.slice(-END) }
}

/** Stores a new external application that may send any reading. Answers its row and its token. */
export function newExternalUser(company_id: number, name: string) {
  const { token, ...kept } = newExternalToken(company_id)
  return { token, row: { company_id, name, ...kept } }
}
