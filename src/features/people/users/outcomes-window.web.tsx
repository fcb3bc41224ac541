import { useState } from 'react'
import { Button } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { Icon, type IconName } from '../../../web/icons'
import { CopyLine } from '../../../web/ui/copy-line'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'
import { OUTCOMES, type Outcome } from '../invitations/invitations.contract'
import classes from './outcomes-window.module.css'

const ICONS: Record<Outcome['outcome'], IconName> = {
  invited: 'check',
  present: 'user',
  waiting: 'clock',
  refused: 'alert',
}

/** The outcome of each address. Links are shown only once. */
export function OutcomesWindow({ outcomes, onClose }: { outcomes: Outcome[] | null; onClose: () => void }) {
  const { t } = useTranslation()
  const invited = outcomes?.filter(({ invitation }) => invitation !== null) ?? []
  const first = invited[0]?.invitation
  return (
    <Window
      title={t('Приглашения')}
      subtitle={outcomes && t('Создано {{done}} из {{count}}', { done: invited.length, count: outcomes.length })}
      icon="mail"
      size={640}
      opened={outcomes !== null}
      onClose={onClose}
      footer={
        <>
          {invited.length > 1 && <CopyAll people={invited} />}
          <Button onClick={onClose}>{t('Готово')}</Button>
        </>
      }
    >
      {first && (
        <NoteBox kind="warn" icon="clock">
          {t('Ссылки одноразовые, действуют до {{until}}. Потом их не показать: если потеряются, пригласите заново.', {
            until: showInstant(first.until),
          })}
        </NoteBox>
      )}
      <ul className={classes.people}>
        {outcomes?.map((one) => (
          <li key={one.email}>
            <OneOutcome {...one} />
          </li>
        ))}
      </ul>
    </Window>
  )
}

function OneOutcome({ email, name, outcome, reason, invitation }: Outcome) {
  const { t } = useTranslation()
  const text = invitation?.mailed ? t('Письмо отправлено') : t(reason ?? OUTCOMES[outcome])
  return (
    <>
      <div className={classes.head}>
        <span className={classes.who}>
          <b>{name}</b> {name !== email && email}
        </span>
        <span className={classes.outcome} data-outcome={outcome}>
          <Icon name={invitation?.mailed ? 'mail' : ICONS[outcome]} size={16} />
          {text}
        </span>
      </div>
      {invitation && <CopyLine label={t('Ссылка')} text={invitation.link} />}
    </>
  )
}

/** A list to pass on: whose it is, and the link. */
function CopyAll({ people }: { people: Outcome[] }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  // without a clipboard on plain http, each link can be selected
  if (!(navigator.clipboard as Clipboard | undefined)) return null
  const text = people.map(({ name, email, invitation }) => `${name} <${email}>\n${invitation!.link}`).join('\n\n')
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
      {copied ? t('Скопировано') : t('Скопировать все ссылки')}
    </Button>
  )
}
