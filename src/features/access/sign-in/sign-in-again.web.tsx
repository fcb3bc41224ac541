import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { hrefOf } from '../../../shared/pages'
import { PasswordField } from '../../../web/ui/fields/password-field'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { flush } from '../../../web/offline/outbox/sender'
import { useOwnRecords } from '../../../web/offline/outbox/use-outbox'
import { queryClient } from '../../../web/query-client'
import { currentOwner, ownerOf, storeUser, type User, useUser } from '../../../web/session'
import { isSignedOut, setSignedOut } from '../../../web/offline/signed-out'
import { FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'
import { accessCalls } from './access.contract'
import { SecondStep } from './second-step.web'
import styles from './access.module.css'

interface Values extends Record<string, unknown> {
  email: string
  password: string
}

function entered(user: User): void {
  if (ownerOf(user) !== currentOwner()) return location.assign(hrefOf('farm'))
  storeUser(user)
  setSignedOut(false)
  // everything: nothing was answered while nobody was signed in, and rights may have changed
  void queryClient.invalidateQueries()
  void flush()
}

/** Shown above the open page, which keeps everything typed. Another user gets a page of their own. */
export function SignInAgain({ opened }: { opened: boolean }) {
  const { t } = useTranslation()
  const { email } = useUser()
  const waiting = useOwnRecords().length
  const [step, setStep] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const signIn = async (values: Values) => {
    const answer = await call(accessCalls.login, values, { quiet: true })
    if ('second_step' in answer) setStep(answer.second_step)
    else entered(answer)
  }
  const common = {
    icon: 'lock',
    title: t('Войдите снова'),
    // it closes by itself when one has signed in
    onClose: () => isSignedOut() && location.assign(hrefOf('login')),
    size: 420,
  } as const
  if (step !== null)
    return (
      <>
        {opened && <div className={styles.cover} />}
        <Window {...common} opened={opened}>
          <SecondStep
            token={step}
            onEntered={(user) => {
              entered(user)
              setStep(null)
            }}
            onBack={(why) => {
              setOver(why)
              setStep(null)
            }}
          />
        </Window>
      </>
    )
  return (
    <>
      {/* nobody else may read on: the page comes back when its person does */}
      {opened && <div className={styles.cover} />}
      <FormModal<Values>
        {...common}
        subtitle={t('Сеанс закончился или здесь вошёл другой человек. Страница и всё введённое остались на месте.')}
        opened={opened}
        schema={accessCalls.login.input}
        initial={{ email, password: '' }}
        onSubmit={signIn}
        submitText={t('Войти')}
      >
        {(form) => (
          <>
            {waiting > 0 && (
              <NoteBox kind="warn" icon="wifi0">
                {t('{{count}} записей ждут входа', { count: waiting })}
              </NoteBox>
            )}
            {over && <NoteBox kind="danger">{t(over)}</NoteBox>}
            <TextInput label={t('E-mail')} type="email" autoComplete="username" {...form.getInputProps('email')} />
            <PasswordField
              label={t('Пароль')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
          </>
        )}
      </FormModal>
    </>
  )
}
