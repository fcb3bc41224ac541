import { newToken } from './session'

/** A new application outside: its row, and the token that only its owner will know. */
export function newExternalUser(company_id: number, name: string) {
  const { token, hash } = newToken(company_id)
  return { token, row: { company_id, name, token_hash: hash } }
}
