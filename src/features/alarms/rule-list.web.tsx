/** The rules: what each watches, whether it is on, and what it does now. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { RULE_GROUPS } from '../../shared/alarms/rule-data'
import { type AlarmKind, ruleData } from '../../shared/alarms/rules'
import { showInstant } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { useWriteGate } from '../../web/session'
import { ErrorState } from '../../web/ui/error-state'
import { NoteBox } from '../../web/ui/note-box'
import { RowSkeletons } from '../../web/ui/skeletons'
import cards from '../../web/styles/cards.module.css'
import { alarmCalls, type RuleRow } from './alarms.contract'
import { RuleForm } from './rule-form.web'
import classes from './alarms.module.css'

export function RuleList() {
  const { t } = useTranslation()
  const query = useCall(alarmCalls.rules, {})
  const [chosen, choose] = useState<AlarmKind | null>(null)
  const [opened, open] = useState(false)
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={4} height={96} />
    )
  const rule = query.data.find(({ kind }) => kind === chosen)
  const show = (kind: AlarmKind) => {
    choose(kind)
    open(true)
  }
  return (
    <>
      {Object.entries(RULE_GROUPS).map(([group, title]) => (
        <section key={group} className={classes.group} aria-labelledby={`rules-${group}`}>
          <h2 id={`rules-${group}`}>{t(title)}</h2>
          <ul className={cards.list}>
            {query.data
              .filter(({ kind }) => ruleData(kind).group === group)
              .map((one) => (
                <Rule key={one.kind} rule={one} onOpen={() => show(one.kind)} />
              ))}
          </ul>
        </section>
      ))}
      {rule && <RuleForm key={rule.kind} rule={rule} opened={opened} onClose={() => open(false)} />}
    </>
  )
}

function Rule({ rule, onOpen }: { rule: RuleRow; onOpen: () => void }) {
  const { t } = useTranslation()
  const gate = useWriteGate('access settings')
  const { title, about, icon } = ruleData(rule.kind)
  const { on, active, checked_at, fault } = rule
  const state = !on ? t('Выключено') : active > 0 ? t('Тревог: {{count}}', { count: active }) : t('Включено')
  return (
    <li className={`${cards.card} ${classes.alarm}`} data-tone={on ? (active > 0 ? 'warn' : 'good') : 'off'}>
      <Icon name={icon} />
      <div className={cards.words}>
        <h3>
          {t(title)}
          <span className={cards.state}>{state}</span>
        </h3>
        <p>{t(about)}</p>
        {on && checked_at && (
          <p className={cards.quiet}>{t('Проверено {{moment}}', { moment: showInstant(checked_at) })}</p>
        )}
        {on && fault && <NoteBox kind="danger">{t('Не проверяется: {{reason}}', { reason: fault })}</NoteBox>}
      </div>
      <div className={cards.buttons}>
        <Button variant="default" disabled={gate !== null} title={gate ?? undefined} onClick={onOpen}>
          {on ? t('Настроить') : t('Включить…')}
        </Button>
      </div>
    </li>
  )
}
