/** One's own address of the calendar of tasks: made, copied once, changed, revoked. */
import { useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import { CALENDAR_WHICH } from '../../../shared/task-statuses'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useWriteGate } from '../../../web/session'
import { CopyLine } from '../../../web/ui/copy-line'
import { SelectField } from '../../../web/ui/fields/select-field'
import { FailedLine } from '../../../web/ui/failed-line'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { Window } from '../../../web/ui/overlay/window'
import { calendarCalls, type KnownCalendar, type Which } from './calendar.contract'
import classes from './calendar.module.css'

const RENEW = 'Создать адрес заново? Прежний перестанет действовать, и календарь придётся подписать ещё раз.'
const REVOKE = 'Отозвать адрес? Календарь, который его читает, перестанет обновляться.'

const addressWith = (address: string, token: string) => `${address}?${new URLSearchParams({ token }).toString()}`

/** What it is for, and how it is used on each program, as long as the secret is shown. */
function Made({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <>
      <NoteBox kind="warn">
        {t('Скопируйте сейчас: секрет показан один раз. Кто знает адрес, видит эти задачи, и больше ничего.')}
      </NoteBox>
      <CopyLine label={t('Адрес календаря')} text={address} />
      <Button
        component="a"
        href={address.replace(/^https?:/, 'webcal:')}
        variant="default"
        leftSection={<Icon name="cal" size={16} />}
      >
        {t('Подписать календарь этого устройства')}
      </Button>
      <ul className={classes.how}>
        <li>{t('iPhone: Настройки, Приложения, Календарь, Учётные записи, Подписной календарь.')}</li>
        <li>{t('Google: на компьютере «Другие календари», плюс, «Добавить по URL»; на телефон он придёт сам.')}</li>
        <li>{t('Outlook: «Добавить календарь», «Подписаться из Интернета».')}</li>
      </ul>
    </>
  )
}

function Known({ known, onRevoke }: { known: KnownCalendar; onRevoke: () => void }) {
  const { t } = useTranslation()
  const used = known.last_used_at ? `${showInstant(known.last_used_at)}, ${known.last_address}` : t('ещё не было')
  const facts: [string, string][] = [
    [t('Секрет'), known.value],
    [t('Создан'), showInstant(known.created_at)],
    [t('Последнее обращение'), used],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="subtle" color="red" onClick={onRevoke}>
        {t('Отозвать')}
      </Button>
    </>
  )
}

/** The writes, each of which answers how the address stands then; a refusal is shown by the call itself. */
function useAddress() {
  const { t } = useTranslation()
  const [token, show] = useState<string | null>(null)
  const done = (work: Promise<unknown>) => void work.then(() => invalidateTags(['lists'])).catch(() => undefined)
  const make = (which: Which) => done(call(calendarCalls.create, { which }).then((made) => show(made.token)))
  const change = (which: Which) =>
    done(call(calendarCalls.change, { which }).then(() => notifySuccess(t('Сохранено!'))))
  const revoke = async () => {
    if (!(await confirm(t(REVOKE), { yes: t('Отозвать'), danger: true }))) return
    await call(calendarCalls.remove, {})
    show(null)
    notifySuccess(t('Адрес отозван.'))
  }
  return { token, forget: () => show(null), make, change, revoke: () => done(revoke()) }
}

export function CalendarWindow({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const gate = useWriteGate()
  const { token, forget, make, change, revoke } = useAddress()
  const [chosen, choose] = useState<Which>('mine')
  const query = useCall(calendarCalls.own, {}, { enabled: opened })
  const stored = query.data
  const known = stored?.known ?? null
  const which = known?.which ?? chosen
  const close = () => {
    forget()
    onClose()
  }
  const makeAnew = async () => {
    if (!known || (await confirm(t(RENEW), { yes: t('Создать заново') }))) make(which)
  }
  const pick = (next: string | null) => {
    if (known) change(next as Which)
    else choose(next as Which)
  }
  return (
    <Window
      title={t('Календарь на телефоне')}
      icon="cal"
      opened={opened}
      onClose={close}
      closeOnClickOutside={token === null}
      footer={
        <>
          <Button
            variant={known ? 'default' : 'filled'}
            disabled={!stored || gate !== null}
            title={gate ?? undefined}
            onClick={() => void makeAnew()}
          >
            {known ? t('Создать заново') : t('Создать адрес')}
          </Button>
          <Button ml="auto" variant={known ? 'filled' : 'default'} onClick={close}>
            {t('Готово')}
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        {query.error && !stored && <FailedLine onRetry={() => void query.refetch()} />}
        {token !== null && stored ? (
          <Made address={addressWith(stored.address, token)} />
        ) : (
          <NoteBox>
            {t('По адресу календарь телефона, Google или Outlook сам показывает задачи: за 30 дней и на год вперёд.')}
          </NoteBox>
        )}
        <SelectField
          label={t('Какие задачи')}
          value={which}
          onChange={pick}
          data={Object.entries(CALENDAR_WHICH).map(([value, title]) => ({ value, label: t(title) }))}
        />
        {known && <Known known={known} onRevoke={revoke} />}
      </Stack>
    </Window>
  )
}
