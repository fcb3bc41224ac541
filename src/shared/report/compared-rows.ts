/** The columns of the earlier period that a plain table is compared with, beside those of now. */
import type { Column } from '../columns'
import { dayOf, parseDay, showDay } from '../dates'
import type { Row } from '../sheets/rows'
import { type Comparison, COMPARISONS, earlierThan } from './compared'
import { CHANGE, changeOf, THEN } from './compared-table'

/** Days DD.MM.YYYY of the earlier period. */
export function earlierDays({ start, end }: { start: string; end: string }, comparison: Comparison) {
  const now = { start: `${parseDay(start)!}T00:00`, end: `${parseDay(end)!}T23:59` }
  const then = earlierThan(now, null, comparison)
  return { start: showDay(dayOf(then.start)), end: showDay(dayOf(then.end)) }
}

/** With the columns of then, and of the change since, beside those of these keys. */
export const comparedColumns = (
  columns: readonly Column[],
  keys: readonly string[],
  comparison: Comparison | null,
  t: (key: string) => string,
): Column[] =>
  columns.flatMap((column) =>
    comparison && keys.includes(column.key)
      ? [
          column,
          {
            ...column,
            key: THEN + column.key,
            title: `${t(column.title)}, ${t(COMPARISONS[comparison]).toLowerCase()}`,
            unsorted: true,
          },
          {
            key: CHANGE + column.key,
            title: 'Изменение',
            type: 'percent' as const,
            unit: '%',
            decimals: 1,
            unsorted: true,
            footer: true,
          },
        ]
      : [column],
  )

type Numbers = Readonly<Record<string, unknown>>

/** The numbers of then, and the change since, of one row. */
export const comparedCells = (now: Numbers | undefined, then: Numbers | undefined, keys: readonly string[]) =>
  Object.fromEntries(
    keys.flatMap((key): [string, number | null][] => {
      const was = typeof then?.[key] === 'number' ? then[key] : null
      return [
        [THEN + key, was],
        [CHANGE + key, changeOf(now?.[key], was)],
      ]
    }),
  )

/** The rows of now with those numbers; a row that was there only then has no others. */
export function comparedRows<R extends Row>(
  rows: readonly R[],
  then: readonly R[],
  keys: readonly string[],
  head: (row: R) => object,
): R[] {
  const before = new Map(then.map((row) => [row.id, row]))
  const ids = new Set(rows.map(({ id }) => id))
  return [
    ...rows.map((row) => ({ ...row, ...comparedCells(row as Numbers, before.get(row.id) as Numbers, keys) })),
    ...then
      .filter(({ id }) => !ids.has(id))
      .map((row) => ({ id: row.id, ...head(row), ...comparedCells(undefined, row as Numbers, keys) }) as unknown as R),
  ]
}
