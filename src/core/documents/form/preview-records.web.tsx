/** The change of one group: its current numbers, then operation by operation. */
import { dayOf, showDay, timeOf } from '../../../shared/dates'
import { NBSP, showAverage, showCount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { CagePill } from '../../../web/ui/cage-pill'
import { signed } from '../fields/balance.web'
import type { WeightUnit } from '../fields/form-model.web'
import { rulesOf } from '../kinds/kinds.contract'
import { titleOf } from './history-line.web'
import type { GroupPreview } from '../engine/preview.contract'
import styles from './preview.module.css'

type RecordPreview = GroupPreview['records'][number]

interface FigureProps {
  was: string
  will: string
  unit: string
}

export const Figure = ({ was, will, unit }: FigureProps) => (
  <span className={styles.figure}>
    <span className={styles.quiet}>{was}</span> <Icon name="arrow" size={14} /> <b>{will}</b>{' '}
    <span className={styles.quiet}>{unit}</span>
  </span>
)

/** «Пересадка 7 → 3», «Отход 9 шт», «Навеска 1 845 г» */
function useRecordName({ kind, count, avg_weight, from, to }: RecordPreview, unit: WeightUnit): string {
  const { t } = useTranslation()
  const title = t(titleOf(kind), { context: 'операция' })
  if (from && to) return `${title} ${from} → ${to}`
  if (count !== null && !rulesOf.get(kind)?.namedByAverage) return `${title} ${showCount(count)}${NBSP}${t('шт')}`
  return avg_weight ? `${title} ${showAverage(avg_weight, unit)}${NBSP}${t(unit === 'g' ? 'г' : 'кг')}` : title
}

/** Grams matter when nothing else moves. */
const decimalsOf = (one: { before: { weight: number }; after: { weight: number } }) =>
  Math.abs(one.before.weight - one.after.weight) < 0.1 ? 3 : 1

function RecordRow({ record, pieces, unit }: { record: RecordPreview; pieces: boolean; unit: WeightUnit }) {
  const { t } = useTranslation()
  const { before, after, datetime, own } = record
  const kg = (mass: number) => showKg(mass, decimalsOf(record))
  const weight = signed(after.weight - before.weight, kg)
  return (
    <tr data-own={own || undefined}>
      <td>
        {showDay(datetime)} <span className={styles.quiet}>{timeOf(datetime)}</span>
      </td>
      <td className={styles.what}>
        {useRecordName(record, unit)}
        {own && <span className={styles.quiet}> · {t('эта запись')}</span>}
      </td>
      <td className={styles.quiet}>{pieces ? showCount(before.count) : kg(before.weight)}</td>
      <td>
        <b>{pieces ? showCount(after.count) : kg(after.weight)}</b>
      </td>
      {pieces && <td>{signed(after.count - before.count, showCount)}</td>}
      <td>{weight}</td>
    </tr>
  )
}

/** Each operation after which the group differs. */
function RecordTable({ change, unit }: { change: GroupPreview; unit: WeightUnit }) {
  const { t } = useTranslation()
  const { records, entries } = change
  const pieces = records.some(({ before, after }) => before.count !== after.count)
  const of = (name: string, measure: string) => (
    <th scope="col">
      {name}, <span className={styles.quiet}>{measure}</span>
    </th>
  )
  const main = pieces ? t('шт') : t('кг')
  return (
    <div className={styles.records}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Момент')}</th>
            <th scope="col">{t('Запись')}</th>
            {of(t('Было'), main)}
            {of(t('Станет'), main)}
            {pieces && of(t('Разница'), t('шт'))}
            {of(t('Разница'), t('кг'))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow key={`${record.operation_id}:${record.datetime}`} record={record} pieces={pieces} unit={unit} />
          ))}
        </tbody>
      </table>
      {entries > records.length && (
        <span className={styles.quiet}>{t('и ещё записей: {{count}}', { count: entries - records.length })}</span>
      )}
    </div>
  )
}

function usePeriod({ start, end }: GroupPreview): string {
  const { t } = useTranslation()
  const from = showDay(start)
  if (end === null) return t('с {{from}} по сегодня', { from })
  return dayOf(start) === dayOf(end)
    ? t('только {{day}}, дальше как было', { day: from })
    : t('с {{from}} по {{to}}, дальше как было', { from, to: showDay(end) })
}

interface GroupLineProps {
  change: GroupPreview
  unit: WeightUnit
  color: number | undefined
  /** its operations are in sight */
  open: boolean
}

export function GroupLine({ change, unit, color, open }: GroupLineProps) {
  const { t } = useTranslation()
  const { before, after } = change
  const [was, will] = [showAverage(before.avg_weight, unit), showAverage(after.avg_weight, unit)]
  const kg = (mass: number) => showKg(mass, decimalsOf(change))
  return (
    <li>
      <span className={styles.place}>
        <CagePill number={change.cage_number} color={color} />
        <span>
          {change.generation_name} · {change.age_category_name}
        </span>
        <span className={styles.quiet}>{usePeriod(change)}</span>
      </span>
      <span className={styles.figures}>
        {before.count !== after.count && (
          <Figure was={showCount(before.count)} will={showCount(after.count)} unit={t('шт')} />
        )}
        {before.weight !== after.weight && <Figure was={kg(before.weight)} will={kg(after.weight)} unit={t('кг')} />}
        {was !== will && <Figure was={was} will={will} unit={unit === 'g' ? t('г/шт') : t('кг/шт')} />}
      </span>
      {change.records.length > 0 && (
        <details className={styles.more} open={open}>
          <summary>{t('записей: {{count}}', { count: change.entries })}</summary>
          <RecordTable change={change} unit={unit} />
        </details>
      )}
    </li>
  )
}
