import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { Window } from '../../ui/overlay/window'
import { useConnectivity } from '../../connectivity'
import { EmptyState } from '../../ui/empty-state'
import { formOf } from '../outbox/forms'
import type { OutboxRecord } from '../outbox/records'
import { flush, useSender } from '../outbox/sender'
import { useOwnRecords } from '../outbox/use-outbox'
import { OutboxRow } from './outbox-row'
import { OthersRecords } from './others-records'
import { KeepingNote } from './keeping-note'
import { useWhyWaiting } from './why-waiting'
import styles from './outbox-window.module.css'
import shared from '../../styles/shared.module.css'

interface OutboxWindowProps {
  opened: boolean
  onClose: () => void
}

/** Records that wait on this device, in the order they will be sent. */
export function OutboxWindow({ opened, onClose }: OutboxWindowProps) {
  const { t } = useTranslation()
  const records = useOwnRecords()
  const connectivity = useConnectivity()
  const { sending } = useSender()
  const waiting = records.some(({ state }) => state === 'waiting' || state === 'removing')
  const why = useWhyWaiting()
  const open = (record: OutboxRecord) => {
    onClose()
    formOf(record.kind)?.open?.(record)
  }
  return (
    <Window title={t('Записи на этом устройстве')} opened={opened} onClose={onClose} icon="list" size={560}>
      <div className={styles.body}>
        {records.length === 0 ? (
          <EmptyState
            icon={connectivity === 'online' ? 'check' : 'wifi0'}
            text={
              connectivity === 'online'
                ? t('Все ваши записи на сервере.')
                : t('Связи нет. Записывайте как обычно: всё сохранится здесь и отправится само.')
            }
          />
        ) : (
          <>
            <p className={shared.small} hidden={!waiting}>
              {why.forNetwork
                ? t(
                    'Отправятся сами и по порядку, когда появится сеть. Страницу можно закрыть: записи останутся здесь.',
                  )
                : `${why.sentence} ${t('Страницу можно закрыть: записи останутся здесь.')}`}
            </p>
            <ol className={styles.list}>
              {records.map((record, index) => (
                <OutboxRow key={record.n} record={record} place={index + 1} onOpen={open} />
              ))}
            </ol>
          </>
        )}
        <OthersRecords />
        <KeepingNote />
        {waiting && (
          <Button
            className={styles.send}
            loading={sending !== null}
            leftSection={<Icon name="refresh" size={18} />}
            onClick={() => void flush()}
          >
            {t('Отправить сейчас')}
          </Button>
        )}
      </div>
    </Window>
  )
}
