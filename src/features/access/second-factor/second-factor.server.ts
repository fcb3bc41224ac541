/**
 * Turning a second factor on and off. An open session alone is not enough: each change requires the password, turning
 * off a code as well. Where the company requires a factor, turning it off is how one changes to a new phone: until it
 * is on again, all other calls are refused.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import type { Tx } from '../../../server/db/client'
import { fieldErrors, notFound, notice } from '../../../server/errors'
import { type Context, preparedRoute, type Preparing, route, type Route } from '../../../server/http/route'
import { newRecoveryCodes, placeOf, storeRecoveryCodes } from '../../../server/second-factor/codes'
import { addressOfSecret, base32 } from '../../../server/second-factor/totp'
import { noteSecurity } from '../../../server/security-events'
import type { SecurityEventKind } from '../../../shared/security-events'
import { wantsFactor } from '../../../server/session'
import { endSessions } from '../../../server/sign-in'
import { requireTouchable } from '../../../server/accounts/touchable'
import { requirePassword } from '../sign-in/own-check.server'
import { WRONG_CODE } from '../sign-in/sign-in.server'
import { ALREADY_ON, NOT_ON, proveOwn, type Proved, requireCode } from './own-code.server'
import { factorCalls } from './second-factor.contract'

const SECRET_BYTES = 20

const own = ({ company, user }: Context) => sql`company_id = ${company.id} and user_id = ${user.id}`

/** Notes a change of `user`'s second factor, in the audit log and among security events. */
function noteFactor(context: Context, kind: SecurityEventKind, user: number, on: boolean): void {
  const { tx, company, user: by, request, audit, changed } = context
  noteSecurity(tx, company.id, request, { kind, user, by: by.id })
  audit({ action: 'update', entity: 'second_factor', id: user, before: { on: !on }, after: { on } })
  changed('people')
}

const state = route(factorCalls.state, async (_, context) => {
  const { tx, company, user } = context
  const { codes_left } = await tx.one<{ codes_left: number }>(sql`
    select count(*)::int as codes_left from recovery_codes where ${own(context)} and used_at is null`)
  return {
    on: user.second_factor,
    codes_left,
    required: wantsFactor({ user, company }),
  }
})

interface FactorSetup {
  secret: Buffer
  sealed: string
}

const begin = preparedRoute(
  factorCalls.begin,
  async (given: Preparing<ParsedOf<typeof factorCalls.begin>>): Promise<FactorSetup> => {
    await requirePassword(given, given.input().password, 'password')
    const secret = randomBytes(SECRET_BYTES)
    return { secret, sealed: await given.services.secrets.seal(secret, placeOf(given.company.id, given.user.id)) }
  },
  async (_, { tx, company, user }, { secret, sealed }) => {
    const stored = await tx.run(sql`
      insert into second_factors as known (company_id, user_id, secret) values (${company.id}, ${user.id}, ${sealed})
      on conflict (company_id, user_id) do update set secret = excluded.secret, last_step = 0
      where known.confirmed_at is null`)
    if (stored === 0) throw notice(ALREADY_ON)
    return { secret: base32(secret), address: addressOfSecret(secret, user.email) }
  },
)

const confirm = preparedRoute(
  factorCalls.confirm,
  async (given: Preparing<ParsedOf<typeof factorCalls.confirm>>) => ({
    ...(await proveOwn(given, given.input().code, false)),
    recovery: await newRecoveryCodes(),
  }),
  async (_, context, { proof, factor, recovery }) => {
    const { tx, company, user } = context
    await requireCode(context, proof)
    // another page may have started over in the meantime, with another secret
    const same = sql`update second_factors set confirmed_at = now() where ${own(context)} and secret = ${factor.secret}`
    if ((await tx.run(same)) === 0) throw fieldErrors({ code: WRONG_CODE })
    storeRecoveryCodes(tx, company.id, user.id, recovery)
    noteFactor(context, 'second-factor-on', user.id, true)
    return { recovery_codes: recovery.codes }
  },
)

const recoveryCodes = preparedRoute(
  factorCalls.recoveryCodes,
  async (given: Preparing<ParsedOf<typeof factorCalls.recoveryCodes>>) => {
    const { password, code } = given.input()
    await requirePassword(given, password, 'password')
    return { ...(await proveOwn(given, code, true)), recovery: await newRecoveryCodes() }
  },
  async (_, context, { proof, recovery }) => {
    const { tx, company, user, audit, changed } = context
    await requireCode(context, proof)
    storeRecoveryCodes(tx, company.id, user.id, recovery)
    audit({ action: 'update', entity: 'recovery_codes', id: user.id })
    changed('people')
    return { recovery_codes: recovery.codes }
  },
)

const removeFactor = (tx: Tx, company: number, user: number) =>
  tx.run(sql`delete from second_factors where company_id = ${company} and user_id = ${user}`)

const off = preparedRoute(
  factorCalls.off,
  async (given: Preparing<ParsedOf<typeof factorCalls.off>>): Promise<Proved> => {
    const { password, code } = given.input()
    await requirePassword(given, password, 'password')
    return proveOwn(given, code, true)
  },
  async (_, context, { proof }) => {
    const { tx, company, user } = context
    await requireCode(context, proof)
    await removeFactor(tx, company.id, user.id)
    noteFactor(context, 'second-factor-off', user.id, false)
    return { ok: true as const }
  },
)

const reset = route(factorCalls.reset, async ({ id }, context) => {
  const { tx, company, user } = context
  if (id === user.id) throw notice('Свой второй фактор отключают в личном кабинете, с паролем и кодом.')
  await requireTouchable(context, id)
  if ((await removeFactor(tx, company.id, id)) === 0) throw notFound(NOT_ON)
  await endSessions(tx, company.id, id)
  noteFactor(context, 'second-factor-off', id, false)
  return { ok: true as const }
})

export const factorRoutes: Route[] = [state, begin, confirm, recoveryCodes, off, reset]
