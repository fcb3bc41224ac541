import { useTranslation } from 'react-i18next'
import { timeOf } from '../../shared/dates'
import { Icon, type IconName } from '../../web/icons'
import { useOwnRecords } from '../../web/outbox/use-outbox'
import { stillWaits, type RoundRecord } from './round-model.web'
import { takeBack } from './round-store.web'
import styles from './round.module.css'
import type { Round } from './use-round.web'

interface Props {
  round: Round
  slot: string
  record: RoundRecord
  icon: IconName
}

/** What was recorded of the cage in this round, with the way back. */
export function Recorded({ round, slot, record, icon }: Props) {
  const { t } = useTranslation()
  const waits = stillWaits(record, useOwnRecords())
  const { state } = record
  const stored = state === 'stored' || (state === 'waiting' && !waits)
  const said =
    state === 'sending'
      ? t('отправляется')
      : waits
        ? t('ждёт сети')
        : t('записано в {{time}}', { time: timeOf(record.at) })
  const mayTakeBack = state === 'stored' || waits
  return (
    <div className={styles.recorded} data-state={stored ? 'good' : undefined}>
      <Icon name={stored ? 'check' : waits ? 'wifi0' : icon} size={20} />
      <span>
        <b>{record.what}</b>
        <small>{said}</small>
      </span>
      {mayTakeBack && (
        <button type="button" onClick={() => void takeBack(round.key, slot)}>
          {t('Отменить')}
        </button>
      )}
    </div>
  )
}
