import { Fragment, useRef } from 'react'
import { unitOf, valueOf, type Column } from '../../../shared/columns'
import { NBSP, NOTHING } from '../../format'
import { useTranslation } from '../../i18n'
import type { Row } from '../../../shared/sheets/rows'
import { cellText } from './view/cells'
import { RowActions } from './row-actions'
import { useRowWindow } from '../row-window'
import type { TableView } from './view/view'
import classes from './cards.module.css'

/** Of an ordinary card, in pixels. */
const CARD = 160

/**
 * Rows as cards on a phone: a heading from the first column and the headline or the second, the others with names
 * below; totals come first. Of many rows only visible ones are rendered.
 */
export function Cards<R extends Row>({ view, label, dim }: { view: TableView<R>; label: string; dim: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const { rows } = view
  const { long, drawn, below, measure, onFocus } = useRowWindow({
    list,
    count: rows.length,
    height: CARD,
    keyOf: (index) => rows[index]!.id,
  })
  return (
    <div className={classes.cards} aria-busy={dim} data-dim={dim || undefined}>
      <Totals view={view} />
      <ul ref={list} className={classes.list} aria-label={label} onFocus={onFocus}>
        {drawn.map(({ index, gap }) => {
          const row = rows[index]
          return (
            row && (
              <Fragment key={row.id}>
                {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
                <Card view={view} row={row} index={index} count={long ? rows.length : undefined} measure={measure} />
              </Fragment>
            )
          )
        })}
        {below > 0 && <li aria-hidden="true" style={{ height: below }} />}
      </ul>
    </div>
  )
}

interface CardProps<R extends Row> {
  view: TableView<R>
  row: R
  index: number
  /** number of all rows, when not all are rendered */
  count: number | undefined
  measure: ((card: Element | null) => void) | undefined
}

function Card<R extends Row>({ view, row, index, count, measure }: CardProps<R>) {
  const { t } = useTranslation()
  const [first, ...others] = view.columns
  const headline = others.find((column) => column.headline)
  const unit = headline?.headline
  const [next, ...rest] = headline
    ? [headline, ...others.filter((column) => column !== headline && column.key !== unit)]
    : others
  const actions = view.actions?.(row) ?? []
  const says = (column: Column) => cellText(valueOf(row, column.key), column, view.average) !== NOTHING
  // «Да» means nothing without its title, and a long text needs the whole width
  const second = next && next.type !== 'flag' && !next.fill && says(next) ? next : null
  const told = (second || !next ? rest : [next, ...rest]).filter(says)
  const heading = (
    <>
      {first && <span className={classes.first}>{view.cell(row, first)}</span>}
      {second && (
        <span>
          {/* a button holds no other: what a headline opens stands in the row's details */}
          {second.headline && view.onRowClick
            ? cellText(valueOf(row, second.key), second, view.average)
            : view.cell(row, second)}
          {unit && `${NBSP}${t(String(valueOf(row, unit)))}`}
        </span>
      )}
    </>
  )
  return (
    <li
      data-row={index}
      ref={(drawn) => measure?.(drawn)}
      className={classes.card}
      aria-setsize={count}
      aria-posinset={count && index + 1}
      data-selected={row.id === view.selectedId || undefined}
    >
      <div className={classes.head}>
        {view.onRowClick ? (
          <button type="button" className={classes.open} onClick={() => view.onRowClick?.(row)}>
            {heading}
          </button>
        ) : (
          <div className={classes.open}>{heading}</div>
        )}
        <RowActions actions={actions} />
      </div>
      <dl className={classes.pairs}>
        {told.map((column) => {
          const measured = unitOf(column, view.average)
          return (
            <div key={column.key}>
              <dt>{measured ? `${t(column.title)}, ${t(measured)}` : t(column.title)}</dt>
              <dd>{view.cell(row, column)}</dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}

function Totals<R extends Row>({ view: { columns, footer, average } }: { view: TableView<R> }) {
  const { t } = useTranslation()
  const summed = columns.filter((column) => footer?.[column.key] !== undefined)
  if (summed.length === 0) return null
  return (
    <div className={classes.card} data-totals>
      <div className={classes.head}>
        <span className={classes.first}>{t('Итого')}</span>
      </div>
      <dl className={classes.pairs}>
        {summed.map((column) => {
          const unit = unitOf(column, average)
          return (
            <div key={column.key}>
              <dt>{unit ? `${t(column.title)}, ${t(unit)}` : t(column.title)}</dt>
              <dd>{cellText(footer?.[column.key], column, average)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
