/** What rings or waits now, the dangerous first: what, where, since when, who knows, and what to do about it. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { type AlarmState, ruleData } from '../../shared/alarms/rules'
import { showInstant } from '../../shared/dates'
import { hrefOf } from '../../shared/pages'
import { useTranslation, type TFunction } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { Link } from '../../web/router/router'
import { useCan, useWriteGate } from '../../web/session'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { RowSkeletons } from '../../web/ui/skeletons'
import cards from '../../web/styles/cards.module.css'
import { alarmCalls, type AlarmRow } from './alarms.contract'
import { AcceptForm, SnoozeForm } from './alarm-forms.web'
import { placeText } from './place-text.web'
import classes from './alarms.module.css'

interface Opened {
  alarm: AlarmRow
  window: 'accept' | 'snooze'
}

export function OpenAlarms() {
  const query = useCall(alarmCalls.open, {})
  const [chosen, choose] = useState<Opened | null>(null)
  const [opened, open] = useState(false)
  const show = (next: Opened) => {
    choose(next)
    open(true)
  }
  const close = () => open(false)
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={3} height={96} />
    )
  if (query.data.length === 0) return <Quiet />
  return (
    <>
      <ul className={`${cards.list} ${classes.now}`}>
        {query.data.map((alarm) => (
          <Alarm key={alarm.id} alarm={alarm} onOpen={(window) => show({ alarm, window })} />
        ))}
      </ul>
      {chosen && (
        <AcceptForm
          key={`accept ${chosen.alarm.id}`}
          alarm={chosen.alarm}
          opened={opened && chosen.window === 'accept'}
          onClose={close}
        />
      )}
      {chosen && (
        <SnoozeForm
          key={`snooze ${chosen.alarm.id}`}
          alarm={chosen.alarm}
          opened={opened && chosen.window === 'snooze'}
          onClose={close}
        />
      )}
    </>
  )
}

function Quiet() {
  const { t } = useTranslation()
  const may = useCan()('access settings')
  return (
    <EmptyState
      icon="check"
      text={t('Сейчас тревог нет.')}
      action={
        may && (
          <Button component={Link} to={hrefOf('alarms', { show: 'rules' })} variant="default">
            {t('Открыть правила')}
          </Button>
        )
      }
    />
  )
}

/** What people did about it, in one line. */
function doneText({ acknowledged_at, acknowledged_by, word, snoozed_until }: AlarmRow, t: TFunction): string | null {
  if (acknowledged_at !== null) {
    const values = { name: acknowledged_by ?? t('удалённый пользователь'), moment: showInstant(acknowledged_at) }
    return word === null
      ? t('Принято {{moment}}, {{name}}', values)
      : t('Принято {{moment}}, {{name}}: {{word}}', { ...values, word })
  }
  return snoozed_until && t('Отложена до {{moment}}', { moment: showInstant(snoozed_until) })
}

const TONES: Partial<Record<AlarmState, string>> = { active: 'warn', no_data: 'warn', recovering: 'good' }

interface AlarmProps {
  alarm: AlarmRow
  onOpen: (window: Opened['window']) => void
}

function Alarm({ alarm, onOpen }: AlarmProps) {
  const { t } = useTranslation()
  const gate = useWriteGate()
  const place = placeText(alarm, t)
  const done = doneText(alarm, t)
  const title = [alarm.kind_name, place].filter(Boolean).join(': ')
  return (
    <li className={`${cards.card} ${classes.alarm}`} data-tone={alarm.danger ? 'danger' : TONES[alarm.state]}>
      <Icon name={ruleData(alarm.kind).icon} />
      <div className={cards.words}>
        <h2>
          <Link to={alarm.href}>{title}</Link>
          <span className={cards.state}>{alarm.danger ? t('Опасность') : alarm.state_name}</span>
        </h2>
        <p>{alarm.text}</p>
        <p className={cards.quiet}>{t('С {{moment}}', { moment: showInstant(alarm.started) })}</p>
        {done && <p className={cards.quiet}>{done}</p>}
        {alarm.told.length > 0 && (
          <p className={cards.quiet}>{t('Сообщено: {{people}}', { people: alarm.told.join('; ') })}</p>
        )}
      </div>
      {alarm.rang !== null && alarm.acknowledged_at === null && (
        <div className={cards.buttons}>
          <Button disabled={gate !== null} title={gate ?? undefined} onClick={() => onOpen('accept')}>
            {t('Принять')}
          </Button>
          <Button variant="default" disabled={gate !== null} title={gate ?? undefined} onClick={() => onOpen('snooze')}>
            {t('Отложить')}
          </Button>
        </div>
      )}
    </li>
  )
}
