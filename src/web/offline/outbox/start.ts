/** Starts the sender and reports the outcome of each pass. */
import { dayOf } from '../../../shared/dates'
import { i18n } from '../../i18n'
import { watchConnectivity } from '../../connectivity'
import { notifyError, notifySuccess, notifyWarning } from '../../notify'
import { invalidateTags, queryClient } from '../../query-client'
import { currentOwner, farmTimeOf } from '../../session'
import { currentRecords, drop, loadRecords, watchRecords } from './box'
import { formOf } from './forms'
import { forgetFiles } from '../files/kept-files'
import { filesOf, followingOf } from './following'
import { isHeld, settleFollower } from './outbox'
import { isAwaited, rememberStored } from './take-back'
import { isForgotten, RECORDED, waitingCages, type OutboxRecord } from './records'
import { startSender } from './sender'
import { setWaiting } from './waiting'

/** Counts records whose outcome a waiting form reports itself. */
let quietly = 0

function passed(stored: number, refused: OutboxRecord[], removed: OutboxRecord[]): void {
  const told = stored - quietly
  quietly = 0
  const count = removed.filter((record) => !isAwaited(record)).length
  if (count > 0) notifySuccess(i18n.t('Отменено записей: {{count}}', { count }))
  if (told + removed.length > 0) void invalidateTags(RECORDED)
  if (told > 0) notifySuccess(i18n.t('Отправлено записей: {{count}}', { count: told }))
  for (const { label, state } of refused)
    notifyError(
      state === 'removing'
        ? i18n.t('Не отменена: {{label}}. Она осталась в журнале.', { label })
        : i18n.t('Не принята: {{label}}. Она ждёт в списке записей.', { label }),
    )
}

/** Two devices recorded the same without knowing of each other: a person decides. */
function tellDoubled({ label }: OutboxRecord, answer: unknown): void {
  const { doubled, rows = [] } = (answer ?? {}) as { doubled?: boolean; rows?: { doubled?: boolean }[] }
  if (doubled || rows.some((row) => row.doubled))
    notifyWarning(i18n.t('Возможно, записано дважды: {{label}}. Посмотрите в журнале.', { label }))
}

/** Deletes records stored days ago, for which no page asks any more. */
async function forgetOld(): Promise<void> {
  const today = dayOf(farmTimeOf())
  for (const record of currentRecords()) if (isForgotten(record, today)) await drop(record.n).catch(() => undefined)
  await forgetFiles(new Set(currentRecords().flatMap(filesOf))).catch(() => undefined)
}

/** The answer ends it. */
export function startOutbox(): () => void {
  const mark = () => setWaiting(waitingCages(currentRecords(), currentOwner()))
  const stopMarks = watchRecords(mark)
  void loadRecords().then(mark).then(forgetOld)
  // everything: what could not be fetched while offline, and what others have changed
  const stopWatching = watchConnectivity(
    (connectivity) => void (connectivity === 'online' && queryClient.invalidateQueries()),
  )
  const stopSender = startSender({
    settled: (record, outcome) => {
      const taken = settleFollower(record, outcome)
      // a photograph is told of with what it was taken of
      const told = taken || (record.file !== undefined && record.state !== 'removing')
      if (told && outcome.what === 'stored') quietly += 1
      return taken
    },
    passed,
    stored: (record, answer, followed) => {
      tellDoubled(record, answer)
      // the waiting form puts the answer into the caches itself
      if (followed) return
      rememberStored(record, answer)
      formOf(record.kind)?.stored?.(answer)
    },
    rows: (record, answer) => formOf(record.kind)?.rows?.(answer) ?? null,
    following: (record, [row]) => {
      const file = formOf(record.kind)?.file
      return row !== undefined && file ? followingOf(record, row, file(row)) : []
    },
    remove: (record, answer) => formOf(record.kind)!.remove!(answer, `${record.key}.x`),
    amend: (record, answer) => formOf(record.kind)?.amend?.(record, answer) ?? null,
    held: isHeld,
  })
  return () => {
    stopMarks()
    stopWatching()
    stopSender()
  }
}
