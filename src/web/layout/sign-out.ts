import { hrefOf } from '../../shared/pages'
import { i18n } from '../i18n'
import { countDrafts } from '../offline/drafts'
import { endLeft, noteLeft } from '../offline/leave'
import { currentRecords, loadRecords } from '../offline/outbox/box'
import { isOpen, isRefused, type OutboxRecord } from '../offline/outbox/records'
import { forgetFiles } from '../offline/files/kept-files'
import { filesOf } from '../offline/outbox/following'
import { stopLive } from '../live'
import { queryClient } from '../query-client'
import { forgetAnswers } from '../offline/persisted-answers'
import { currentOwner } from '../session'
import { confirm } from '../ui/overlay/confirm'

/** The question before signing out with unsent records or drafts; null when nothing would stay or be lost. */
function leftBehind(records: readonly OutboxRecord[], drafts: number): string | null {
  const refused = records.filter(isRefused).length
  const sentences = [
    records.length > refused &&
      i18n.t(
        'На этом устройстве не отправлено записей: {{count}}. Они останутся здесь и отправятся, когда вы снова войдёте.',
        { count: records.length - refused },
      ),
    refused > 0 &&
      i18n.t('Сервер не принял записей: {{count}}. Они останутся здесь, исправить их можно, когда вы снова войдёте.', {
        count: refused,
      }),
    drafts > 0 && i18n.t('Несохранённых черновиков: {{count}}. После выхода они пропадут.', { count: drafts }),
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? [...sentences, i18n.t('Выйти?')].join(' ') : null
}

/**
 * Clears this device first, then ends the session on the server, now or at the next contact. Unsent records stay on the
 * device, encrypted.
 */
export async function signOut(): Promise<void> {
  await loadRecords()
  const own = currentRecords().filter((record) => isOpen(record) && record.owner === currentOwner())
  const drafts = countDrafts()
  const question = leftBehind(own, drafts)
  if (question && !(await confirm(question, { yes: i18n.t('Выйти'), danger: drafts > 0 }))) return
  noteLeft()
  stopLive()
  await forgetAnswers().catch(() => undefined)
  await forgetFiles(new Set(currentRecords().flatMap(filesOf)), 0).catch(() => undefined)
  await endLeft()
  queryClient.clear()
  // a full load, so that nothing of this person stays in the memory of the page
  location.assign(hrefOf('login'))
}
