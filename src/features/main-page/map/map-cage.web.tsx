import { memo, useMemo } from 'react'
import type { TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { showAverage, showCount, showKg } from '../../../web/format'
import { showDay } from '../../../shared/dates'
import type { CageRow } from '../../../core/cages/cage.contract'
import { CIRCLE, gaugePath, gaugeValue } from './scene/cage-geometry.web'
import { attentionsOf, fullness, type Attention } from '../../../core/cages/cage-state.web'
import { attentionIcons, cageLabel, isDanger, markText, unitText, type Unit } from '../../../core/cages/cage-words.web'
import styles from './map-cage.module.css'
import { WaitingMark } from '../cage/cage-tags.web'

export interface MapCageProps {
  cage: CageRow
  x: number
  y: number
  unit: Unit
  /** null in history */
  today: string | null
  weighingAge: number
  selected: boolean
  /** the cage the arrow of a transfer points at */
  target: boolean
  /** has records that wait for the network */
  waiting: boolean
  /** left out by the filter */
  dim: boolean
  /** while cages are being moved: 'moved' is not at its stored place; null opens a menu */
  layout: 'fixed' | 'moved' | null
  /** the only cage in Tab order; arrow keys go on from there */
  tabStop: boolean
  t: TFunction
}

const NUMBER_LENGTH = 10
const shorten = (number: string) => (number.length > NUMBER_LENGTH ? `${number.slice(0, NUMBER_LENGTH - 1)}…` : number)

function Shape({ typeId }: { typeId: number }) {
  if (typeId === CIRCLE) {
    return (
      <>
        <circle className={styles.halo} r={76} />
        <circle className={styles.collar} r={71} />
        <circle className={styles.disk} r={61} />
        <circle className={styles.mesh} r={61} />
      </>
    )
  }
  const square = (half: number, rx: number) => ({ x: -half, y: -half, width: 2 * half, height: 2 * half, rx })
  return (
    <>
      <rect className={styles.halo} {...square(74, 18)} />
      <rect className={styles.collar} {...square(69, 14)} />
      <rect className={styles.disk} {...square(59, 8)} />
      <rect className={styles.mesh} {...square(59, 8)} />
    </>
  )
}

function NumberTag({ number, color }: { number: string; color: number }) {
  const text = shorten(number)
  const width = Math.max(30, 17 + text.length * 8.5)
  return (
    <g className={styles.tag} style={{ '--fit': 160 / width } as React.CSSProperties}>
      <rect x={-width / 2} y={-11} width={width} height={22} rx={11} style={{ fill: `var(--c${color})` }} />
      <text y={5} style={{ fill: `var(--c${color}i)` }}>
        {text}
      </text>
    </g>
  )
}

function Figures({ cage, unit, t }: Pick<MapCageProps, 'cage' | 'unit' | 't'>) {
  if (cage.count === 0) {
    return (
      <g className={styles.figures}>
        <text className={styles.l2} y={2}>
          {t('пусто')}
        </text>
        {cage.empty_since && (
          <text className={styles.since} y={22}>
            {t('с {{day}}', { day: showDay(cage.empty_since) })}
          </text>
        )}
      </g>
    )
  }
  return (
    <g className={styles.figures}>
      <text className={styles.l1} y={-3}>
        {showKg(cage.weight, cage.weight < 100 ? 1 : 0)}
        <tspan className={styles.un}> {t('кг')}</tspan>
      </text>
      <text className={styles.l2} y={17}>
        {showCount(cage.count)}
        <tspan className={styles.un}> {t('шт')}</tspan>
      </text>
      <text className={styles.l3} y={35}>
        {showAverage(cage.avg_weight, unit)}
        <tspan className={styles.un}> {unitText(t, unit)}</tspan>
      </text>
    </g>
  )
}

function Mark({ attention, t }: { attention: Attention; t: TFunction }) {
  const text = markText(t, attention)
  const width = 38 + text.length * 7.7
  return (
    <g className={isDanger(attention.kind) ? `${styles.mark} ${styles.danger}` : styles.mark}>
      <rect x={-width / 2} y={-10} width={width} height={20} rx={10} />
      <g transform={`translate(${-width / 2 + 7} -7)`}>
        <Icon name={attentionIcons[attention.kind]} size={14} />
      </g>
      <text x={-width / 2 + 26} y={4.5}>
        {text}
      </text>
    </g>
  )
}

const tones = { empty: styles.empty, fine: '', near: styles.near, over: styles.over }

type BodyProps = Pick<MapCageProps, 'cage' | 'unit' | 'today' | 'weighingAge' | 't'>

const Body = memo(function Body({ cage, unit, today, weighingAge, t }: BodyProps) {
  const [first] = attentionsOf(cage, { today, weighingAge })
  const path = gaugePath(cage.cage_type_id)
  return (
    <>
      <Shape typeId={cage.cage_type_id} />
      <path className={styles.track} d={path} />
      {cage.count > 0 && cage.density_limit > 0 && (
        <path
          className={styles.value}
          pathLength={100}
          strokeDasharray={`${gaugeValue(cage.density, cage.density_limit)} 200`}
          d={path}
        />
      )}
      <NumberTag number={cage.number} color={cage.color} />
      <Figures cage={cage} unit={unit} t={t} />
      {first && <Mark attention={first} t={t} />}
    </>
  )
})

export const mapCageId = (id: number) => `cage-${id}`

/**
 * One cage on the water. It does not depend on the view, so zoom and pan render no cage; its body does not depend on
 * filter and selection, which change only a class.
 */
export const MapCage = memo(function MapCage(props: MapCageProps) {
  const { cage, unit, today, weighingAge, waiting, t } = props
  const label = useMemo(
    () => cageLabel(t, cage, unit, attentionsOf(cage, { today, weighingAge }), waiting),
    [t, cage, unit, today, weighingAge, waiting],
  )
  const classes = [styles.cage, tones[fullness(cage)]]
  if (props.selected) classes.push(styles.selected)
  if (props.target) classes.push(styles.target)
  if (props.dim) classes.push(styles.dim)
  if (props.layout) classes.push(styles.loose)
  if (props.layout === 'moved') classes.push(styles.moved)
  return (
    <g
      className={classes.join(' ')}
      transform={`translate(${props.x} ${props.y})`}
      id={mapCageId(cage.id)}
      data-cage={cage.id}
      role="button"
      tabIndex={props.tabStop ? 0 : -1}
      aria-label={label}
      aria-haspopup={props.layout ? undefined : 'menu'}
      aria-describedby={props.layout ? 'layout-hint' : undefined}
    >
      <Body cage={cage} unit={unit} today={today} weighingAge={weighingAge} t={t} />
      {waiting && <WaitingMark />}
    </g>
  )
})
