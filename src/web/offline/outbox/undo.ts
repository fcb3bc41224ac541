import { errorText } from '../../api'
import { i18n } from '../../i18n'
import { notifyError, notifyKept, notifySuccess } from '../../notify'
import { removeRecord } from './take-back'

/** «Отменить» in a notice about a record that waited for the network; reports the outcome. */
export function undoRecord(n: number): void {
  removeRecord(n).then(
    ({ done }) =>
      done ? notifySuccess(i18n.t('Запись отменена')) : notifyKept(i18n.t('Отменим, когда ответит сервер')),
    (error: unknown) => notifyError(errorText(error)),
  )
}
