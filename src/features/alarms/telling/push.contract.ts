/** Web Push: browsers on which a person wants to be told of alarms. */
import * as z from 'zod'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'

const area = 'alarms'
const key = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}$`), 'Неверное значение')

export const pushCalls = {
  key: endpoint({
    method: 'GET',
    path: '/push/key',
    reads: ['people'],
    ability: 'signed-in',
    area,
    summary: 'Открытый ключ, которым браузер подписывается на уведомления, и присылают ли их ему',
    input: nothing,
    answer: z.object({
      /** base64url; null until a server has made it */
      key: z.string().nullable(),
      /** this session's browser is told */
      on: z.boolean(),
    }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/push/devices',
    ability: 'signed-in',
    area,
    gated: false,
    summary: 'Присылать тревоги на этот браузер, пока длится сеанс',
    example: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    input: z.object({ endpoint: f.text(1000), p256dh: key(87), auth: key(22) }),
    answer: ok,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/push/devices',
    ability: 'signed-in',
    area,
    gated: false,
    summary: 'Больше не присылать тревоги на этот браузер',
    input: nothing,
    answer: ok,
  }),
}
