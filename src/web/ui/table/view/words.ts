import { useCallback } from 'react'
import type { Column } from '../../../../shared/columns'
import { type Row, saidRows } from '../../../../shared/sheets/rows'
import { useTranslation } from '../../../i18n'

/**
 * Rows with their words («кг», «Корм», «Да») in the user's language, so that sorting, printing and export use it too.
 */
export function useWords<R extends Row>(columns: readonly Column[]): (rows: readonly R[]) => readonly R[] {
  const { t } = useTranslation()
  return useCallback((rows) => saidRows(rows, columns, t), [columns, t])
}
