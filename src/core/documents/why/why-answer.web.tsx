import { showInstant } from '../../../shared/dates'
import { averageKg, toMg } from '../../../shared/numbers'
import { showAverage, showCount, showKg, showPercent } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { signed } from '../fields/balance.web'
import { averageText } from '../fields/fish-fields.web'
import type { Group, WeightUnit } from '../fields/form-model.web'
import { historyLine } from '../form/history-line.web'
import type { AnyRow, Setter } from './why.contract'
import type { ExplainedNumber } from './why.web'
import styles from './why-window.module.css'

interface WhyAnswerProps {
  about: ExplainedNumber
  group: Group
  last: { count: Setter | null; average: Setter | null }
  cageId: number
  unit: WeightUnit
}

const happened = (row: AnyRow, cageId: number, t: TFunction, unit: WeightUnit): string =>
  `${historyLine(row, cageId, t, unit).noun} ${showInstant(row.datetime)}`

/** «3 388 шт = 3 400 − 12: отход 14.07.2026 10:00» */
function countSentence({ group, last, cageId, unit }: WhyAnswerProps, t: TFunction): string | null {
  const row = last.count
  if (!row) return null
  const { count_delta } = row.entry
  const what = happened(row, cageId, t, unit)
  const before = group.count - count_delta
  if (before === 0) return t('{{count}} шт: {{what}}', { count: showCount(group.count), what })
  return t('{{count}} шт = {{before}} {{sign}} {{difference}}: {{what}}', {
    count: showCount(group.count),
    before: showCount(before),
    sign: count_delta < 0 ? '\u2212' : '+',
    difference: showCount(Math.abs(count_delta)),
    what,
  })
}

/** «Навеска 1 845 г: навеска 14.11.2026 10:20, по книге было 1 814 г (+1,7 %), биомасса +357,4 кг» */
function averageSentence({ last, cageId, unit }: WhyAnswerProps, t: TFunction): string | null {
  const row = last.average
  if (!row) return null
  const { entry } = row
  const average = averageText(toMg(entry.avg_weight), unit, t)
  const start = t('Навеска {{average}}: {{what}}', { average, what: happened(row, cageId, t, unit) })
  if (entry.growth === 0 || entry.count_delta !== 0) return start
  const book = averageKg(toMg(entry.weight) - toMg(entry.weight_delta), entry.count)
  const percent = book > 0 ? (entry.avg_weight / book - 1) * 100 : 0
  const was = t('по учёту было {{average}} ({{percent}})', {
    average: `${showAverage(book, unit)}`,
    percent: signed(percent, (value) => showPercent(value, 1)) || showPercent(0, 1),
  })
  const growth = t('биомасса {{growth}} кг', { growth: signed(entry.growth, showKg) })
  return `${start}, ${was}, ${growth}`
}

/** What set the number, in a sentence or two. */
export function WhyAnswer(props: WhyAnswerProps) {
  const { t } = useTranslation()
  const { about, group, unit } = props
  const count = countSentence(props, t)
  const average = averageSentence(props, t)
  const whole =
    group.count > 0 &&
    t('{{weight}} кг = {{count}} шт × {{average}}', {
      weight: showKg(group.weight),
      count: showCount(group.count),
      average: averageText(toMg(group.avg_weight), unit, t),
    })
  const sentences = [about !== 'count' && whole, about !== 'average' && count, about !== 'count' && average]
  const told = sentences.filter((sentence) => typeof sentence === 'string')
  if (told.length === 0) return null
  return (
    <div className={styles.answer}>
      <Icon name="why" size={18} />
      <div>
        {told.map((sentence, index) => (
          <p key={sentence} className={index === 0 ? styles.main : undefined}>
            {sentence}
          </p>
        ))}
      </div>
    </div>
  )
}
