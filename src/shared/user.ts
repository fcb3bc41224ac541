/**
 * The signed-in user as both sides know them, and the calls that every page needs: the page frame may not import a
 * feature.
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
  /** signing in requires a code */
  second_factor: z.boolean(),
  /** the company requires a second factor: until it is set up, all other calls are refused */
  factor_needed: z.boolean(),
  /** DD.MM.YYYY, the day from which a second factor is required; null when it already is, or will not be */
  factor_from: z.string().nullable(),
  /** warehouses the user is limited to; null is all */
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
      /** negative when expired; 0 to 40 is «expires soon» */
      days_left: z.number(),
    }),
  }),
  settings: userSettings,
  /** farm wall clock of the company now, 'YYYY-MM-DDTHH:mm' */
  now: z.string(),
})
z.globalRegistry.add(userAnswer, { id: 'User' })
export type User = z.infer<typeof userAnswer>

/** The link with which an invited person sets their first password. Shown once: only its hash is stored. */
export const invitation = z.object({
  link: z.string(),
  /** farm time, 'YYYY-MM-DDTHH:mm' */
  until: z.string(),
  /** a letter with it is being sent */
  mailed: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

/** The user's own password, required to confirm who they are. */
export const ownPassword = () => z.string({ error: f.REQUIRED }).min(1, f.REQUIRED).max(200)

/** Fields of a new password, typed twice, and the check that both are equal. */
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

/** What holds for everyone on the farm. */
export const companySettingsCall = endpoint({
  method: 'PUT',
  path: '/settings',
  ability: 'access settings',
  also: { ability: 'access wizard', fields: ['wizard-completed'] },
  area: 'admin',
  summary: 'Настройки хозяйства',
  details: 'Одну настройку wizard-completed меняет и тот, кому открыт мастер настройки.',
  // the zone has a column of its own; changing it changes no stored time, which is the farm's wall clock
  input: z.strictObject(
    { ...companySettings.partial().shape, 'time-zone': f.timeZone().optional() },
    { error: ({ code }) => (code === 'unrecognized_keys' ? 'Такой настройки нет' : undefined) },
  ),
  answer: userAnswer,
})
