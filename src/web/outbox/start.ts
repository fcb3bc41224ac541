/** Starts the sender and says what came of a pass. */
import { i18n } from '../i18n'
import { watchLink } from '../link'
import { notifyError, notifySuccess } from '../notify'
import { queryClient } from '../query-client'
import { currentOwner } from '../session'
import { currentRecords, loadRecords, watchRecords } from './box'
import { formOf } from './forms'
import { isHeld, settleFollower } from './outbox'
import { waitingCages, type OutboxRecord } from './records'
import { startSender } from './sender'
import { setWaiting } from './waiting'

/** Records that a form waited for are told of by the form. */
let quietly = 0

function passed(stored: number, refused: OutboxRecord[]): void {
  if (stored > 0) void queryClient.invalidateQueries()
  const told = stored - quietly
  quietly = 0
  if (told > 0) notifySuccess(i18n.t('Отправлено записей: {{count}}', { count: told }))
  for (const { label } of refused) notifyError(i18n.t('Не принята: {{label}}. Она ждёт в списке записей.', { label }))
}

/** The answer ends it. */
export function startOutbox(): () => void {
  const mark = () => setWaiting(waitingCages(currentRecords(), currentOwner()))
  const stopMarks = watchRecords(mark)
  void loadRecords().then(mark)
  // what could not be read meanwhile is read now
  const stopLink = watchLink((link) => void (link === 'up' && queryClient.invalidateQueries()))
  const stopSender = startSender({
    settled: (record, outcome) => {
      const taken = settleFollower(record, outcome)
      if (taken && outcome.what === 'stored') quietly += 1
      return taken
    },
    passed,
    amend: (record, answer) => formOf(record.kind)?.amend?.(record, answer) ?? null,
    held: isHeld,
  })
  return () => {
    stopMarks()
    stopLink()
    stopSender()
  }
}
