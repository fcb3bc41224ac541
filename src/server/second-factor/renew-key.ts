/**
 * Replaces the key of second factors; nobody has to set theirs up anew. It may be interrupted anywhere and run again:
 * the old key is kept until everything is sealed with the new one.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../db/client'
import { companyIds } from '../db/companies'
import { hookPlace } from '../hooks/place'
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

/** The secrets of programs outside. One that is lost signs nothing: it is made anew on its page. */
async function sealHooksAnew(tx: Tx, company: number, box: SecretBox): Promise<void> {
  const place = hookPlace(company)
  const hooks = await tx.rows<{ id: number; secret: string; old_secret: string | null }>(
    sql`select id, secret, old_secret from alarm_hooks where company_id = ${company} for update`,
  )
  const anew = async (sealed: string | null) => {
    const opened = sealed === null ? null : await box.open(sealed, place)
    return opened ? box.seal(opened, place) : sealed
  }
  for (const { id, secret, old_secret } of hooks)
    tx.later(sql`
      update alarm_hooks set secret = ${await anew(secret)}, old_secret = ${await anew(old_secret)}
      where company_id = ${company} and id = ${id}`)
}

/** The application must be stopped: a running process would go on sealing with the old key. */
export async function renewKey(database: Database, dataDir: string): Promise<Renewed> {
  await addKey(dataDir)
  const box = openSecretBox(dataDir)
  const all: Renewed = { sealed: 0, lost: 0 }
  for await (const company of companyIds(database)) {
    const { sealed, lost } = await database.transaction(company, async (tx) => {
      await sealHooksAnew(tx, company, box)
      return sealAnew(tx, company, box)
    })
    all.sealed += sealed
    all.lost += lost
  }
  await dropOldKeys(dataDir)
  return all
}
