import { unitOf, valueOf, type Column } from '../../../shared/columns'
import { NBSP, NOTHING } from '../../format'
import { useTranslation } from '../../i18n'
import { cellText, type Row } from './view/cells'
import { RowActions } from './row-actions'
import type { TableView } from './view/view'
import classes from './cards.module.css'

/**
 * The rows on a phone: a heading of the first column and of the headline, or the second; the others named below; the
 * sums come first.
 */
export function Cards<R extends Row>({ view, label, dim }: { view: TableView<R>; label: string; dim: boolean }) {
  return (
    <ul className={classes.list} aria-label={label} aria-busy={dim} data-dim={dim || undefined}>
      <Totals view={view} />
      {view.rows.map((row) => (
        <Card key={row.id} view={view} row={row} />
      ))}
    </ul>
  )
}

function Card<R extends Row>({ view, row }: { view: TableView<R>; row: R }) {
  const { t } = useTranslation()
  const [first, ...others] = view.columns
  const headline = others.find((column) => column.headline)
  const unit = headline?.headline
  const [next, ...rest] = headline
    ? [headline, ...others.filter((column) => column !== headline && column.key !== unit)]
    : others
  const actions = view.actions?.(row) ?? []
  const says = (column: Column) => cellText(valueOf(row, column.key), column, view.average) !== NOTHING
  // «Да» means nothing without its name
  const second = next && next.type !== 'flag' && says(next) ? next : null
  const told = (second || !next ? rest : [next, ...rest]).filter(says)
  const heading = (
    <>
      {first && <span className={classes.first}>{view.cell(row, first)}</span>}
      {second && (
        <span>
          {/* a button holds no other: what a headline opens stands in the row's details */}
          {second.headline ? cellText(valueOf(row, second.key), second, view.average) : view.cell(row, second)}
          {unit && `${NBSP}${t(String(valueOf(row, unit)))}`}
        </span>
      )}
    </>
  )
  return (
    <li className={classes.card} data-selected={row.id === view.selectedId || undefined}>
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
    <li className={classes.card} data-totals>
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
    </li>
  )
}
