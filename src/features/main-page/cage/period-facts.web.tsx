import { byMedicine, fastingText, periodText, useCagePeriods } from '../../../core/feeding/treated/cage-periods.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { useTranslation } from '../../../web/i18n'
import styles from './cage-card.module.css'

/** How long the fish were not fed, and until when they are not to be sold. */
export function PeriodFacts({ cage, today }: { cage: CageRow; today: string }) {
  const { t } = useTranslation()
  const known = useCagePeriods(cage.id, today)
  if (!known) return null
  const fasting = fastingText(known, today, t)
  return (
    <>
      {fasting !== null && (
        <>
          <dt>{t('Не кормили')}</dt>
          <dd>{fasting}</dd>
        </>
      )}
      {byMedicine(known.periods).map((one) => (
        <PeriodFact key={one.good_id} text={periodText(one, today, t)} />
      ))}
    </>
  )
}

function PeriodFact({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <dt>{t('Каренция')}</dt>
      <dd className={styles.told}>{text}</dd>
    </>
  )
}
