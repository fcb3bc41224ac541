/** Sessions of a user: their own, and those of a colleague for users who manage users. */
import * as z from 'zod'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { ownPassword } from '../../../shared/user'

export const sessionRow = z.object({
  id: z.number(),
  /** «Chrome, Android» */
  device: z.string(),
  /** network address of the last use that was noted */
  address: z.string().nullable(),
  /** farm time */
  created_at: z.string(),
  /** farm time, noted at most hourly */
  last_seen_at: z.string(),
  /** the session that asks */
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof sessionRow>

const own = { ability: 'signed-in', area: 'access', gated: false } as const
const colleague = { ability: 'update users', area: 'admin', gated: false } as const
const reading = { method: 'GET', reads: ['people'], kept: false } as const
/** A stranger at an open page cannot end sessions of others. */
const ending = { method: 'DELETE', confirmed: true } as const
const ended = z.object({ ok: z.literal(true), ended: z.number() })

export const sessionsCalls = {
  list: endpoint({
    ...own,
    ...reading,
    path: '/sessions',
    summary: 'Свои сеансы: где выполнен вход',
    input: z.object({}),
    answer: z.array(sessionRow),
  }),
  end: endpoint({
    ...own,
    ...ending,
    path: '/sessions/{id}',
    summary: 'Завершить один из своих сеансов',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  endOthers: endpoint({
    ...own,
    ...ending,
    path: '/sessions',
    summary: 'Завершить все свои сеансы, кроме этого',
    input: z.object({}),
    answer: ended,
  }),
  confirm: endpoint({
    ...own,
    method: 'POST',
    path: '/sessions/confirm',
    secret: true,
    summary: 'Подтвердить своим паролем, что это вы: на десять минут для этого сеанса',
    /** the code where one's second factor is on */
    input: z.object({ password: ownPassword(), code: f.optionalText(40) }),
    answer: ok,
  }),
  listOf: endpoint({
    ...colleague,
    ...reading,
    path: '/users/{id}/sessions',
    summary: 'Сеансы пользователя',
    input: z.object({ id: f.id() }),
    answer: z.object({ name: z.string(), second_factor: z.boolean(), sessions: z.array(sessionRow) }),
  }),
  endOf: endpoint({
    ...colleague,
    ...ending,
    path: '/users/{id}/sessions/{session}',
    name: 'endUserSession',
    summary: 'Завершить сеанс пользователя',
    input: z.object({ id: f.id(), session: f.id() }),
    answer: ok,
  }),
  endAllOf: endpoint({
    ...colleague,
    ...ending,
    path: '/users/{id}/sessions',
    name: 'endUserSessions',
    summary: 'Завершить все сеансы пользователя, кроме того, с которого пришёл запрос',
    input: z.object({ id: f.id() }),
    answer: ended,
  }),
}
