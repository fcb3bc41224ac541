import { useCallback } from 'react'
import { valueOf, type Column } from '../../../../shared/columns'
import { useTranslation } from '../../../i18n'
import type { Row } from './cells'

/**
 * Rows with their words («кг», «Корм», «Да») in the user's language, so that sorting, printing and export use it too.
 */
export function useWords<R extends Row>(columns: readonly Column[]): (rows: readonly R[]) => readonly R[] {
  const { t } = useTranslation()
  return useCallback(
    (rows) => {
      const keys = columns.filter(({ words, type }) => words || type === 'flag').map(({ key }) => key)
      if (keys.length === 0) return rows
      return rows.map((row) => ({
        ...row,
        ...Object.fromEntries(keys.map((key) => [key, said(t, valueOf(row, key))])),
      }))
    },
    [columns, t],
  )
}

function said(t: (key: string) => string, value: unknown) {
  if (typeof value === 'boolean') return value ? t('Да') : null
  return typeof value === 'string' && value ? t(value) : value
}
