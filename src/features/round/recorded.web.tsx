import { timeOf } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import { currentRecords } from '../../web/offline/outbox/box'
import { formOf } from '../../web/offline/outbox/forms'
import { useSender } from '../../web/offline/outbox/sender'
import type { RoundRecord } from './model/round-model.web'
import { takeBack } from './model/round-records.web'
import styles from './round-fields.module.css'

interface Props {
  record: RoundRecord
  icon: IconName
}

function edit({ n, kind, values }: RoundRecord): void {
  const record = currentRecords().find((one) => one.n === n)
  // a record stored by an earlier version no longer has its typed values
  if (record) formOf(kind)?.open?.({ ...record, typed: record.typed ?? values })
}

/** A record of this round, to be changed or taken back here, wherever it is by now. */
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
        data-icon
        aria-label={t('Изменить: {{label}}', { label: record.what })}
        title={t('Изменить')}
        disabled={sending}
        onClick={() => edit(record)}
      >
        <Icon name="edit" size={20} />
      </button>
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
