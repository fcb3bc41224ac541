/**
 * Replaces the key of second factors; nobody has to set theirs up anew. It may be interrupted anywhere and run again:
 * the old key is kept until everything is sealed with the new one.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../db/client'
import { companyIds } from '../db/companies'
import { placeOf } from './codes'
import { addKey, dropOldKeys, openSecretBox, type SecretBox } from './secret-box'

export interface Renewed {
  /** factors sealed by the new key */
  sealed: number
  /** sealed with a key that is missing: their owners sign in with recovery codes */
  lost: number
}

async function sealAnew(tx: Tx, company: number, box: SecretBox): Promise<Renewed> {
  const factors = await tx.rows<{ user_id: number; secret: string }>(
    sql`select user_id, secret from second_factors where company_id = ${company} for update`,
  )
  let sealed = 0
  for (const { user_id, secret } of factors) {
    const place = placeOf(company, user_id)
    const opened = await box.open(secret, place)
    if (!opened) continue
    sealed++
    const anew = await box.seal(opened, place)
    tx.later(sql`update second_factors set secret = ${anew} where company_id = ${company} and user_id = ${user_id}`)
  }
  return { sealed, lost: factors.length - sealed }
}

/** The application must be stopped: a running process would go on sealing with the old key. */
export async function renewKey(database: Database, dataDir: string): Promise<Renewed> {
  await addKey(dataDir)
  const box = openSecretBox(dataDir)
  const all: Renewed = { sealed: 0, lost: 0 }
  for await (const company of companyIds(database)) {
    const { sealed, lost } = await database.transaction(company, (tx) => sealAnew(tx, company, box))
    all.sealed += sealed
    all.lost += lost
  }
  await dropOldKeys(dataDir)
  return all
}
