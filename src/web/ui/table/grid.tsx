import { Fragment, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { unitOf, type Column } from '../../../shared/columns'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import type { Row } from '../../../shared/sheets/rows'
import { cellText, isNumber } from './view/cells'
import { RowActions, runAction } from './row-actions'
import { useFitting } from './use-fitting'
import { useEdges } from '../use-edges'
import { useRowWindow } from '../row-window'
import { nextSort, type RowAction, type TableView } from './view/view'
import classes from './grid.module.css'

const ROW = 36

/** The table itself: sticky header, first column and totals, rows for the keyboard. */
export function Grid<R extends Row>({ view: whole, label, dim }: { view: TableView<R>; label: string; dim: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLTableSectionElement>(null)
  const { columns, tight } = useFitting(box, whole.columns, whole.rows)
  const view = { ...whole, columns }
  const { rows } = view
  const [chosen, setActive] = useState(0)
  const active = Math.min(chosen, rows.length - 1)
  const { isUnfolded, unfold } = useUnfolded()
  const keyOf = (index: number) => rows[index]!.id
  const { long, drawn, below, measure, draw } = useRowWindow({
    list,
    count: rows.length,
    height: ROW,
    keyOf,
    kept: [active],
  })
  useEdges(box)
  const go = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setActive(next)
    draw(next)
    list.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }
  return (
    <div ref={box} className={classes.box} data-dim={dim || undefined} aria-busy={dim}>
      <table
        data-styled
        className={classes.table}
        data-unfolds={view.unfold ? true : undefined}
        data-tight={tight || undefined}
        aria-label={label}
        aria-rowcount={long ? rows.length + 1 : undefined}
      >
        <Head view={view} />
        <tbody ref={list}>
          {drawn.map(({ index, gap }) => {
            const row = rows[index]
            return (
              row && (
                <Fragment key={row.id}>
                  {gap > 0 && <tr aria-hidden="true" style={{ height: gap }} />}
                  <BodyRow
                    view={view}
                    row={row}
                    index={index}
                    rowIndex={long ? index + 2 : undefined}
                    measure={measure}
                    tabbed={index === active}
                    go={go}
                    unfolded={isUnfolded(row)}
                    onUnfold={(open) => unfold(row, open)}
                  />
                </Fragment>
              )
            )
          })}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
        <Foot view={view} />
      </table>
    </div>
  )
}

/** The unfolded rows. */
function useUnfolded() {
  const [ids, set] = useState<ReadonlySet<Row['id']>>(new Set())
  const unfold = ({ id }: Row, open: boolean) =>
    set(new Set(open ? [...ids, id] : [...ids].filter((one) => one !== id)))
  return { isUnfolded: ({ id }: Row) => ids.has(id), unfold }
}

function Head<R extends Row>({ view }: { view: TableView<R> }) {
  const { t } = useTranslation()
  const direction = (key: string) =>
    view.sort === key ? 'ascending' : view.sort === `-${key}` ? 'descending' : undefined
  return (
    <thead>
      <tr>
        {view.columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-number={isNumber(column) || undefined}
            aria-sort={direction(column.key)}
          >
            <SortButton column={column} view={view} direction={direction(column.key)}>
              <Title column={column} view={view} />
            </SortButton>
          </th>
        ))}
        {view.actions && (
          <th scope="col" className={classes.end}>
            <VisuallyHidden>{t('Действия')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface SortButtonProps<R extends Row> {
  column: Column
  view: TableView<R>
  direction: string | undefined
  children: ReactNode
}

/** A header cell; a button when its column can be sorted. */
function SortButton<R extends Row>({ column, view, direction, children }: SortButtonProps<R>) {
  const { onSort } = view
  if (!onSort || column.unsorted) return <span className={classes.sort}>{children}</span>
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(nextSort(view.sort, column.key))}>
      {children}
      <span className={classes.sortMark} data-direction={direction}>
        <Icon name="sort" size={14} />
      </span>
    </button>
  )
}

function Title<R extends Row>({ column, view }: { column: Column; view: TableView<R> }) {
  const { t } = useTranslation()
  const unit = unitOf(column, view.average)
  return (
    <>
      {t(column.title)}
      {unit && <span className={classes.unit}>, {t(unit)}</span>}
    </>
  )
}

interface BodyRowProps<R extends Row> {
  view: TableView<R>
  row: R
  index: number
  /** index in the whole table, when not all rows are rendered */
  rowIndex: number | undefined
  measure: ((row: Element | null) => void) | undefined
  /** the only row in Tab order; arrow keys move from it */
  tabbed: boolean
  go: (index: number) => void
  unfolded: boolean
  onUnfold: (open: boolean) => void
}

function BodyRow<R extends Row>(props: BodyRowProps<R>) {
  const { view, row, index, rowIndex, measure, tabbed, unfolded, onUnfold } = props
  const actions = view.actions?.(row) ?? []
  const open = view.onRowClick && (() => view.onRowClick?.(row))
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a, button') && !getSelection()?.toString()) open?.()
  }
  const selected = view.selectedId !== undefined && row.id === view.selectedId
  return (
    <>
      <tr
        data-row={index}
        ref={(drawn) => measure?.(drawn)}
        aria-rowindex={rowIndex}
        tabIndex={tabbed ? 0 : -1}
        data-selected={selected || undefined}
        data-clickable={open ? true : undefined}
        aria-current={selected || undefined}
        onKeyDown={rowKeys(props, actions, open)}
        onClick={open && onClick}
      >
        {view.columns.map((column, place) => (
          <td key={column.key} data-number={isNumber(column) || undefined} data-fill={column.fill}>
            {place === 0 && view.unfold && <Unfold unfolded={unfolded} onUnfold={onUnfold} />}
            {view.cell(row, column)}
          </td>
        ))}
        {view.actions && (
          <td className={classes.end}>
            <RowActions actions={actions} />
          </td>
        )}
      </tr>
      {unfolded && (
        <tr className={classes.below}>
          <td colSpan={view.columns.length + (view.actions ? 1 : 0)}>
            <div className={classes.unfolded}>{view.unfold?.(row)}</div>
          </td>
        </tr>
      )}
    </>
  )
}

function Unfold({ unfolded, onUnfold }: Pick<BodyRowProps<Row>, 'unfolded' | 'onUnfold'>) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.unfold}
      aria-expanded={unfolded}
      aria-label={t('Строки документа')}
      onClick={() => onUnfold(!unfolded)}
    >
      <Icon name={unfolded ? 'down' : 'right'} size={14} />
    </button>
  )
}

