import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { valueOf, type Column } from '../../../shared/columns'
import type { Row } from './cells'

/** Rows whose words («кг», «Корм») are in the person's language, so that they are also sorted, printed and exported so. */
export function useWords<R extends Row>(columns: readonly Column[]): (rows: readonly R[]) => readonly R[] {
  const { t } = useTranslation()
  return useCallback(
    (rows) => {
      const keys = columns.filter(({ words }) => words).map(({ key }) => key)
      if (keys.length === 0) return rows
      return rows.map((row) => ({
        ...row,
        ...Object.fromEntries(keys.map((key) => [key, said(t, valueOf(row, key))])),
      }))
    },
    [columns, t],
  )
}

const said = (t: (key: string) => string, value: unknown) => (typeof value === 'string' && value ? t(value) : value)
