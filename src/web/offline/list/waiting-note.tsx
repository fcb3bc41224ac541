import { useEffect } from 'react'
import { useTranslation } from '../../i18n'
import { NoteBox } from '../../ui/note-box'
import { loadRecords } from '../outbox/box'
import { useOpenRecords } from '../outbox/use-outbox'

/**
 * Before anyone has signed in: whose records wait on this device, and how many. Their content is only for their
 * authors.
 */
export function WaitingNote() {
  const { t } = useTranslation()
  useEffect(() => void loadRecords(), [])
  const records = useOpenRecords()
  if (records.length === 0) return null
  const names = [...new Set(records.map(({ owner_name }) => owner_name))].join(', ')
  return (
    <NoteBox kind="warn" icon="wifi0">
      {t('{{count}} записей ждут входа', { count: records.length })}: {names}
    </NoteBox>
  )
}
