import { useState } from 'react'
import { Button } from '@mantine/core'
import type { Column } from '../../../shared/columns'
import { showInstant } from '../../../shared/dates'
import { errorText, isApiError } from '../../api'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { notifyError, notifyKept, notifySuccess } from '../../notify'
import { useUser } from '../../session'
import { NoteBox } from '../../ui/note-box'
import { confirm } from '../../ui/overlay/confirm'
import { PrintSheet } from '../../ui/table/print-sheet'
import type { OutboxRecord } from '../outbox/records'
import { removeForOthers, sendForOthers } from '../outbox/take-over'
import { useOthersRecords } from '../outbox/use-outbox'
import styles from './outbox-window.module.css'
import shared from '../../styles/shared.module.css'

const whenOf = ({ values: { date, time }, recorded_at }: OutboxRecord): string =>
  date && time ? `${String(date)} ${String(time)}` : showInstant(recorded_at)

const noteOf = ({ values: { note, text } }: OutboxRecord): string => String(note ?? text ?? '')

/** How many records there are, and whose. Their content is for their authors and for administrators of their farm. */
function OthersNote({ records }: { records: readonly OutboxRecord[] }) {
  const { t } = useTranslation()
  if (records.length === 0) return null
  const names = [...new Set(records.map(({ owner_name }) => owner_name))].join(', ')
  return (
    <NoteBox kind="warn">
      {t(
        'В этом браузере ждут ещё записи: {{count}}. Их сделал другой человек: {{names}}. Они отправятся, когда он войдёт. Если войти он уже не сможет, их отправит администратор хозяйства на этом устройстве.',
        { count: records.length, names },
      )}
    </NoteBox>
  )
}

const COLUMNS: Column[] = [
  { key: 'when', title: 'Когда', type: 'text' },
  { key: 'what', title: 'Что', type: 'text' },
  { key: 'note', title: 'Примечание', type: 'text' },
]

interface OfPerson {
  name: string
  records: readonly OutboxRecord[]
}

function OfPerson({ name, records }: OfPerson) {
  const { t } = useTranslation()
  const [printing, print] = useState(false)
  const [busy, setBusy] = useState(false)
  const failed = (error: unknown) =>
    notifyError(isApiError(error) ? errorText(error) : t('Не удалось изменить список на этом устройстве.'))
  const send = () => {
    setBusy(true)
    void sendForOthers(records)
      .catch(failed)
      .finally(() => setBusy(false))
  }
  const remove = async (record: OutboxRecord) => {
    const { label } = record
    const question = t('Убрать запись? {{name}}: {{label}}', { name, label })
    if (!(await confirm(question, { yes: t('Убрать') }))) return
    await removeForOthers(record).then(({ done }) => {
      if (done) notifySuccess(t('Убрана из списка: {{label}}', { label }))
      else notifyKept(t('Отменим, когда ответит сервер: {{label}}', { label }))
    }, failed)
  }
  const rows = records.map((record) => ({
    id: record.n,
    when: whenOf(record),
    what: record.label,
    note: noteOf(record),
  }))
  return (
    <section aria-label={name} className={styles.others}>
      <h3>{t('{{name}}: записей {{records}}', { name, records: records.length })}</h3>
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.n} className={styles.row}>
            <span className={styles.words}>
              <b>{record.label}</b>
              <span>{[whenOf(record), noteOf(record)].filter(Boolean).join(' · ')}</span>
              {record.state === 'refused' && (
                <span className={styles.state}>
                  {t('Не принята: {{reason}}', { reason: t(record.reason || 'причина неизвестна') })}
                </span>
              )}
            </span>
            <span className={styles.buttons}>
              <button
                type="button"
                aria-label={t('Убрать: {{label}}', { label: record.label })}
                onClick={() => void remove(record)}
              >
                <Icon name="trash" size={20} />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button loading={busy} leftSection={<Icon name="refresh" size={18} />} onClick={send}>
          {t('Отправить от имени: {{name}}', { name })}
        </Button>
        <Button variant="default" leftSection={<Icon name="print" size={18} />} onClick={() => print(true)}>
          {t('Печать')}
        </Button>
      </div>
      {printing && (
        <PrintSheet
          sheet={{ title: t('Записи, которые не дошли до сервера'), columns: COLUMNS, rows, average: 'kg' }}
          note={name}
          printing={false}
          onDone={() => print(false)}
        />
      )}
    </section>
  )
}

function byPerson(records: readonly OutboxRecord[]): (OfPerson & { owner: string })[] {
  const owners = [...new Set(records.map(({ owner }) => owner))]
  return owners.map((owner) => {
    const own = records.filter((record) => record.owner === owner)
    return { owner, name: own[0]!.owner_name, records: own }
  })
}

/**
 * Records of other users in this browser. An administrator of their farm sees them, and sends them when the authors
 * cannot.
 */
export function OthersRecords() {
  const { t } = useTranslation()
  const { is_admin, company } = useUser()
  const others = useOthersRecords()
  const isOurs = ({ owner }: OutboxRecord) => is_admin && owner.startsWith(`${company.id}:`)
  const ours = others.filter(isOurs)
  return (
    <>
      <OthersNote records={others.filter((record) => !isOurs(record))} />
      {ours.length > 0 && (
        <p className={shared.small}>
          {t(
            'Здесь ждут записи других людей хозяйства. Они уйдут сами, когда эти люди войдут на этом устройстве. Если войти они уже не смогут, отправьте записи за них: автором останется тот, кто записал.',
          )}
        </p>
      )}
      {byPerson(ours).map(({ owner, ...person }) => (
        <OfPerson key={owner} {...person} />
      ))}
    </>
  )
}
