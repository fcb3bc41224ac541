import { useTranslation } from '../../../web/i18n'
import { NBSP, NOTHING, showAverage, showNumber } from '../../../web/format'
import { averageText, piecesText, type Unit } from '../../cages/cage-words.web'
import { cageWeight, useExpected } from './expected.web'

interface ExpectedFactsProps {
  cageId: number
  unit: Unit
  /** class of what is said beside a number */
  quiet: string | undefined
}

const kg = (mg: number) => mg / 1e6

/** «По прогнозу 0,395 кг ± 9 %», and of how many fish the last weighing was. Its lines are there from the start. */
export function ExpectedFacts({ cageId, unit, quiet }: ExpectedFactsProps) {
  const { t } = useTranslation()
  const known = useExpected(cageId)
  const weight = known && cageWeight(known.groups)
  const sample = weight?.weighed?.sample ?? null
  return (
    <>
      <dt>{t('По прогнозу')}</dt>
      <dd
        title={
          weight
            ? t('девять навесок из десяти лягут в {{low}}–{{high}}', {
                low: showAverage(kg(weight.low), unit),
                high: averageText(t, kg(weight.high), unit),
              })
            : undefined
        }
      >
        {weight ? averageText(t, kg(weight.weight), unit) : NOTHING}
        {weight && <span className={quiet}>{`${NBSP}±${NBSP}${showNumber(weight.percent, 0)}${NBSP}%`}</span>}
      </dd>
      <dt>{t('Проба навески')}</dt>
      <dd>{sample !== null ? piecesText(t, sample) : weight?.weighed ? t('не указана') : NOTHING}</dd>
    </>
  )
}
