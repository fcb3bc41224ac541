/**
 * Registers a farm. Where mail is set up it is created by the link in a letter: the answer is the same whether the
 * address is known or not, and a known one is told so in its letter. The link holds everything typed, encrypted, so
 * nothing is stored before; the password is asked for again, since the letter may be in wrong hands.
 */
import * as z from 'zod'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'
import { createCompany, type NewCompany } from '../../../core/lists/new-company.server'
import { fieldErrors, forbidden } from '../../../server/errors'
import {
  countLetter,
  resetAttempts,
  attemptLimits,
  registrationLimits,
  slowDown,
} from '../../../server/http/limits/failed-attempts'
import { originOf } from '../../../server/http/origin'
import { publicRoute, type PublicContext } from '../../../server/http/route'
import { checkPassword, hashPassword, isPassword } from '../../../server/passwords'
import { openSession } from '../../../server/sign-in'
import { accessCalls } from './access.contract'
import { findLogin } from './sign-in.server'

const LINK_MS = 24 * 3_600_000
const PLACE = 'registration'
const WRONG_PASSWORD = 'Не тот пароль, что при регистрации'
const BAD_LINK = 'Ссылка устарела. Зарегистрируйтесь ещё раз.'

const sealed = z.object({
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  time_zone: z.string().optional(),
  ready_lists: z.boolean(),
  password: z.object({ hash: z.string() }),
  /** ms */
  until: z.number(),
})

// text typed by a stranger is not passed on to the owner of the address
const LETTER = `Здравствуйте!

Чтобы завершить регистрацию в «Садке», откройте ссылку и введите пароль, который вы придумали. Ссылка действует сутки:
{{link}}

Если вы не регистрировались, ничего не делайте.`

const KNOWN_LETTER = `Здравствуйте!

Кто-то, возможно вы, хотел зарегистрировать в «Садке» новое хозяйство с этим адресом e-mail. Он уже занят, нового хозяйства нет.

Войти: {{login}}
Забыли пароль: {{reset}}`

async function sendLetter({ services, request, speak }: PublicContext, input: NewCompany): Promise<void> {
  const { database, mailer, secrets } = services
  const { email } = input
  const origin = originOf({ services, request })
  const { user } = await findLogin(database, email)
  const token = await secrets.seal(Buffer.from(JSON.stringify({ ...input, until: Date.now() + LINK_MS })), PLACE)
  const letter =
    user > 0
      ? say(KNOWN_LETTER, { login: origin + hrefOf('login'), reset: origin + hrefOf('passwordReset') })
      : say(LETTER, { link: `${origin}${hrefOf('register')}#token=${token}` })
  await mailer({ to: email, subject: speak('Садок: регистрация'), text: speak(letter) })
}

function requireOpen({ services }: PublicContext): void {
  if (!services.registration) throw forbidden('Регистрация здесь закрыта. Обратитесь к администратору сервиса.')
}

async function found(input: NewCompany, context: PublicContext) {
  const { answer, setCookies } = await createCompany(context.services.database, input, (tx, company, user) =>
    openSession(tx, company, user, context),
  )
  setCookies()
  return answer
}

export const register = publicRoute(accessCalls.register, async (input, context) => {
  const { services, request, log } = context
  const { password, password_confirmation: _, ...rest } = input
  requireOpen(context)
  await checkPassword(password, [input.company_name, input.name, input.email])
  await slowDown(services.database, input.email, registrationLimits(input.email, request.ip))
  const company = { ...rest, password: { hash: await hashPassword(password) } }
  if (!services.mails) return found(company, context)
  await countLetter(services.database, input.email)
  // not awaited, because the time it takes would tell whether the address is known
  sendLetter(context, company).catch((error: unknown) => log.error({ err: error }, 'letter'))
  return { letter: true as const }
})

export const confirmRegistration = publicRoute(
  accessCalls.confirmRegistration,
  async ({ token, password }, context) => {
    const { services, request } = context
    requireOpen(context)
    const opened = await services.secrets.open(token, PLACE)
    const { until, ...input } = opened ? sealed.parse(JSON.parse(String(opened))) : { until: 0 }
    if (!('email' in input) || until < Date.now()) throw fieldErrors({ token: BAD_LINK })
    const { email } = input
    // counted apart from an account that the address may have by now
    const limits = attemptLimits('password', `registration of ${email}`, { ip: request.ip, device: null })
    await slowDown(services.database, email, limits)
    if (!(await isPassword(input.password.hash, password))) throw fieldErrors({ password: WRONG_PASSWORD })
    await resetAttempts(services.database, email, limits)
    return found(input, context)
  },
)
