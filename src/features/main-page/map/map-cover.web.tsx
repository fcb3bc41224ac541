import { Button } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useWriteGate } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import styles from './cage-map.module.css'

const COLUMNS = [236, 400, 564, 728, 892, 1056]

/** The water and pale disks while the farm is read. */
const PulsingCages = () => (
  <svg viewBox="0 0 1174 446" width="100%" height="100%" aria-hidden="true" className={styles.pulse}>
    {[112, 334].flatMap((y) => COLUMNS.map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r={68} />))}
  </svg>
)

interface MapCoverProps {
  loading: boolean
  error: Error | null
  onRetry: () => void
  /** there is nothing to draw */
  empty: boolean
  onCreate: () => void
}

function NoCages({ onCreate }: Pick<MapCoverProps, 'onCreate'>) {
  const { t } = useTranslation()
  const gate = useWriteGate('create cages')
  return (
    <EmptyState
      icon="cages"
      text={t('В модуле нет садков.')}
      action={
        <Button
          leftSection={<Icon name="plus" size={16} />}
          disabled={gate !== null}
          title={gate ?? undefined}
          onClick={onCreate}
        >
          {t('Создать садок')}
        </Button>
      }
    />
  )
}

/** Loading, failure and emptiness, in the exact place of the cages. */
export function MapCover({ loading, error, onRetry, empty, onCreate }: MapCoverProps) {
  const { t } = useTranslation()
  if (!error && !loading && !empty) return null
  return (
    <div className={styles.void} data-overlay aria-busy={loading}>
      {error ? (
        <ErrorState error={error} title={t('Карта не загрузилась')} onRetry={onRetry} />
      ) : loading ? (
        <PulsingCages />
      ) : (
        <NoCages onCreate={onCreate} />
      )}
    </div>
  )
}
