/** Rows of a book by their states; wrong ones are mended in place or left out. */
import { useMemo, useState } from 'react'
import { Button, Group } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { groupBy } from '../../../shared/collections'
import type { Column } from '../../../shared/columns'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { ErrorState } from '../../../web/ui/error-state'
import { CellText } from '../../../web/ui/grid-edit/cells'
import { type EditColumn, EditGrid } from '../../../web/ui/grid-edit/edit-grid'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { PlainTable } from '../../../web/ui/table/plain-table'
import { Tabs } from '../../../web/ui/tabs'
import { type ImportDetails, pastCalls, type PastRow } from '../calls/past.contract'
import { type CellKey, fieldTitle, pastFields, placeOfKey, ROW_STATES } from '../calls/past-words.contract'
import type { After } from './book.web'
import classes from './past.module.css'

const PER_PAGE = 50
type Shown = keyof typeof ROW_STATES | 'doubted' | 'differs'
type Typed = Record<string, Record<string, string>>

const keyOf = ({ sheet, row }: PastRow) => `${sheet}:${row}`

/** What may be left out is wrong or ready; what is left out may come back. */
const LEAVE: Partial<Record<Shown, boolean>> = { wrong: true, ready: true, doubted: true, differs: true, left: false }

/** Fields of the rows, then columns that are measured, under their own titles. */
function useTitles(rows: readonly PastRow[], sheets: ImportDetails['sheets']): [string, string][] {
  const { t } = useTranslation()
  const has = (key: string) => rows.some((row) => row.values[key] !== undefined)
  const measured = new Map<string, string>()
  for (const { sheet, values } of rows)
    for (const key of Object.keys(values)) {
      const place = placeOfKey(key as CellKey)
      if (place !== null && !measured.has(key)) measured.set(key, sheets[sheet]?.titles[place] ?? key)
    }
  const diary = rows.every(({ kind }) => kind === 'diary')
  const fields = pastFields.filter(has).map((field): [string, string] => [field, t(fieldTitle(field, diary))])
  return [...fields, ...measured]
}

/** Without fields of which these rows say nothing: a sheet of all kinds of operations has thirty. */
function useFilled(rows: readonly PastRow[], sheets: ImportDetails['sheets'], typed: Typed = {}) {
  const says = (row: PastRow, key: string) =>
    row.values[key] || typed[keyOf(row)]?.[key] !== undefined || row.faults.some(({ field }) => field === key)
  return useTitles(rows, sheets).filter(([key]) => rows.some((row) => says(row, key)))
}

/** Of a column, as wide as a day; titles that are longer are not to take from the others. */
const MIN_WIDTH = 124
const LETTER = 8

/** Each place in the file once, with all that is wrong there. */
const faultsByPlace = ({ faults }: PastRow): string[] =>
  [...groupBy(faults, ({ address }) => address)].map(
    ([address, own]) => `${address}: ${own.map(({ text }) => text).join('; ')}`,
  )

interface GridProps {
  rows: readonly PastRow[]
  sheets: ImportDetails['sheets']
  typed: Typed
  type: (row: PastRow, key: string, text: string) => void
  leave: ((row: PastRow) => void) | null
  leaving: boolean
}

function Grid({ rows, sheets, typed, type, leave, leaving }: GridProps) {
  const { t } = useTranslation()
  const titles = useFilled(rows, sheets, typed)
  const shown = rows.map((row) => ({ ...row, values: { ...row.values, ...typed[keyOf(row)] } }))
  const columns: EditColumn<PastRow>[] = [
    {
      key: 'place',
      title: t('Строка'),
      width: 130,
      card: 'head',
      cell: (row) => <span className={classes.place}>{`${row.sheet_name}!${row.row}`}</span>,
    },
    ...(leave
      ? [
          {
            key: 'leave',
            title: '',
            width: 110,
            card: 'whole' as const,
            cell: (row: PastRow) => (
              <Button className={classes.leave} variant="subtle" size="compact-xs" onClick={() => leave(row)}>
                {leaving ? t('Пропустить') : t('Вернуть')}
              </Button>
            ),
          },
        ]
      : []),
    ...titles.map(([field, title]): EditColumn<PastRow> => ({
      key: field,
      title,
      width: Math.max(MIN_WIDTH, title.length * LETTER),
      card: 'half',
      titled: true,
      cell: (row) => (
        <CellText
          value={row.values[field] ?? ''}
          label={`${title}, ${row.sheet_name}!${row.row}`}
          path={`${keyOf(row)}.${field}`}
          invalid={row.state === 'wrong' && row.faults.some((fault) => fault.field === field)}
          disabled={leave === null}
          onChange={(text) => type(row, field, text)}
        />
      ),
    })),
  ]
  return (
    <EditGrid
      label={t('Строки книги')}
      rows={shown}
      rowKey={keyOf}
      columns={columns}
      state={(row) => ({
        typed: typed[keyOf(row)] !== undefined,
        // what is only suspected is no error
        ...(row.state === 'wrong' ? { faults: faultsByPlace(row) } : { asked: faultsByPlace(row).join(' ') }),
      })}
    />
  )
}

