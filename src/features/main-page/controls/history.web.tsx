import { type ComponentProps, type ReactNode } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { showDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import { usePhone } from '../../../web/ui/use-phone'
import type { History } from '../../../core/cages/use-farm.web'
import { lazyPart } from '../../../web/lazy'
import styles from '../bars.module.css'

const DayPanel = lazyPart(() => import('./day-panel.web').then((module) => module.DayPanel))

type ButtonProps = ComponentProps<'button'>

/** The calendar of days gone by, under a button. */
function DayPicker({ history, label, as }: { history: History; label: string; as: (props: ButtonProps) => ReactNode }) {
  return (
    <Dropdown kind="dialog" width={usePhone() ? 366 : 290} label={label} button={label} as={as}>
      {(close) => (
        <div className={styles.calendar}>
          <DayPanel
            history={history}
            onDay={(day) => {
              close()
              history.go(day)
            }}
          />
        </div>
      )}
    </Dropdown>
  )
}

const HeadButton = (props: ButtonProps) => (
  <Button
    {...props}
    variant="default"
    size="xs"
    leftSection={<Icon name="hist" size={16} />}
    rightSection={<Icon name="down" size={14} />}
  />
)

const DayButton = (props: ButtonProps) => (
  <Button {...props} variant="default" size="xs" leftSection={<Icon name="cal" size={16} />} />
)

export function HistoryButton({ history }: { history: History }) {
  const { t } = useTranslation()
  return <DayPicker history={history} label={t('История на дату')} as={HeadButton} />
}

/** Takes the place of «что сейчас» while a past day is shown. */
export function HistoryBar({ history }: { history: History }) {
  const { t } = useTranslation()
  const day = showDay(history.day ?? history.today)
  return (
    <div className={styles.bar} role="status">
      <Icon name="hist" className={styles.icon} />
      <span className={styles.text}>
        <b>{t('История: {{day}}, 23:59.', { day })}</b>{' '}
        {t('Операции заблокированы, показано состояние на выбранный день.')}
      </span>
      <span className={styles.end}>
        <ActionIcon aria-label={t('Днём раньше')} onClick={history.earlier}>
          <Icon name="left" />
        </ActionIcon>
        <DayPicker history={history} label={day} as={DayButton} />
        <ActionIcon aria-label={t('Днём позже')} onClick={history.later}>
          <Icon name="right" />
        </ActionIcon>
        <Button size="xs" onClick={() => history.go(null)}>
          {t('Вернуться к {{day}}', { day: showDay(history.today) })}
        </Button>
      </span>
    </div>
  )
}
