/** Signing in and out, registration, passwords, and the user with abilities, company and settings. */
import * as z from 'zod'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import {
  companySettingsCall,
  newPassword,
  ownPassword,
  SAME_PASSWORDS,
  sessionCalls,
  userAnswer,
} from '../../../shared/user'

const area = 'access'

/** Who has signed in, or what the code is sent with. */
const signedIn = z.union([userAnswer, z.object({ second_step: z.string() })])

export const accessCalls = {
  ...sessionCalls,
  login: endpoint({
    method: 'POST',
    path: '/login',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Войти',
    details: 'Ставит cookie сеанса (`Set-Cookie`), который присылают остальные вызовы.',
    example: { email: 'demo@example.com', password: 'demo-farm' },
    input: z.object({
      email: f.text(200).toLowerCase(),
      password: ownPassword(),
    }),
    answer: signedIn,
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/login/code',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Войти: код второго фактора или код восстановления после верного пароля',
    /** `token` is the `second_step` of the first step; it is valid for ten minutes and five codes */
    input: z.object({ token: f.text(200), code: f.text(40) }),
    answer: userAnswer,
  }),
  register: endpoint({
    method: 'POST',
    path: '/register',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Зарегистрировать хозяйство',
    input: z
      .object({
        company_name: f.name(200),
        name: f.name(200),
        email: f.email(),
        /** of the farm; Moscow's when it is not given */
        time_zone: f.timeZone().optional(),
        ...newPassword,
        /** with the usual species, a warehouse and a feed, so that one can start without filling lists */
        ready_lists: f.flag(),
      })
      .refine(...SAME_PASSWORDS),
    answer: z.union([userAnswer, z.object({ letter: z.literal(true) })]),
  }),
  /**
   * Where mail is set up, a farm is created by the link in a letter, so that nobody learns whether an address is known.
   */
  confirmRegistration: endpoint({
    method: 'POST',
    path: '/register/confirm',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Завершить регистрацию по ссылке из письма',
    details: 'Пароль тот же, что при регистрации: у кого есть только письмо, хозяйство не откроет.',
    input: z.object({ token: f.text(4000), password: ownPassword() }),
    answer: userAnswer,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/password/email',
    name: 'requestPasswordLink',
    ability: 'public',
    area,
    gated: false,
    summary: 'Прислать ссылку для смены пароля',
    input: z.object({ email: f.email() }),
    answer: ok,
  }),
  /** Whether the link of a letter is still valid; the token is not in the address, because addresses get into logs. */
  checkLink: endpoint({
    method: 'POST',
    path: '/password/check-link',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Проверить ссылку для смены пароля',
    input: z.object({ token: f.text(200) }),
    answer: ok,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/password/reset',
    ability: 'public',
    area,
    secret: true,
    gated: false,
    summary: 'Сменить забытый пароль',
    input: z
      .object({
        token: f.text(200),
        ...newPassword,
      })
      .refine(...SAME_PASSWORDS),
    answer: ok,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/auth/update-user-password',
    ability: 'signed-in',
    area,
    secret: true,
    gated: false,
    summary: 'Сменить свой пароль',
    input: z
      .object({
        current: ownPassword(),
        ...newPassword,
      })
      .refine(...SAME_PASSWORDS),
    answer: ok,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/profile',
    ability: 'signed-in',
    area,
    gated: false,
    summary: 'Изменить своё имя и телефон',
    input: z.object({ name: f.name(200), phone: f.optionalText(40) }),
    answer: userAnswer,
  }),
  companySettings: companySettingsCall,
}
