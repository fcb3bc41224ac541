import { memo, useState } from 'react'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { NBSP, showKg } from '../../../web/format'
import { useWaitingCages } from '../../../web/offline/outbox/waiting'
import type { CageRow } from '../../../core/cages/cage.contract'
import { gaugeValue } from '../map/scene/cage-geometry.web'
import {
  fullness,
  sortByUrgency,
  type AttentionKind,
  type ListedCage,
  type Moment,
} from '../../../core/cages/cage-state.web'
import { attentionIcons, averageText, cageLabel, piecesText, type Unit } from '../../../core/cages/cage-words.web'
import { AttentionTag, WaitingTag } from '../cage/cage-tags.web'
import styles from './phone-list.module.css'

const GAUGE = 'M11.9 40.1A20 20 0 1 1 40.1 40.1'
const tones = { empty: '', fine: '', near: styles.near, over: styles.over }

function SmallGauge({ cage }: { cage: CageRow }) {
  const width = Math.max(28, 12 + cage.number.length * 8)
  return (
    <svg className={`${styles.gauge} ${tones[fullness(cage)]}`} viewBox="0 0 52 52" width="52" height="52" aria-hidden>
      <path className={styles.track} d={GAUGE} />
      {cage.count > 0 && (
        <path
          className={styles.value}
          pathLength={100}
          strokeDasharray={`${gaugeValue(cage.density, cage.density_limit)} 200`}
          d={GAUGE}
        />
      )}
      <rect x={26 - width / 2} y={16} width={width} height={20} rx={10} style={{ fill: `var(--c${cage.color})` }} />
      <text x={26} y={31} style={{ fill: `var(--c${cage.color}i)` }}>
        {cage.number}
      </text>
    </svg>
  )
}

interface RowProps {
  row: ListedCage
  unit: Unit
  chosen: boolean
  waiting: boolean
  onChoose: (cage: CageRow) => void
  t: TFunction
}

const Row = memo(function Row({ row: { cage, attentions }, unit, chosen, waiting, onChoose, t }: RowProps) {
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-label={cageLabel(t, cage, unit, attentions, waiting)}
        aria-haspopup="menu"
        data-chosen={chosen || undefined}
        onClick={() => onChoose(cage)}
      >
        <SmallGauge cage={cage} />
        <span className={styles.figures}>
          <span className={styles.weight}>
            {cage.count > 0 ? showKg(cage.weight, cage.weight < 100 ? 1 : 0) : t('пусто')}
            {cage.count > 0 && <small>{`${NBSP}${t('кг')}`}</small>}
          </span>
          {cage.count > 0 && (
            <span className={styles.second}>
              {piecesText(t, cage.count)} · {averageText(t, cage.avg_weight, unit)}
            </span>
          )}
          {(attentions.length > 0 || waiting) && (
            <span className={styles.tags}>
              <WaitingTag cageId={cage.id} />
              {attentions.map((attention) => (
                <AttentionTag key={attention.kind} attention={attention} />
              ))}
            </span>
          )}
        </span>
        <Icon name="right" size={20} className={styles.chevron} />
      </button>
    </li>
  )
})

const chipTitles: [AttentionKind, string][] = [
  ['unfed', 'Не кормили'],
  ['unweighed', 'Навеска'],
  ['over', 'Плотность'],
]

interface ChipsProps {
  rows: readonly ListedCage[]
  typed: string
  onTyped: (typed: string) => void
  picked: AttentionKind | null
  onPick: (kind: AttentionKind | null) => void
}

const needs = ({ attentions }: ListedCage, kind: AttentionKind) => attentions.some((found) => found.kind === kind)

function Chips({ rows, typed, onTyped, picked, onPick }: ChipsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.chips} role="group" aria-label={t('Показать')}>
      <button type="button" className={styles.chip} aria-pressed={picked === null} onClick={() => onPick(null)}>
        {t('Все')} {rows.length}
      </button>
      {chipTitles.map(([kind, title]) => {
        const count = rows.filter((row) => needs(row, kind)).length
        if (count === 0 && picked !== kind) return null
        return (
          <button
            key={kind}
            type="button"
            className={styles.chip}
            aria-pressed={picked === kind}
            onClick={() => onPick(picked === kind ? null : kind)}
          >
            <Icon name={attentionIcons[kind]} size={16} />
            {t(title, { context: 'операция' })} {count}
          </button>
        )
      })}
      <input
        type="search"
        inputMode="numeric"
        enterKeyHint="search"
        className={styles.number}
        aria-label={t('№ садка')}
        placeholder={t('№ садка')}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
    </div>
  )
}

interface PhoneListProps {
  cages: readonly CageRow[]
  unit: Unit
  moment: Moment
  chosenId: number | null
  typed: string
  onTyped: (typed: string) => void
  onChoose: (cage: CageRow) => void
}

/** The map's replacement on a phone: large rows, those that need attention first. */
export function PhoneList({ cages, unit, moment, chosenId, onChoose, ...numbers }: PhoneListProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<AttentionKind | null>(null)
  const waiting = useWaitingCages()
  const rows = sortByUrgency(cages, moment)
  const shown = picked ? rows.filter((row) => needs(row, picked)) : rows
  const [urgent, rest] = [
    shown.filter((row) => row.attentions.length > 0),
    shown.filter((row) => !row.attentions.length),
  ]
  const section = (title: string, list: ListedCage[]) =>
    list.length > 0 && (
      <section aria-label={title}>
        <h2 className={styles.section}>
          {title}
          <b>{list.length}</b>
        </h2>
        <ul>
          {list.map((row) => (
            <Row
              key={row.cage.id}
              row={row}
              unit={unit}
              chosen={row.cage.id === chosenId}
              waiting={waiting.has(row.cage.id)}
              onChoose={onChoose}
              t={t}
            />
          ))}
        </ul>
      </section>
    )
  return (
    <div className={styles.frame}>
      {moment.today !== null && <Chips rows={rows} picked={picked} onPick={setPicked} {...numbers} />}
      {section(t('Требуют внимания'), urgent)}
      {section(urgent.length > 0 ? t('Остальные') : t('Садки'), rest)}
    </div>
  )
}

/** Rows of the right height while the farm is read. */
export const PhoneListSkeleton = () => (
  <div className={styles.frame} aria-hidden="true">
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className={styles.row}>
        <span className={styles.blank} />
        <span className={styles.blankLine} />
      </div>
    ))}
  </div>
)
