import { Fragment } from 'react'
import { Kbd } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { NOTHING } from '../../../web/format'
import { useCall } from '../../../web/query-client'
import type { CageRow } from '../../../core/cages/cage.contract'
import { historyCalls } from './cage-history.contract'
import { attentionsOf, type Moment } from '../../../core/cages/cage-state.web'
import { groupsText, kgText, piecesText, type Unit } from '../../../core/cages/cage-words.web'
import { ExpectedFacts } from '../../../core/feeding/expected/expected-facts.web'
import { CageFacts } from './cage-facts.web'
import { useCategoryMoves } from './category/category-moves.web'
import { AttentionTag, WaitingTag } from './cage-tags.web'
import styles from './cage-card.module.css'
import shared from '../../../web/styles/shared.module.css'

const BAR = { width: 5, step: 7, height: 18 }

/** A bar for each day; a day without losses is left empty. */
function LossBars({ lost }: { lost: readonly number[] }) {
  const most = Math.max(...lost, 1)
  const height = (count: number) => (count > 0 ? Math.max(2, (count / most) * BAR.height) : 0)
  return (
    <svg className={styles.bars} width={lost.length * BAR.step} height={BAR.height} aria-hidden="true">
      {lost.map((count, index) => (
        <rect
          key={index}
          x={index * BAR.step}
          y={BAR.height - height(count)}
          width={BAR.width}
          height={height(count)}
          rx={1}
        />
      ))}
    </svg>
  )
}

/**
 * Yesterday's feed and the losses of two weeks, fetched when a card is shown. Their lines are reserved from the start.
 */
function Recent({ cageId }: { cageId: number }) {
  const { t } = useTranslation()
  const { data } = useCall(historyCalls.recent, { cageId })
  const total = data?.lost.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <dt>{t('Вчера дано')}</dt>
      <dd>
        {data ? kgText(t, data.fed) : NOTHING}
        {data?.appetite && (
          <span className={styles.quiet}>, {t('аппетит {{appetite}}', { appetite: data.appetite })}</span>
        )}
      </dd>
      <dt>{t('Отход за 14 дней')}</dt>
      <dd>
        {data && total! > 0 && <LossBars lost={data.lost} />}
        {total === undefined ? NOTHING : piecesText(t, total)}
      </dd>
    </>
  )
}

/** «По навеске: Товарная», while the fish are in another category. */
function Moves({ cage }: { cage: CageRow }) {
  const { t } = useTranslation()
  return useCategoryMoves()(cage).map(({ group, to }) => (
    <Fragment key={group.id}>
      <dt>{t('По навеске')}</dt>
      <dd>{to.name}</dd>
    </Fragment>
  ))
}

interface CageCardProps {
  cage: CageRow
  unit: Unit
  moment: Moment
  style: React.CSSProperties
}

/** The card beside the cage under the pointer. By keyboard the same facts are in «Информация». */
export function CageCard({ cage, unit, moment, style }: CageCardProps) {
  const { t } = useTranslation()
  const [first] = attentionsOf(cage, moment)
  return (
    <div className={styles.card} style={style} role="tooltip" data-overlay>
      <div className={styles.head}>
        <span className={styles.title}>
          <CagePill number={cage.number} color={cage.color} />
          <b>{t('Садок {{number}}', { number: cage.number })}</b>
          {first && <AttentionTag attention={first} />}
          <WaitingTag cageId={cage.id} />
        </span>
        <span className={shared.small}>{cage.count > 0 ? groupsText(cage, true) : t('пустой')}</span>
      </div>
      <CageFacts cage={cage} unit={unit} today={moment.today}>
        {moment.today !== null && cage.count > 0 && (
          <>
            <Moves cage={cage} />
            <ExpectedFacts cageId={cage.id} unit={unit} quiet={styles.quiet} />
            <Recent cageId={cage.id} />
          </>
        )}
      </CageFacts>
      <div className={styles.keys}>
        <Kbd size="xs">Enter</Kbd> {t('операции')} <Kbd size="xs">←</Kbd> <Kbd size="xs">→</Kbd> {t('соседний садок')}
      </div>
    </div>
  )
}
