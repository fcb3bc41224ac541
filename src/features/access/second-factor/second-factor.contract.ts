/** The user's own second factor, and removing a colleague's that was lost. */
import * as z from 'zod'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { ownPassword } from '../../../shared/user'

const area = 'access'
const own = { ability: 'signed-in', area, gated: false } as const
const code = () => f.text(40)
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const factorCalls = {
  state: endpoint({
    ...own,
    method: 'GET',
    path: '/second-factor',
    reads: ['people'],
    kept: false,
    withoutFactor: true,
    summary: 'Второй фактор: включён ли, сколько осталось кодов восстановления',
    input: z.object({}),
    answer: z.object({ on: z.boolean(), codes_left: z.number(), required: z.boolean() }),
  }),
  begin: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/setup',
    secret: true,
    withoutFactor: true,
    summary: 'Начать включение второго фактора: секрет для приложения с кодами',
    input: z.object({ password: ownPassword() }),
    /** `secret` for typing by hand, `address` for the QR code */
    answer: z.object({ secret: z.string(), address: z.string() }),
  }),
  confirm: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/confirm',
    secret: true,
    withoutFactor: true,
    summary: 'Включить второй фактор первым кодом; коды восстановления даются один раз',
    input: z.object({ code: code() }),
    answer: recoveryCodes,
  }),
  recoveryCodes: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/recovery-codes',
    secret: true,
    summary: 'Новые коды восстановления вместо прежних',
    input: z.object({ password: ownPassword(), code: code() }),
    answer: recoveryCodes,
  }),
  off: endpoint({
    ...own,
    method: 'POST',
    path: '/second-factor/off',
    secret: true,
    summary: 'Отключить свой второй фактор',
    input: z.object({ password: ownPassword(), code: code() }),
    answer: ok,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/users/{id}/second-factor',
    ability: 'set passwords',
    area: 'admin',
    gated: false,
    confirmed: true,
    summary: 'Снять второй фактор пользователя, который его потерял; его сеансы завершаются',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
}
