/**
 * Checks second factors: a code of the phone or one of ten recovery codes, each of which works once. Recovery codes are
 * short enough to be typed from paper, so they are hashed as slowly as passwords, all with one salt.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/client'
import { hashWithSalt } from '../passwords'
import type { SecretBox } from './secret-box'
import { base32, stepOf } from './totp'

const RECOVERY_CODES = 10
/** 50 bits */
const RECOVERY_LENGTH = 10
const SALT_BYTES = 16

export interface Factor {
  /** sealed */
  secret: string
  confirmed: boolean
  recovery_salt: string | null
  /** ms, by the clock of the database */
  moment: number
}

/** The place in the secret box of an account's secret. */
export const placeOf = (company: number, user: number): string => `second factor ${company}.${user}`

export const readFactor = (tx: Tx, company: number, user: number): Promise<Factor | undefined> =>
  tx.maybe<Factor>(sql`
    select secret, confirmed_at is not null as confirmed, recovery_salt,
      (extract(epoch from clock_timestamp()) * 1000)::int8 as moment
    from second_factors where company_id = ${company} and user_id = ${user}`)

/** A typed code, before it is known whether it was used already. */
export interface Proof {
  /** the time step of a right code */
  step: number | null
  /** hash of the text as a recovery code */
  recovery: string | null
}

export async function proofOf(secrets: SecretBox, place: string, factor: Factor, typed: string): Promise<Proof> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) {
    const secret = await secrets.open(factor.secret, place)
    return { step: secret && stepOf(secret, code, factor.moment), recovery: null }
  }
  const isRecovery = factor.recovery_salt !== null && new RegExp(`^[A-Z2-7]{${RECOVERY_LENGTH}}$`).test(code)
  return { step: null, recovery: isRecovery ? await hashWithSalt(code, factor.recovery_salt!) : null }
}

const HOUR_OF_STEPS = 120

/** Uses up the code: answers its kind, or null when it is wrong or was used before. */
export async function spend(tx: Tx, company: number, user: number, proof: Proof): Promise<'code' | 'recovery' | null> {
  const own = sql`company_id = ${company} and user_id = ${user}`
  if (proof.step !== null) {
    // a step an hour ahead was stored by a wrong clock
    const taken = sql`update second_factors set last_step = ${proof.step}
      where ${own} and (last_step < ${proof.step} or last_step > ${proof.step + HOUR_OF_STEPS})`
    return (await tx.run(taken)) > 0 ? 'code' : null
  }
  if (proof.recovery === null) return null
  const taken = sql`update recovery_codes set used_at = now()
    where ${own} and code_hash = ${proof.recovery} and used_at is null`
  return (await tx.run(taken)) > 0 ? 'recovery' : null
}

export interface RecoveryCodes {
  /** as they are shown, once */
  codes: string[]
  salt: string
  hashes: string[]
}

export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const plain = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(8)).slice(0, RECOVERY_LENGTH))
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const hashes = await Promise.all(plain.map((code) => hashWithSalt(code, salt)))
  const half = RECOVERY_LENGTH / 2
  return { codes: plain.map((code) => `${code.slice(0, half)}-${code.slice(half)}`), salt, hashes }
}

/** Replaces all recovery codes. */
export function storeRecoveryCodes(tx: Tx, company: number, user: number, { salt, hashes }: RecoveryCodes): void {
  const own = sql`company_id = ${company} and user_id = ${user}`
  tx.later(sql`delete from recovery_codes where ${own}`)
  tx.later(sql`update second_factors set recovery_salt = ${salt} where ${own}`)
  tx.later(sql`insert into recovery_codes (company_id, user_id, code_hash)
    select ${company}, ${user}, code_hash from unnest(${hashes}::text[]) as code_hash`)
}
