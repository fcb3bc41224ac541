import type { KeyboardEvent } from 'react'
import { hrefOf } from '../../../shared/pages'
import { navigate } from '../../../web/router/address'
import { NBSP, showKg } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { useCan } from '../../../web/session'
import type { LocationRow } from '../../../core/cages/cage.contract'
import type { MooredBarge } from './scene/map-scene.web'
import styles from './map-barge.module.css'

type Feed = NonNullable<LocationRow['feed']>

const KG_PER_TONNE = 1000
/** a delivery to a barge takes some days */
const LOW_DAYS = 3

const amountText = (t: TFunction, kg: number) =>
  kg < KG_PER_TONNE ? `${showKg(kg, 0)}${NBSP}${t('кг')}` : `${showKg(kg / KG_PER_TONNE)}${NBSP}${t('т')}`

/** «Корма на складах модуля 18,4 т, на 18 дней» */
function feedText(t: TFunction, feed: Feed | null): string {
  if (!feed) return t('Баржа модуля')
  const { weight, days } = feed
  const held = t('Корма на складах модуля {{amount}}', { amount: amountText(t, weight) })
  return days === null ? held : `${held}, ${t('на {{count}} дней', { count: days })}`
}

const isLow = ({ days }: Feed) => days !== null && days <= LOW_DAYS

/** The warehouse of a module at its pontoon: its feed and how many days it lasts; links to the goods. */
export function Barge({ barge, busy }: { barge: MooredBarge; busy: boolean }) {
  const { t } = useTranslation()
  const open = useCan()('read stocks') && !busy
  const { feed } = barge
  const go = () => navigate(hrefOf('goods'))
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Enter' && go()
  const link = open ? { role: 'link', tabIndex: 0, onClick: go, onKeyDown } : { role: 'img' }
  return (
    <g
      {...link}
      className={styles.barge}
      data-open={open || undefined}
      data-low={(feed && isLow(feed)) || undefined}
      aria-label={feedText(t, feed)}
      transform={`translate(${barge.x} ${barge.y})`}
    >
      <path
        className={styles.hull}
        d="M-130 0C-130-18-108-32-84-32H-8Q2-32 2-22V22Q2 32-8 32H-84C-108 32-130 18-130 0z"
      />
      <rect className={styles.cabin} x="-26" y="-20" width="18" height="40" rx="4" />
      <path className={styles.rail} d="M-114 0C-114-12-98-22-82-22H-36V22H-82C-98 22-114 12-114 0z" />
      {feed && (
        <g className={styles.words}>
          <text x="-70" y="-3">
            {amountText(t, feed.weight)}
          </text>
          <text className={styles.caption} x="-70" y="14">
            {t('корма')}
          </text>
          {feed.days !== null && (
            <text className={styles.days} x="-66" y="52">
              {t('на {{count}} дней', { count: feed.days })}
            </text>
          )}
        </g>
      )}
    </g>
  )
}
