import { useCallback } from 'react'
import { errorText, isShownByHandler, isUnreachable } from '../../api'
import { useTranslation } from '../../i18n'
import { notifyError, notifySuccess } from '../../notify'
import { confirm } from '../overlay/confirm'

interface Removal {
  /** translated question */
  question: string
  remove: () => Promise<unknown>
  /** translated; 'Удалено!' unless told */
  done?: string
  /** translated; 'При удалении объекта произошла ошибка.' unless told */
  failed?: string
}

/**
 * Asks, removes, says what came of it. True when it is gone. A refusal meant for the user is shown by the calls
 * themselves.
 */
export function useRemove(): (removal: Removal) => Promise<boolean> {
  const { t } = useTranslation()
  return useCallback(
    async ({ question, remove, done, failed }) => {
      if (!(await confirm(question))) return false
      try {
        await remove()
        notifySuccess(done ?? t('Удалено!'))
        return true
      } catch (error) {
        if (isUnreachable(error)) notifyError(errorText(error))
        else if (!isShownByHandler(error)) notifyError(failed ?? t('При удалении объекта произошла ошибка.'))
        return false
      }
    },
    [t],
  )
}
