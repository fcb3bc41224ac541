/** Programs outside that a farm tells of its alarms. Moments are farm time. */
import * as z from 'zod'
import { ALARM_KINDS } from '../../../shared/alarms/rules'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'

const area = 'alarms'
const ability = 'access settings'

/** Of a farm. */
export const MOST_HOOKS = 5

const delivered = z.object({
  /** HTTP status; null without an answer */
  code: z.number().nullable(),
  ms: z.number(),
  /** why it was not taken, in words */
  fault: z.string().nullable(),
})
export type Delivered = z.infer<typeof delivered>

const hookRow = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  on: z.boolean(),
  danger_only: z.boolean(),
  /** null is all */
  kinds: z.array(z.enum(ALARM_KINDS)).nullable(),
  /** what came of the last delivery; null before the first */
  last: delivered.extend({ at: z.string() }).nullable(),
  /** alarms that have not been delivered yet */
  waiting: z.number(),
  /** what was not delivered for a day was given up, and nothing has been since */
  given_up_at: z.string().nullable(),
  /** until then the former secret signs as well */
  old_until: z.string().nullable(),
})
z.globalRegistry.add(hookRow, { id: 'AlarmHook' })
export type HookRow = z.infer<typeof hookRow>

const withSecret = z.object({ hook: hookRow, secret: z.string() })

const fields = {
  name: f.name(60),
  address: f.text(500),
  on: f.flag(),
  danger_only: f.flag(),
  kinds: z.array(f.oneOf(ALARM_KINDS)).max(ALARM_KINDS.length).nullable().default(null),
}

const example = {
  name: 'Бот дежурных',
  address: 'https://bot.example/alarms',
  on: true,
  danger_only: false,
  kinds: null,
}
const id = { id: f.id() }

export const hookCalls = {
  list: endpoint({
    method: 'GET',
    path: '/alarm-hooks',
    name: 'getAlarmHooks',
    reads: ['alarms'],
    kept: false,
    ability,
    area,
    summary: 'Программы, которым хозяйство присылает тревоги, и что стало с последней',
    input: nothing,
    answer: z.array(hookRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/alarm-hooks',
    name: 'createAlarmHook',
    ability,
    area,
    secret: true,
    confirmed: true,
    summary: 'Присылать тревоги программе; секрет, которым они подписаны, виден только в этом ответе',
    details: 'Что приходит и как проверить подпись, показано в docs/outside.md. Не больше пяти адресов.',
    example,
    input: z.object(fields),
    answer: withSecret,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/alarm-hooks/{id}',
    name: 'updateAlarmHook',
    ability,
    area,
    confirmed: true,
    summary: 'Изменить адрес программы и то, о каких тревогах она узнаёт',
    example: { id: 1, ...example },
    input: z.object({ ...id, ...fields }),
    answer: hookRow,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/alarm-hooks/{id}/secret',
    name: 'renewAlarmHookSecret',
    ability,
    area,
    secret: true,
    confirmed: true,
    summary: 'Сменить секрет программы; прежний подписывает тревоги рядом с новым ещё сутки',
    input: z.object(id),
    answer: withSecret,
  }),
  test: endpoint({
    method: 'POST',
    path: '/alarm-hooks/{id}/test',
    name: 'testAlarmHook',
    ability,
    area,
    dry: true,
    summary: 'Прислать программе пробное сообщение и сказать, что она ответила',
    input: z.object(id),
    answer: delivered,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/alarm-hooks/{id}',
    name: 'deleteAlarmHook',
    ability,
    area,
    gated: false,
    summary: 'Больше не присылать тревоги программе',
    input: z.object(id),
    answer: ok,
  }),
}
