/** A code of the signed-in user's own second factor. */
import { fieldErrors, notice } from '../../../server/errors'
import { resetAttempts, ownLimit, slowDown } from '../../../server/http/limits/failed-attempts'
import type { Context, Preparing } from '../../../server/http/route'
import { type Factor, placeOf, type Proof, proofOf, readFactor, spend } from '../../../server/second-factor/codes'
import { WRONG_CODE } from '../sign-in/sign-in.server'

export const ALREADY_ON = 'Второй фактор уже включён.'
export const NOT_ON = 'Второй фактор не включён.'

export interface Proved {
  proof: Proof
  /** what it was compared with */
  factor: Factor
}

/** Checks a typed code; the attempt is counted before it is checked. */
export async function proveOwn(given: Preparing<unknown>, code: string, confirmed: boolean): Promise<Proved> {
  const { user, company, services } = given
  const limits = [ownLimit('code', company.id, user.id)]
  await slowDown(services.database, '', limits)
  const factor = await services.database.transaction(company.id, (tx) => readFactor(tx, company.id, user.id))
  requireState(factor, confirmed)
  const proof = await proofOf(services.secrets, placeOf(company.id, user.id), factor, code)
  if (proof.step !== null) await resetAttempts(services.database, '', limits)
  return { proof, factor }
}

function requireState(factor: Factor | undefined, confirmed: boolean): asserts factor is Factor {
  if (factor?.confirmed === confirmed) return
  throw notice(confirmed ? NOT_ON : factor ? ALREADY_ON : 'Сначала начните включение второго фактора.')
}

export async function requireCode({ tx, company, user }: Context, proof: Proof): Promise<void> {
  if (!(await spend(tx, company.id, user.id, proof))) throw fieldErrors({ code: WRONG_CODE })
}
