import { useTranslation } from '../../../web/i18n'
import { DayCalendar } from '../../../web/ui/fields/calendar'
import { Panel } from '../../../web/ui/overlay/window'
import type { History } from '../../../core/cages/use-farm.web'
import styles from '../main-page.module.css'

/** Another day of the farm, chosen by thumb. */
export function DaySheet({ history, opened, onClose }: { history: History; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Panel opened={opened} onClose={onClose} side="bottom" size="auto" title={t('История на дату')} icon="hist">
      <div className={styles.calendar}>
        <DayCalendar
          value={history.day}
          max={history.today}
          onPick={(day) => {
            onClose()
            history.go(day)
          }}
        />
      </div>
    </Panel>
  )
}
