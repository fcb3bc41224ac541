/** Windows of a person beside the form: the link of an invitation, another password. */
import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { PasswordField } from '../../../web/ui/fields/password-field'
import * as z from 'zod'
import { showInstant } from '../../../shared/dates'
import { newPassword, SAME_PASSWORDS } from '../../../shared/user'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'
import { type Invitation, type Person, userCalls } from '../person/users.contract'
import classes from './users.module.css'

export interface Invited {
  name: string
  invitation: Invitation
}

/** The link is shown once: nobody can read it again, only make another one. */
export function InvitationWindow({ invited, onClose }: { invited: Invited | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Window
      title={t('Приглашение')}
      subtitle={invited?.name}
      icon="link"
      opened={invited !== null}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Готово')}</Button>}
    >
      {invited && <TheLink {...invited.invitation} />}
    </Window>
  )
}

function TheLink({ link, until, mailed }: Invitation) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  // over plain http of a farm's own network there is no clipboard: the text is selected and copied by hand
  const clipboard = navigator.clipboard as Clipboard | undefined
  const copy = () =>
    void clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div className={classes.window}>
      <p>
        {mailed
          ? t('Письмо со ссылкой отправлено. Её можно передать и самому: по ней человек задаст пароль и войдёт.')
          : t('Передайте человеку эту ссылку: по ней он задаст пароль и войдёт.')}
      </p>
      <div className={classes.link}>
        <TextInput label={t('Ссылка')} value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        {clipboard && (
          <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'link'} size={16} />} onClick={copy}>
            {copied ? t('Скопировано') : t('Скопировать')}
          </Button>
        )}
      </div>
      <NoteBox kind="warn" icon="clock">
        {t('Ссылка одноразовая, действует до {{until}}. Потом её не показать: если потеряется, пригласите заново.', {
          until: showInstant(until),
        })}
      </NoteBox>
    </div>
  )
}

interface PasswordWindowProps {
  opened: boolean
  onClose: () => void
  person: Person | undefined
  onSaved: () => void
}

const twice = z.object(newPassword).refine(...SAME_PASSWORDS)

export function PasswordWindow({ opened, onClose, person, onSaved }: PasswordWindowProps) {
  const { t } = useTranslation()
  const save = async (values: { password: string; password_confirmation: string }) => {
    await call(userCalls.changePassword, { ...values, id: person!.id }, { quiet: true })
    notifySuccess(t('Пароль успешно изменен!'))
    onSaved()
  }
  const text = (error: unknown) => (typeof error === 'string' ? t(error) : undefined)
  return (
    <FormModal
      title={t('Изменение пароля')}
      subtitle={person?.name}
      icon="key"
      opened={opened}
      onClose={onClose}
      schema={twice}
      initial={{ password: '', password_confirmation: '' }}
      onSubmit={save}
    >
      {(form) => {
        const { error, ...password } = form.getInputProps('password')
        const { error: differs, ...again } = form.getInputProps('password_confirmation')
        return (
          <>
            <NoteBox>{t('На всех устройствах этого человека придётся войти заново.')}</NoteBox>
            <PasswordField
              {...password}
              error={text(error)}
              label={t('Новый пароль')}
              description={error ? undefined : t('Не менее 8 знаков')}
              autoComplete="new-password"
              required
            />
            <PasswordField
              {...again}
              error={text(differs)}
              label={t('Новый пароль ещё раз')}
              autoComplete="new-password"
              required
            />
          </>
        )
      }}
    </FormModal>
  )
}
