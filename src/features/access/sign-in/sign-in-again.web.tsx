import { PasswordInput, TextInput } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { flush } from '../../../web/offline/outbox/sender'
import { useOwnRecords } from '../../../web/offline/outbox/use-outbox'
import { queryClient } from '../../../web/query-client'
import { currentOwner, ownerOf, storeUser, useUser } from '../../../web/session'
import { isSignedOut, setSignedOut } from '../../../web/offline/signed-out'
import { FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { accessCalls } from './access.contract'
import styles from './access.module.css'

interface Values extends Record<string, unknown> {
  email: string
  password: string
}

async function signIn(values: Values): Promise<void> {
  const user = await call(accessCalls.login, values, { quiet: true })
  if (ownerOf(user) !== currentOwner()) return location.assign('/')
  storeUser(user)
  setSignedOut(false)
  // everything: no answer came while nobody was signed in, and rights may have changed
  void queryClient.invalidateQueries()
  void flush()
}

/**
 * Over the open page, which stays as it is with everything that was typed. Somebody else begins with a page of their
 * own.
 */
export function SignInAgain({ opened }: { opened: boolean }) {
  const { t } = useTranslation()
  const { email } = useUser()
  const waiting = useOwnRecords().length
  return (
    <>
      {/* nobody else may read on: the page comes back when its person does */}
      {opened && <div className={styles.cover} />}
      <FormModal<Values>
        icon="lock"
        title={t('Войдите снова')}
        subtitle={t('Сеанс закончился или здесь вошёл другой человек. Страница и всё введённое остались на месте.')}
        opened={opened}
        // it closes by itself when one has signed in
        onClose={() => isSignedOut() && location.assign('/login')}
        schema={accessCalls.login.input}
        initial={{ email, password: '' }}
        onSubmit={signIn}
        submitText={t('Войти')}
        size={420}
      >
        {(form) => (
          <>
            {waiting > 0 && (
              <NoteBox kind="warn" icon="wifi0">
                {t('{{count}} записей ждут входа', { count: waiting })}
              </NoteBox>
            )}
            <TextInput label={t('E-mail')} type="email" autoComplete="username" {...form.getInputProps('email')} />
            <PasswordInput
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
