import type { ReactNode } from 'react'
import { daysBetween, showDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { NBSP, NOTHING } from '../../../web/format'
import type { ExplainedNumber } from '../../../core/documents/why/why.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { averageText, densityText, kgText, piecesText, type Unit } from '../../../core/cages/cage-words.web'
import { PeriodFacts } from './period-facts.web'
import styles from './cage-card.module.css'

interface CageFactsProps {
  cage: CageRow
  unit: Unit
  today: string | null
  /** makes a number a link to its explanation; a card under the pointer cannot have links */
  why?: (about: ExplainedNumber, text: string) => ReactNode
  /** further terms and values */
  children?: ReactNode
}

/** Facts from the cage's own row. In history, facts of the current day are absent. */
export function CageFacts({ cage, unit, today, why, children }: CageFactsProps) {
  const { t } = useTranslation()
  const asked = (about: ExplainedNumber, text: string) => (why && cage.count > 0 ? why(about, text) : text)
  const weighed = cage.weighed_on
  return (
    <dl className={styles.facts}>
      <dt>{t('Навеска')}</dt>
      <dd>{asked('average', averageText(t, cage.avg_weight, unit))}</dd>
      <dt>{t('Количество')}</dt>
      <dd>{asked('count', piecesText(t, cage.count))}</dd>
      <dt>{t('Биомасса')}</dt>
      <dd>{asked('weight', kgText(t, cage.weight))}</dd>
      <dt>{t('Плотность посадки')}</dt>
      <dd>{cage.count > 0 ? densityText(t, cage) : NOTHING}</dd>
      {today && (
        <>
          <dt>{t('Взвешивали')}</dt>
          <dd>
            {weighed ? showDay(weighed) : NOTHING}
            {weighed && (
              <span className={styles.quiet}>
                {NBSP}
                {t('{{count}} дней назад', { count: daysBetween(weighed, today) })}
              </span>
            )}
          </dd>
        </>
      )}
      {cage.fed_today !== null && (
        <>
          <dt>{t('Корм сегодня')}</dt>
          <dd>{kgText(t, cage.fed_today)}</dd>
        </>
      )}
      {cage.lost_today !== null && (
        <>
          <dt>{t('Отход за сутки')}</dt>
          <dd>{piecesText(t, cage.lost_today)}</dd>
        </>
      )}
      {today && cage.count > 0 && <PeriodFacts cage={cage} today={today} />}
      {children}
    </dl>
  )
}
