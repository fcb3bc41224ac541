/** Invites several people at once: the same role and limits for all, an outcome for each. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { invitation } from '../../../shared/user'
import { keptId, limitedTo } from '../person/left-out.contract'

/** People of one call. */
export const MAX_INVITED = 50
export const TOO_MANY = 'Не более 50 адресов за раз'

/** Outcomes of an invitation. Russian texts, the i18n keys. */
export const OUTCOMES = {
  invited: 'Приглашение создано',
  present: 'Уже в хозяйстве',
  waiting: 'Уже приглашён',
  refused: 'Не приглашён',
} as const

const invitee = z.object({
  /** an address that is none is told of by itself */
  email: f.text(200),
  /** what stands before the @ unless given */
  name: f.optional(f.name(200)),
})

const outcome = z.object({
  email: z.string(),
  name: z.string(),
  outcome: z.enum(Object.keys(OUTCOMES) as [keyof typeof OUTCOMES, ...(keyof typeof OUTCOMES)[]]),
  /** Russian, why not */
  reason: z.string().nullable(),
  invitation: invitation.nullable(),
})
export type Outcome = z.infer<typeof outcome>

export const inviteCalls = {
  several: endpoint({
    method: 'POST',
    path: '/users/invitations',
    name: 'inviteUsers',
    ability: 'create users',
    area: 'admin',
    secret: true,
    confirmed: true,
    summary: 'Пригласить нескольких человек: роль и доступ у всех одни, исход у каждого свой',
    details: 'Адрес, который здесь уже есть, не меняется; ссылки показываются один раз.',
    input: z.object({
      people: z.array(invitee, { error: f.REQUIRED }).min(1, f.REQUIRED).max(MAX_INVITED, TOO_MANY),
      role_id: keptId(),
      location_id: limitedTo(),
      stock_id: limitedTo(),
    }),
    answer: z.object({ people: z.array(outcome) }),
  }),
}

const ADDRESS = /[^\s<>(),;"«»]+@[^\s<>(),;"«»]+/
const nameIn = (text: string) => text.replace(/\s+/g, ' ').replace(/^[ "'«»<>():–—-]+|[ "'«»<>():–—-]+$/g, '')

/**
 * Parses addresses as mail programs, tables and people write them: «Иван Петров <ivan@example.com>; anna@example.com»,
 * in lines or with commas, a name before or after. An entry without an address stays, so that it is refused by name.
 */
export function inviteesOf(text: string): { email: string; name?: string }[] {
  return text.split(/[\n;,]/).flatMap((piece) => {
    const typed = piece.trim()
    if (typed === '') return []
    // several by spaces alone
    const addresses = typed.match(new RegExp(ADDRESS, 'g')) ?? []
    if (addresses.length > 1) return addresses.map((email) => ({ email }))
    const email = addresses[0]
    const name = email === undefined ? '' : nameIn(typed.replace(email, ' '))
    return [{ email: email ?? typed, ...(name !== '' && { name }) }]
  })
}
