/** What a newcomer does with the link of an invitation. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { newPassword, SAME_PASSWORDS, userAnswer } from '../../../shared/user'

const area = 'access'
export const invitationCalls = {
  /** The token is not in the address, because addresses get into logs. */
  check: endpoint({
    method: 'POST',
    path: '/invitation/check',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Кого и куда приглашает ссылка',
    input: z.object({ token: f.text(200) }),
    answer: z.object({ company: z.string(), name: z.string(), email: z.string() }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/invitation/accept',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Принять приглашение: задать пароль и войти',
    input: z
      .object({
        token: f.text(200),
        ...newPassword,
      })
      .refine(...SAME_PASSWORDS),
    answer: userAnswer,
  }),
}
