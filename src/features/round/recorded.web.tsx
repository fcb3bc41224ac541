import { timeOf } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import { useSender } from '../../web/offline/outbox/sender'
import type { RoundRecord } from './round-model.web'
import { takeBack } from './round-store.web'
import styles from './round.module.css'

interface Props {
  record: RoundRecord
  icon: IconName
}

/** What was recorded of the cage in this round, with the way back. */
export function Recorded({ record, icon }: Props) {
  const { t } = useTranslation()
  const sending = useSender().sending === record.n
  const words = record.values.note || record.values.text
  const stored = record.state === 'stored'
  const said = stored
    ? t('записано в {{time}}', { time: timeOf(record.at) })
    : sending
      ? t('отправляется')
      : t('ждёт сети')
  return (
    <div className={styles.recorded} data-state={stored ? 'good' : undefined}>
      <Icon name={stored ? 'check' : sending ? icon : 'wifi0'} size={20} />
      <span>
        <b>{record.what}</b>
        {words && <q>{words}</q>}
        <small>{said}</small>
      </span>
      <button
        type="button"
        aria-label={t('Отменить: {{what}}', { what: record.what })}
        disabled={sending}
        onClick={() => void takeBack([record.n])}
      >
        {t('Отменить')}
      </button>
    </div>
  )
}
