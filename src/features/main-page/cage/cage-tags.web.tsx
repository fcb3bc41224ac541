/** Marks of a cage: due work, and records that the server does not have yet. */
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useWaitingCages } from '../../../web/offline/outbox/waiting'
import type { Attention } from '../../../core/cages/cage-state.web'
import { attentionIcons, isDanger, tagText } from '../../../core/cages/cage-words.web'
import card from './cage-card.module.css'
import styles from '../map/map-cage.module.css'

/** The numbers are from before the record. Shown on the collar of a cage on the map. */
export const WaitingMark = () => (
  <g className={styles.waiting} transform="translate(50 -50)">
    <circle r={14} />
    <g transform="translate(-9 -9)">
      <Icon name="wifi0" size={18} />
    </g>
  </g>
)

/** In a list or on a card. */
export function WaitingTag({ cageId }: { cageId: number }) {
  const { t } = useTranslation()
  if (!useWaitingCages().has(cageId)) return null
  return (
    <span className={card.tag}>
      <Icon name="wifi0" size={14} />
      {t('ждёт сети')}
    </span>
  )
}

export function AttentionTag({ attention }: { attention: Attention }) {
  const { t } = useTranslation()
  return (
    <span className={isDanger(attention.kind) ? `${card.tag} ${card.danger}` : card.tag}>
      <Icon name={attentionIcons[attention.kind]} size={14} />
      {tagText(t, attention)}
    </span>
  )
}
