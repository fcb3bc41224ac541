import { useState } from 'react'
import { Button } from '@mantine/core'
import { parseDay, showDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { DayCalendar } from '../../../web/ui/fields/calendar'
import { DayField } from '../../../web/ui/fields/day-field'
import type { History } from '../../../core/cages/use-farm.web'
import styles from '../bars.module.css'

interface DayPanelProps {
  history: History
  onDay: (day: string) => void
}

/** The day may be typed: Enter shows it. */
function TypedDay({ history, onDay }: DayPanelProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(history.day ? showDay(history.day) : '')
  const day = parseDay(text)
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (day && day <= history.today) onDay(day)
      }}
    >
      <DayField
        plain
        size="xs"
        label={t('День')}
        max={history.today}
        value={text}
        onChange={(next) => setText(next ?? '')}
      />
      <Button type="submit" size="xs" disabled={!day || day > history.today}>
        {t('Показать')}
      </Button>
    </form>
  )
}

/** Below a button: a field for the day, and a calendar of past days. */
export const DayPanel = ({ history, onDay }: DayPanelProps) => (
  <>
    <TypedDay history={history} onDay={onDay} />
    <DayCalendar value={history.day} max={history.today} onPick={onDay} />
  </>
)
