import { i18n } from '../i18n'
import { endLeft, noteLeft } from '../offline/leave'
import { currentRecords, loadRecords } from '../offline/outbox/box'
import { waitingOf } from '../offline/outbox/records'
import { queryClient } from '../query-client'
import { forgetAnswers } from '../offline/remembered'
import { currentOwner } from '../session'
import { confirm } from '../ui/overlay/confirm'

/**
 * Forgets on this device first, then ends the session on the server, now or at the next contact. Records that wait stay
 * here, sealed.
 */
export async function signOut(): Promise<void> {
  await loadRecords()
  const waiting = waitingOf(currentRecords(), currentOwner()).length
  const question = i18n.t(
    'На этом устройстве не отправлено записей: {{count}}. Они останутся здесь и отправятся, когда вы снова войдёте. Выйти?',
    {
      count: waiting,
    },
  )
  if (waiting > 0 && !(await confirm(question, { danger: false }))) return
  noteLeft()
  await forgetAnswers().catch(() => undefined)
  await endLeft()
  queryClient.clear()
  // a full load, so that nothing of this person stays in the memory of the page
  location.assign('/login')
}
