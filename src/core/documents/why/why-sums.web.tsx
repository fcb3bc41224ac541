import { showInstant } from '../../../shared/dates'
import { groupBy } from '../../../shared/collections'
import { NOTHING, showCount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { signed } from '../fields/balance.web'
import { toKg, toMg } from '../../../shared/numbers'
import { historyLine } from '../form/history-line.web'
import { rulesOf } from '../kinds/kinds.contract'
import type { WhyRow } from './why.contract'
import styles from './why-window.module.css'

const sum = (rows: WhyRow[], pick: (entry: WhyRow['entry']) => number) =>
  rows.reduce((total, { entry }) => total + pick(entry), 0)

/** Its kind adds to what the cage was fed. */
const isFeeding = ({ kind }: WhyRow) => rulesOf.get(kind)?.daily === 'fed_today'

interface SumLine {
  title: string
  count: number
  mass: number
}

/** The opening balance of the visible entries, changes by kind, and the closing balance: exact to the milligram. */
export function WhySums({ rows }: { rows: WhyRow[] }) {
  const { t } = useTranslation()
  const [newest, oldest] = [rows[0]!, rows.at(-1)!]
  const opening = {
    count: oldest.entry.count - oldest.entry.count_delta,
    mass: toMg(oldest.entry.weight) - toMg(oldest.entry.weight_delta),
  }
  const lines: SumLine[] = [...groupBy(rows, ({ kind }) => kind).values()].map((group) => ({
    title: historyLine(group[0]!, 0, t, 'kg').title,
    count: sum(group, ({ count_delta }) => count_delta),
    mass: sum(group, ({ weight_delta, growth }) => toMg(weight_delta) - toMg(growth)),
  }))
  const [fed, others] = [rows.filter(isFeeding), rows.filter((row) => !isFeeding(row))]
  const grown = (some: WhyRow[]) => sum(some, ({ growth }) => toMg(growth))
  lines.push({ title: t('Прирост по кормлениям'), count: 0, mass: grown(fed) })
  lines.push({ title: t('Прирост и поправки навесками'), count: 0, mass: grown(others) })
  const shown = lines.filter(({ count, mass }) => count !== 0 || mass !== 0)
  const closing = {
    count: opening.count + lines.reduce((total, { count }) => total + count, 0),
    mass: opening.mass + lines.reduce((total, { mass }) => total + mass, 0),
  }
  const closes = closing.count === newest.entry.count && closing.mass === toMg(newest.entry.weight)
  return (
    <section className={styles.sums} aria-label={t('Итог показанных записей')}>
      {closes && (
        <p className={styles.closes}>
          <Icon name="check" size={16} />
          {t('Сходится до миллиграмма')}
        </p>
      )}
      <dl>
        <dt>{t('До {{instant}}', { instant: showInstant(oldest.datetime) })}</dt>
        <dd>{showCount(opening.count)}</dd>
        <dd>{showKg(toKg(opening.mass))}</dd>
        {shown.map(({ title, count, mass }) => (
          <SumRow key={title} title={title} count={count} mass={mass} />
        ))}
        <dt className={styles.total}>{t('После {{instant}}', { instant: showInstant(newest.datetime) })}</dt>
        <dd className={styles.total}>{showCount(newest.entry.count)}</dd>
        <dd className={styles.total}>{showKg(newest.entry.weight)}</dd>
      </dl>
    </section>
  )
}

const SumRow = ({ title, count, mass }: SumLine) => (
  <>
    <dt>{title}</dt>
    <dd>{signed(count, showCount) || NOTHING}</dd>
    <dd>{signed(toKg(mass), showKg) || NOTHING}</dd>
  </>
)
