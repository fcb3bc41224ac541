import { useEffect, useState } from 'react'
import { TextInput } from '@mantine/core'
import { hrefOf } from '../../../shared/pages'
import { PasswordField } from '../../../web/ui/fields/password-field'
import { navigate, useAddressQuery } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { call, errorText, type ApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { endLeft, hasLeft } from '../../../web/offline/leave'
import { storeUser, type User } from '../../../web/session'
import { FieldBox } from '../../../web/ui/fields/field'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { accessCalls } from './access.contract'
import { GuestPage } from './guest-page.web'
import { SecondStep } from './second-step.web'
import { useAccessForm } from './use-access-form.web'
import { useHealth } from './use-health.web'
import { lazyPart } from '../../../web/lazy'
import styles from './access.module.css'

const WaitingNote = lazyPart(() =>
  import('../../../web/offline/list/waiting-note').then(({ WaitingNote }) => WaitingNote),
)

const WRONG = 'Неверный пароль'
const DEMO = { email: 'demo@example.com', password: 'demo-farm' }

/** Only an address of this site: a link must not lead elsewhere after signing in. */
export function placeAfterLogin(asked: unknown): string {
  return typeof asked === 'string' && /^\/(?![/\\])/.test(asked) && !asked.startsWith(hrefOf('login'))
    ? asked
    : hrefOf('farm')
}

/** Seconds that are left of a wait, counted down. */
function useWait(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [left])
  const wait = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, wait]
}

function useWaitText(seconds: number): string {
  const { t } = useTranslation()
  if (seconds < 60) return t('Повторите вход через {{count}} секунд', { count: seconds })
  return t('Повторите вход через {{count}} минут', { count: Math.ceil(seconds / 60) })
}

const DEFAULT_WAIT = 60

function useLogin() {
  const { to } = useAddressQuery() as { to?: string }
  const [step, setStep] = useState<string | null>(null)
  const [left, wait] = useWait()
  const problemOf = (error: ApiError) => {
    if (error.status === 429) {
      wait(error.retryAfter ?? DEFAULT_WAIT)
      return null
    }
    return error.status === 401 || error.status === 403 || error.status === 422 ? WRONG : errorText(error)
  }
  const enter = (user: User) => {
    storeUser(user)
    navigate(placeAfterLogin(to))
  }
  const send = async (values: { email: string; password: string }) => {
    // the session that was left here must end before a new one begins
    if (hasLeft()) await endLeft()
    const answer = await call(accessCalls.login, values, { quiet: true })
    if ('second_step' in answer) setStep(answer.second_step)
    else enter(answer)
  }
  const initial = { email: '', password: '' }
  return { ...useAccessForm({ initial, schema: accessCalls.login.input, send, problemOf }), left, step, setStep, enter }
}

export function LoginPage() {
  const { t } = useTranslation()
  const { form, frame, state, problem, left, step, setStep, enter } = useLogin()
  const [over, setOver] = useState<string | null>(null)
  const waitText = useWaitText(left)
  const back = (why: string | null) => {
    setOver(why)
    setStep(null)
    form.set('password', '')
  }
  if (step !== null)
    return (
      <GuestPage title={t('Вход')}>
        <SecondStep token={step} onEntered={enter} onBack={back} />
      </GuestPage>
    )
  return (
    <GuestPage title={t('Вход')} links={<Links />}>
      <form {...frame} className={styles.form}>
        <TextInput
          label={t('E-mail')}
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.input('email')}
        />
        <FieldBox action={<Link to={hrefOf('passwordReset')}>{t('Забыли пароль?')}</Link>}>
          <PasswordField label={t('Пароль')} autoComplete="current-password" required {...form.input('password')} />
        </FieldBox>
        <Refused problem={problem ?? over} waitText={left > 0 ? waitText : null} />
        <SubmitButton state={state} disabledReason={left > 0 ? waitText : undefined}>
          {t('Войти')}
        </SubmitButton>
      </form>
      <WaitingNote />
      <DemoHint />
    </GuestPage>
  )
}

function Refused({ problem, waitText }: { problem: string | null; waitText: string | null }) {
  const { t } = useTranslation()
  if (waitText) {
    return (
      <NoteBox kind="danger" icon="clock">
        {t('Слишком много попыток.')} {waitText}.
      </NoteBox>
    )
  }
  return problem && <NoteBox kind="danger">{t(problem)}</NoteBox>
}

function Links() {
  const { t } = useTranslation()
  const health = useHealth()
  return health?.registration === false ? null : <Link to={hrefOf('register')}>{t('Зарегистрироваться')}</Link>
}

/** Shown only by a server with the demo farm, or with one that is being filled. */
function DemoHint() {
  const { t } = useTranslation()
  const health = useHealth()
  if (health?.demo_filling !== undefined)
    return (
      <p className={styles.demo}>
        {t('Демонстрационное хозяйство заполняется: {{percent}}', { percent: `${health.demo_filling}\u00a0%` })}
      </p>
    )
  if (health?.demo !== true) return null
  return <p className={styles.demo}>{t('Демонстрационное хозяйство: {{email}}, пароль {{password}}', DEMO)}</p>
}
