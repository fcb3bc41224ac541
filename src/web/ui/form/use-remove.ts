import { useCallback } from 'react'
import { errorText, isShownByHandler, isUnreachable } from '../../api'
import { useTranslation } from '../../i18n'
import { notifyError, notifySuccess } from '../../notify'
import { confirm } from '../overlay/confirm'

interface Removal {
  /** translated question */
  question: string
  remove: () => Promise<unknown>
  /** translated; 'Удалено!' by default */
  done?: string
  /** translated; 'При удалении объекта произошла ошибка.' by default */
  failed?: string
}

/**
 * Asks, deletes and reports the outcome. True when it was deleted. The calls themselves show refusals meant for people.
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
