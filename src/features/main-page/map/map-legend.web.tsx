import { ActionIcon, Switch } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCompanySettings } from '../../../web/session'
import { ZOOM } from './scene/cage-geometry.web'
import { showLimit } from '../../../core/cages/cage-words.web'
import type { MapApi } from './scene/use-map-view.web'
import styles from '../map-card.module.css'

interface MapLegendProps {
  api: MapApi
  zoom: number
  /** cages that need a person are marked; not in history */
  marks: boolean
  doubled: boolean
  onDoubled: (doubled: boolean) => void
}

function Keys({ marks }: { marks: boolean }) {
  const { t } = useTranslation()
  const company = useCompanySettings()
  return (
    <>
      <span className={styles.key}>
        <svg width="30" height="16" viewBox="0 0 30 16" aria-hidden="true" className={styles.sample}>
          <path d="M3 14A12 12 0 0 1 27 14" />
          <path d="M3 14A12 12 0 0 1 22 5" className={styles.filled} />
        </svg>
        {t('Плотность к пределу {{limit}} кг/м³', { limit: showLimit(company['density-limit']) })}
      </span>
      <span className={styles.key}>
        <i style={{ background: 'var(--ring)' }} />
        {t('до 90 %')}
      </span>
      <span className={styles.key}>
        <i style={{ background: 'var(--ring-warn)' }} />
        {t('90–100 %')}
      </span>
      <span className={styles.key}>
        <i style={{ background: 'var(--ring-over)' }} />
        {t('выше')}
      </span>
      {marks && (
        <>
          <span className={styles.key}>
            <Icon name="feedoff" size={16} className={styles.warn} />
            {t('не кормили сегодня')}
          </span>
          <span className={styles.key}>
            <Icon name="scale" size={16} className={styles.warn} />
            {t('навеска старше {{days}} дней', { days: company['weighing-age-days'] })}
          </span>
        </>
      )}
    </>
  )
}

/** The meaning of colours, and controls of the view. */
export function MapLegend({ api, zoom, marks, doubled, onDoubled }: MapLegendProps) {
  const { t } = useTranslation()
  return (
    <footer className={styles.legend}>
      <div className={styles.keys}>
        <Keys marks={marks} />
      </div>
      <div className={styles.controls}>
        <Switch
          size="sm"
          label={t('Высота ×2')}
          checked={doubled}
          onChange={(event) => onDoubled(event.currentTarget.checked)}
        />
        <ActionIcon aria-label={t('Отдалить')} disabled={zoom <= ZOOM.min} onClick={() => api.zoomBy(-1)}>
          <Icon name="minus" size={16} />
        </ActionIcon>
        <span className={styles.zoom} aria-live="polite" aria-label={t('Масштаб')}>
          {Math.round(zoom * 100)}&nbsp;%
        </span>
        <ActionIcon aria-label={t('Приблизить')} disabled={zoom >= ZOOM.max} onClick={() => api.zoomBy(1)}>
          <Icon name="plus" size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t('По центру')} onClick={api.centre}>
          <Icon name="center" size={16} />
        </ActionIcon>
      </div>
    </footer>
  )
}
