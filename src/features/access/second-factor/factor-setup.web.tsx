/** Turning the second factor on in three steps: the password, a first code of the phone, the recovery codes. */
import { useState } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { PasswordField } from '../../../web/ui/fields/password-field'
import type { AnswerOf } from '../../../shared/contract'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { saveFile } from '../../../web/files/save-file'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { useAccessForm } from '../sign-in/use-access-form.web'
import access from '../sign-in/access.module.css'
import { factorCalls } from './second-factor.contract'
import { lazyPart } from '../../../web/lazy'
import styles from './second-factor.module.css'

const Qr = lazyPart(
  () => import('./qr.web').then(({ Qr }) => Qr),
  () => <div className={styles.qrPlace} />,
)

type FactorSecret = AnswerOf<typeof factorCalls.begin>

/** `onDone` when the recovery codes have been seen. */
export function FactorSetup({ onDone }: { onDone: () => void }) {
  const [begun, setBegun] = useState<FactorSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun) return <FirstCode begun={begun} onCodes={setCodes} />
  return <OwnPassword onBegun={setBegun} />
}

function OwnPassword({ onBegun }: { onBegun: (begun: FactorSecret) => void }) {
  const { t } = useTranslation()
  return (
    <PasswordStep
      text={t('Понадобится телефон с приложением для кодов: Яндекс Ключ, Google Authenticator, Aegis или другое.')}
      button={t('Дальше')}
      send={async (password) => onBegun(await call(factorCalls.begin, { password }, { quiet: true }))}
    />
  )
}

interface PasswordStepProps {
  text: string
  button: string
  send: (password: string) => Promise<void>
}

/** A stranger at an open page must not be able to change how its user signs in. */
function PasswordStep({ text, button, send }: PasswordStepProps) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { password: '' },
    schema: factorCalls.begin.input,
    send: ({ password }) => send(password),
  })
  return (
    <form {...frame} className={access.form}>
      <p className={styles.hint}>{text}</p>
      <PasswordField
        label={t('Ваш пароль')}
        autoComplete="current-password"
        data-autofocus
        autoFocus
        required
        {...form.input('password')}
      />
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      <SubmitButton state={state}>{button}</SubmitButton>
    </form>
  )
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function FirstCode({ begun, onCodes }: { begun: FactorSecret; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { code: '' },
    schema: factorCalls.confirm.input,
    send: async (values) => onCodes((await call(factorCalls.confirm, values, { quiet: true })).recovery_codes),
  })
  return (
    <Stack gap="md">
      <p className={styles.hint}>{t('Наведите камеру приложения на картинку.')}</p>
      <Qr text={begun.address} />
      <p className={styles.hint}>{t('Не получается? Введите этот ключ в приложении вручную:')}</p>
      <code className={styles.secret}>{inFours(begun.secret)}</code>
      <form {...frame} className={access.form}>
        <TextInput
          label={t('Код из приложения')}
          description={form.errors.code ? undefined : t('Шесть цифр, меняются каждые полминуты')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          required
          classNames={{ input: access.code }}
          {...form.input('code')}
        />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <SubmitButton state={state}>{t('Включить')}</SubmitButton>
      </form>
    </Stack>
  )
}

/** Shown once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const save = () => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), t('Коды восстановления.txt'))
  return (
    <Stack gap="md">
      <NoteBox kind="warn" icon="key">
        {t(
          'Сохраните коды восстановления: они показаны один раз. Код одноразовый и заменяет телефон, если его нет под рукой.',
        )}
      </NoteBox>
      <ul className={styles.codes} aria-label={t('Коды восстановления')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={save}>
          {t('Сохранить в файл')}
        </Button>
        <Button onClick={onDone}>{t('Коды сохранены')}</Button>
      </div>
    </Stack>
  )
}
