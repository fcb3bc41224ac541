import type { MouseEvent } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { showDay, showInstant } from '../../../shared/dates'
import { NOTHING, showAverage, showCount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { signed } from '../fields/balance.web'
import type { WeightUnit } from '../fields/form-model.web'
import { historyLine } from '../form/history-line.web'
import { openerOf } from '../form/operation.web'
import { Changes } from '../change-log/changes.web'
import { documentFields } from '../change-log/change-log.contract'
import type { Edit, WhyRow } from './why.contract'
import type { ExplainedNumber, WhyTarget } from './why.web'
import styles from './why-window.module.css'

/** Ctrl and the middle button open the journal in a new tab, as with any link. */
const opened = (open: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  open()
}

const change = (value: number, show: (value: number) => string) => signed(value, show) || NOTHING

function Edits({ edits, unit }: { edits: Edit[]; unit: WeightUnit }) {
  const { t } = useTranslation()
  return (
    <details className={styles.edits}>
      <summary>
        {t('изменено')} {showInstant(edits[0]!.datetime)}
      </summary>
      {edits.map((edit) => (
        <div key={edit.datetime + JSON.stringify(edit.changes)}>
          <span className={styles.quiet}>
            {showInstant(edit.datetime)}
            {edit.user && `, ${edit.user}`}
          </span>
          <Changes changes={edit.changes} fields={documentFields} average={unit} />
        </div>
      ))}
    </details>
  )
}

interface LineProps {
  row: WhyRow
  target: WhyTarget
  unit: WeightUnit
}

function Line({ row, target, unit }: LineProps) {
  const { t } = useTranslation()
  const { icon, title, text, address } = historyLine(row, target.cageId, t, unit)
  const { entry } = row
  const open = openerOf(row)
  const what = (
    <>
      <b>{title}</b> {text}
    </>
  )
  const grown = entry.growth !== 0 && entry.growth !== entry.weight_delta
  return (
    <>
      <tr data-asked={row.id === target.rowId || undefined} data-edited={row.edits.length > 0 || undefined}>
        <td>
          <div className={styles.what}>
            <Icon name={icon} size={16} />
            <div>
              {address && open ? (
                <a href={address} onClick={opened(open)}>
                  {what}
                </a>
              ) : (
                <span>{what}</span>
              )}
              <span
                className={styles.when}
                title={t('записано {{instant}}', { instant: showInstant(row.created_datetime) })}
              >
                <span>{showInstant(row.datetime)}</span>
                {row.user && <span>{row.user}</span>}
              </span>
            </div>
          </div>
        </td>
        <td>
          <span>{change(entry.count_delta, showCount)}</span>
          <span className={styles.second}>{change(entry.weight_delta, showKg)}</span>
          {grown && <span className={styles.second}>{t('прирост {{kg}}', { kg: change(entry.growth, showKg) })}</span>}
        </td>
        <td>
          <span>{showCount(entry.count)}</span>
          <span className={styles.second}>{showKg(entry.weight)}</span>
        </td>
        <td>
          <b>{showAverage(entry.avg_weight, unit)}</b>
        </td>
      </tr>
      {row.edits.length > 0 && (
        <tr className={styles.history}>
          <td colSpan={4}>
            <Edits edits={row.edits} unit={unit} />
          </td>
        </tr>
      )}
    </>
  )
}

interface WhyEntriesProps {
  rows: WhyRow[]
  target: WhyTarget
  unit: WeightUnit
}

/** Newest first: each operation, its change, and the state after it. */
export function WhyEntries({ rows, target, unit }: WhyEntriesProps) {
  const { t } = useTranslation()
  return (
    <table data-styled className={styles.entries}>
      <VisuallyHidden component="caption">{t('Записи группы, от новых к старым')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('Запись')}</th>
          <th scope="col">
            {t('Изменение')}
            <span className={styles.second}>{t('шт / кг')}</span>
          </th>
          <th scope="col">
            {t('Остаток')}
            <span className={styles.second}>{t('шт / кг')}</span>
          </th>
          <th scope="col">
            {t('Навеска')}
            <span className={styles.second}>{unit === 'g' ? t('г') : t('кг')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.id} row={row} target={target} unit={unit} />
        ))}
      </tbody>
    </table>
  )
}

const WIDTH = 400
const HEIGHT = 56

/** The number over the visible entries, as a step line. */
export function WhyTrend({ rows, about, unit }: { rows: WhyRow[]; about: ExplainedNumber; unit: WeightUnit }) {
  const points = [...rows].reverse().map(({ datetime, entry }) => ({
    at: Date.parse(`${datetime}Z`),
    value: about === 'count' ? entry.count : about === 'weight' ? entry.weight : entry.avg_weight,
  }))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3 || first.at === last.at) return null
  const [low, high] = [Math.min(...points.map(({ value }) => value)), Math.max(...points.map(({ value }) => value))]
  const x = (at: number) => ((at - first.at) / (last.at - first.at)) * WIDTH
  const y = (value: number) => HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8)
  const steps = points.slice(1).map(({ at, value }) => `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`)
  const path = `M0 ${y(first.value).toFixed(1)}${steps.join('')}`
  const show = (value: number) =>
    about === 'count' ? showCount(value) : about === 'weight' ? showKg(value) : showAverage(value, unit)
  return (
    <div className={styles.trend} aria-hidden="true">
      <span>
        {show(first.value)}
        <small>{showDay(rows.at(-1)!.datetime)}</small>
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <path className={styles.area} d={`${path}V${HEIGHT}H0Z`} />
        <path className={styles.steps} d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <span>
        <b>{show(last.value)}</b>
        <small>{showDay(rows[0]!.datetime)}</small>
      </span>
    </div>
  )
}