/** Of a book that is closed: to be read, and no longer than it has to be. */
function ReadRows({ rows, sheets }: Pick<GridProps, 'rows' | 'sheets'>) {
  const titles = useFilled(rows, sheets)
  const told = rows.some(({ faults }) => faults.length > 0)
  return (
    <PlainTable
      columns={[
        { key: 'place', title: 'Строка', type: 'text' },
        ...titles.map(([key, title]): Column => ({ key, title, type: 'text' })),
        ...(told ? [{ key: 'told', title: 'Замечание', type: 'text' } as const] : []),
      ]}
      rows={rows.map((row) => ({
        ...row.values,
        place: `${row.sheet_name}!${row.row}`,
        told: faultsByPlace(row).join(' '),
      }))}
      rowKey={({ place }) => place}
    />
  )
}

/** What is typed into rows, until it is sent together. */
function useMending({ id }: ImportDetails, after: After) {
  const [typed, setTyped] = useState<Typed>({})
  const type = (row: PastRow, key: string, text: string) =>
    setTyped((before) => ({ ...before, [keyOf(row)]: { ...before[keyOf(row)], [key]: text } }))
  const save = async () => {
    const rows = Object.entries(typed).map(([key, values]) => {
      const [sheet, row] = key.split(':').map(Number) as [number, number]
      return { sheet, row, values }
    })
    await after(call(pastCalls.mend, { id, rows }))
    setTyped({})
  }
  const leave = ({ sheet, row }: PastRow, left: boolean) =>
    void after(call(pastCalls.mend, { id, rows: [{ sheet, row, left }] }))
  return { typed, type, save, leave, count: Object.keys(typed).length }
}

function Pages({ page, total, turn }: { page: number; total: number; turn: (page: number) => void }) {
  const { t } = useTranslation()
  const last = Math.ceil(total / PER_PAGE)
  if (last < 2) return null
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" disabled={page < 2} onClick={() => turn(page - 1)}>
        {t('Назад')}
      </Button>
      <small>{t('{{page}} из {{last}}', { page, last })}</small>
      <Button variant="default" size="xs" disabled={page >= last} onClick={() => turn(page + 1)}>
        {t('Дальше')}
      </Button>
    </Group>
  )
}

export function PastRows({ book, open, after }: { book: ImportDetails; open: boolean; after: After }) {
  const { t } = useTranslation()
  const counts = book.counts!
  const [chosen, choose] = useState<Shown | null>(null)
  const [page, turn] = useState(1)
  const state: Shown = chosen ?? (counts.wrong > 0 ? 'wrong' : 'ready')
  const input = { id: book.id, state, page, per_page: PER_PAGE }
  const query = useCall(pastCalls.rows, input, { placeholderData: keepPreviousData, enabled: book.digest !== null })
  const { typed, type, save, leave, count } = useMending(book, after)
  const tabs = useMemo(() => {
    const titles: Record<Shown, string> = {
      ...ROW_STATES,
      doubted: 'Похожи на записанные',
      differs: 'Остаток в книге другой',
    }
    return Object.fromEntries(
      (Object.keys(titles) as Shown[])
        .filter((key) => (key !== 'doubted' && key !== 'differs') || counts[key] > 0)
        .map((key) => [key, `${t(titles[key])} · ${counts[key]}`]),
    ) as Record<Shown, string>
  }, [counts, t])
  const goTo = (next: Shown) => {
    choose(next)
    turn(1)
  }
  const rows = (
    <>
      <Tabs label={t('Строки книги')} tabs={tabs} current={state} onChoose={goTo}>
        {query.error && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <RowSkeletons rows={4} />
        ) : query.data.rows.length === 0 ? (
          <p className={classes.empty}>{t('Таких строк нет.')}</p>
        ) : !open ? (
          <ReadRows rows={query.data.rows} sheets={book.sheets} />
        ) : (
          <Grid
            rows={query.data.rows}
            sheets={book.sheets}
            typed={typed}
            type={type}
            leave={LEAVE[state] !== undefined ? (row) => leave(row, LEAVE[state]!) : null}
            leaving={LEAVE[state] ?? true}
          />
        )}
      </Tabs>
      <Group gap="xs">
        <Pages page={page} total={query.data?.total ?? 0} turn={turn} />
        {count > 0 && (
          <Button size="xs" fz="sm" onClick={() => void save()}>
            {t('Проверить исправленное')}
          </Button>
        )}
      </Group>
    </>
  )
  return open ? (
    <section className={classes.part} aria-label={t('Строки книги')}>
      {rows}
    </section>
  ) : (
    <details className={classes.part}>
      <summary>{t('Строки книги')}</summary>
      {rows}
    </details>
  )
}
