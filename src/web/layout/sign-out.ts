import { sessionCalls } from '../../shared/user'
import { call, errorText } from '../api'
import { i18n } from '../i18n'
import { notifyError } from '../notify'
import { currentRecords, loadRecords } from '../outbox/box'
import { queryClient } from '../query-client'
import { forgetAnswers } from '../remembered'
import { currentOwner } from '../session'
import { confirm } from '../ui/confirm'

/** Ends the session on the server; when that fails one stays signed in, and is told. Records that wait stay on this device. */
export async function signOut(): Promise<void> {
  await loadRecords()
  const waiting = currentRecords().filter(({ owner }) => owner === currentOwner()).length
  const question = i18n.t(
    'На этом устройстве не отправлено записей: {{count}}. Они останутся здесь и отправятся, когда вы снова войдёте. Выйти?',
    {
      count: waiting,
    },
  )
  if (waiting > 0 && !(await confirm(question, { danger: false }))) return
  try {
    await call(sessionCalls.logout, {}, { quiet: true })
  } catch (error) {
    return notifyError(i18n.t(errorText(error)))
  }
  await forgetAnswers().catch(() => undefined)
  queryClient.clear()
  // a full load, so that nothing of this person stays in the memory of the page
  location.assign('/login')
}
