import { errorText } from '../../api'
import { i18n } from '../../i18n'
import { notifyError, notifySuccess } from '../../notify'
import { removeRecord } from './outbox'

/** «Отменить» of a notice about a record that waited for the network when it was shown; says what came of it. */
export function undoRecord(n: number): void {
  removeRecord(n).then(
    () => notifySuccess(i18n.t('Запись отменена')),
    (error: unknown) => notifyError(i18n.t(errorText(error))),
  )
}