/** Keys in a row, unless they are typed into a field inside it. */
function rowKeys<R extends Row>(
  { view, index, go, onUnfold }: BodyRowProps<R>,
  actions: readonly RowAction[],
  open: (() => void) | undefined,
) {
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => go(index + 1),
    ArrowUp: () => go(index - 1),
    Home: () => go(0),
    End: () => go(view.rows.length - 1),
    ArrowRight: view.unfold && (() => onUnfold(true)),
    ArrowLeft: view.unfold && (() => onUnfold(false)),
    Enter: open,
    // by the physical key, so that it works in the Russian layout
    KeyE: () => runAction(actions.find((action) => action.icon === 'edit')),
    Delete: () => runAction(actions.find((action) => action.icon === 'trash')),
  }
  return (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const run = keys[event.code === 'NumpadEnter' ? 'Enter' : event.code]
    if (!run) return
    event.preventDefault()
    run()
  }
}

function Foot<R extends Row>({ view }: { view: TableView<R> }) {
  const { t } = useTranslation()
  const { columns, footer, average } = view
  if (!footer || !columns.some((column) => footer[column.key] !== undefined)) return null
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) => {
          const total = footer[column.key]
          const label = index === 0 && total === undefined
          return (
            <td key={column.key} data-number={isNumber(column) || undefined}>
              {total !== undefined && cellText(total, column, average)}
              {label && t('Итого')}
              {label && view.paged && <span className={classes.pages}>{t('все страницы')}</span>}
            </td>
          )
        })}
        {view.actions && <td className={classes.end} />}
      </tr>
    </tfoot>
  )
}
