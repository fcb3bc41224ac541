/** The link of an invitation, for whoever invites. */
import { useState } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { showInstant } from '../../shared/dates'
import type { Invitation } from '../../shared/user'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { NoteBox } from '../../web/ui/note-box'
import { Window } from '../../web/ui/overlay/window'
import classes from './invitation-window.module.css'

export interface Invited {
  name: string
  invitation: Invitation
}

/** The link is shown once: it cannot be read again, only replaced by another. */
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
  // on plain http there is no clipboard: the text is selected to be copied by hand
  const clipboard = navigator.clipboard as Clipboard | undefined
  const copy = () =>
    void clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <Stack gap="md">
      <p>
        {mailed
          ? t('Письмо со ссылкой отправлено. Её можно передать и самому: по ней человек задаст пароль и войдёт.')
          : t('Передайте человеку эту ссылку: по ней он задаст пароль и войдёт.')}
      </p>
      <div className={classes.link}>
        <TextInput label={t('Ссылка')} value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        {clipboard && (
          <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
            {copied ? t('Скопировано') : t('Скопировать')}
          </Button>
        )}
      </div>
      <NoteBox kind="warn" icon="clock">
        {t('Ссылка одноразовая, действует до {{until}}. Потом её не показать: если потеряется, пригласите заново.', {
          until: showInstant(until),
        })}
      </NoteBox>
    </Stack>
  )
}
