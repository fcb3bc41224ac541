/**
 * The signed-in user as both sides know them, and the calls that every page needs: the frame of the page may not reach
 * into a feature.
 */
import * as z from 'zod'
import { ABILITIES } from './abilities'
import { endpoint, nothing, ok } from './contract'
import * as f from './fields'
import { companySettings, userSettings } from './settings'

export const userAnswer = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  is_admin: z.boolean(),
  is_operator: z.boolean(),
  role: z.string().nullable(),
  permissions: z.array(z.string()),
  /** every ability the user has, `is_admin` already taken into account */
  abilities: z.array(z.enum(ABILITIES as [string, ...string[]])),
  /** modules the user is limited to; null is all */
  location_ids: z.array(z.number()).nullable(),
  /** signing in asks for a code */
  second_factor: z.boolean(),
  /** the company wants a second factor of them: until there is one, nothing else is answered */
  factor_needed: z.boolean(),
  /** DD.MM.YYYY, from when it will; null when it does already, or never */
  factor_from: z.string().nullable(),
  /** warehouses, the same */
  stock_ids: z.array(z.number()).nullable(),
  company: z.object({
    id: z.number(),
    name: z.string(),
    time_zone: z.string(),
    settings: companySettings,
    subscription: z.object({
      type: z.string(),
      start_date: z.string(),
      /** DD.MM.YYYY */
      end_date: z.string(),
      /** below 0 is expired, 0 to 40 expires soon */
      days_left: z.number(),
    }),
  }),
  settings: userSettings,
  /** farm wall clock of the company now, 'YYYY-MM-DDTHH:mm' */
  now: z.string(),
})
z.globalRegistry.add(userAnswer, { id: 'User' })
export type User = z.infer<typeof userAnswer>

/** The link by which somebody chooses their first password. Shown once: only its hash is kept. */
export const invitation = z.object({
  link: z.string(),
  /** farm time, 'YYYY-MM-DDTHH:mm' */
  until: z.string(),
  /** a letter with it is on its way */
  mailed: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

/** One's own password, asked for to see who it is. */
export const ownPassword = () => z.string({ error: f.REQUIRED }).min(1, f.REQUIRED).max(200)

/** A new password is typed twice: its fields, and for `refine` that they are the same. */
export const newPassword = {
  password: f.password(),
  password_confirmation: z.string({ error: f.REQUIRED }).min(1, f.REQUIRED),
}
type Twice = Record<keyof typeof newPassword, string | null>
export const SAME_PASSWORDS: [(typed: Twice) => boolean, { path: string[]; message: string }] = [
  ({ password, password_confirmation }) => password === password_confirmation,
  { path: ['password_confirmation'], message: 'Пароли не совпадают' },
]

const area = 'access'
export const sessionCalls = {
  user: endpoint({
    method: 'GET',
    path: '/user',
    reads: ['people'],
    ability: 'signed-in',
    withoutFactor: true,
    area,
    summary: 'Кто вошёл: права, хозяйство, настройки',
    input: nothing,
    answer: userAnswer,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    ability: 'signed-in',
    withoutFactor: true,
    area,
    gated: false,
    summary: 'Выйти',
    input: nothing,
    answer: ok,
  }),
  userSettings: endpoint({
    method: 'PUT',
    path: '/profile/settings',
    ability: 'signed-in',
    area: 'admin',
    gated: false,
    summary: 'Настройки пользователя',
    input: userSettings.partial(),
    answer: userAnswer,
  }),
  downloadTicket: endpoint({
    method: 'POST',
    path: '/download-token',
    name: 'createDownloadToken',
    ability: 'signed-in',
    area: 'access',
    gated: false,
    summary: 'Пропуск на одно скачивание: действует минуту и только для этого адреса',
    /** of a call that answers a file, as the list of calls writes it: '/measurements-template' */
    secret: true,
    input: z.object({ path: f.text(200) }),
    answer: z.object({ token: z.string() }),
  }),
  debug: endpoint({
    method: 'POST',
    path: '/js-debug-handler',
    name: 'reportFault',
    ability: 'public',
    area: 'admin',
    gated: false,
    summary: 'Сообщить об ошибке интерфейса',
    input: z.object({ caption: f.text(200), data: z.unknown().optional(), url: f.optionalText(2000) }),
    answer: ok,
  }),
}
