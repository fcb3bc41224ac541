/** «Программам»: who is told of alarms beside people, and what came of the last time. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import { call } from '../../../web/api'
import { showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useWriteGate } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { GateButton } from '../../../web/ui/gate-button'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { RowSkeletons } from '../../../web/ui/skeletons'
import cards from '../../../web/styles/cards.module.css'
import { HookForm } from './hook-form.web'
import { type Delivered, hookCalls, type HookRow, MOST_HOOKS } from './hooks.contract'
import { type NewSecret, SecretWindow } from './secret-window.web'
import classes from './hooks.module.css'

export function HookList() {
  const { t } = useTranslation()
  const gate = useWriteGate('access settings')
  const query = useCall(hookCalls.list, {})
  const [chosen, choose] = useState<HookRow>()
  const [opened, open] = useState(false)
  const [made, show] = useState<NewSecret | null>(null)
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={2} height={120} />
    )
  const edit = (hook?: HookRow) => {
    choose(hook)
    open(true)
  }
  const full =
    query.data.length >= MOST_HOOKS ? t('Больше пяти программ не бывает: уберите ту, которая не нужна.') : null
  return (
    <div className={classes.hooks}>
      <div className={classes.head}>
        <p>{t('Хозяйство само присылает тревоги боту, чату или вашей программе: подписанный JSON на её адрес.')}</p>
        <GateButton reason={gate ?? full} onClick={() => edit()}>
          {t('Добавить программу')}
        </GateButton>
      </div>
      {query.data.length === 0 && <EmptyState icon="link" text={t('Тревоги никуда не отправляются.')} />}
      <ul className={cards.list}>
        {query.data.map((hook) => (
          <Hook key={hook.id} hook={hook} onEdit={() => edit(hook)} onSecret={show} />
        ))}
      </ul>
      <HookForm key={chosen?.id ?? 'new'} hook={chosen} opened={opened} onClose={() => open(false)} onMade={show} />
      <SecretWindow made={made} onClose={() => show(null)} />
    </div>
  )
}

/** «Ответила 200 за 35 мс», or why not. */
function useOutcome() {
  const { t } = useTranslation()
  return ({ code, fault, ...told }: Delivered) => {
    const ms = showCount(told.ms)
    const answer = code === null ? t('Ответа нет, {{ms}} мс', { ms }) : t('Ответ {{code}} за {{ms}} мс', { code, ms })
    return fault ? `${answer}. ${fault}` : answer
  }
}

const RENEW = 'Сменить секрет? Прежний подписывает тревоги ещё сутки, чтобы программа успела узнать новый.'
const REMOVE = 'Убрать программу? Тревоги к ней больше не придут.'

interface HookProps {
  hook: HookRow
  onEdit: () => void
  onSecret: (made: NewSecret) => void
}

/** A refusal is shown by the call itself. */
function useActions({ id, name }: HookRow, onSecret: HookProps['onSecret']) {
  const { t } = useTranslation()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const done = (work: Promise<unknown>) => void work.then(() => invalidateTags(['alarms'])).catch(() => undefined)
  const test = async () => {
    setBusy(true)
    try {
      const delivered = await call(hookCalls.test, { id })
      if (delivered.fault) notifyError(outcome(delivered))
      else notifySuccess(outcome(delivered))
    } finally {
      setBusy(false)
    }
  }
  const renew = async () => {
    if (!(await confirm(t(RENEW), { yes: t('Сменить секрет') }))) return
    onSecret({ name, secret: (await call(hookCalls.renew, { id })).secret })
  }
  const remove = async () => {
    if (!(await confirm(t(REMOVE), { yes: t('Удалить'), danger: true }))) return
    await call(hookCalls.remove, { id })
    notifySuccess(t('Программа убрана.'))
  }
  return { busy, test: () => done(test()), renew: () => done(renew()), remove: () => done(remove()) }
}

function Hook({ hook, onEdit, onSecret }: HookProps) {
  const { t } = useTranslation()
  const gate = useWriteGate('access settings')
  const { busy, test, renew, remove } = useActions(hook, onSecret)
  const { name, address, on, old_until } = hook
  const deaf = hook.last !== null && hook.last.fault !== null
  const closed = { disabled: gate !== null, title: gate ?? undefined, variant: 'default' }
  return (
    <li className={`${cards.card} ${classes.hook}`} data-tone={!on ? 'off' : deaf ? 'danger' : 'good'}>
      <Icon name="link" />
      <div className={cards.words}>
        <h2>
          {name}
          <span className={cards.state}>{!on ? t('Выключено') : deaf ? t('Не доставлено') : t('Включено')}</span>
        </h2>
        <p>{address}</p>
        <Told hook={hook} />
        {old_until && (
          <p className={cards.quiet}>
            {t('Прежний секрет подписывает до {{moment}}', { moment: showInstant(old_until) })}
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <Button {...closed} loading={busy} onClick={test}>
          {t('Проверить')}
        </Button>
        <Button {...closed} onClick={onEdit}>
          {t('Настроить')}
        </Button>
        <Button {...closed} onClick={renew}>
          {t('Сменить секрет')}
        </Button>
        <Button variant="subtle" color="red" onClick={remove}>
          {t('Удалить')}
        </Button>
      </div>
    </li>
  )
}

/** The last delivery, and what waits. */
function Told({ hook: { last, waiting, given_up_at } }: { hook: HookRow }) {
  const { t } = useTranslation()
  const outcome = useOutcome()
  return (
    <>
      <p className={cards.quiet}>
        {last
          ? t('Последняя отправка {{moment}}: {{outcome}}', { moment: showInstant(last.at), outcome: outcome(last) })
          : t('Ещё ничего не отправлялось.')}
      </p>
      {waiting > 0 && <p className={cards.quiet}>{t('Ждут отправки: {{count}}', { count: waiting })}</p>}
      {given_up_at && (
        <NoteBox kind="danger">{t('За сутки тревоги так и не взяли: проверьте адрес и программу.')}</NoteBox>
      )}
    </>
  )
}
