import { memo } from 'react'
import type { Arrow, Mooring, Point, Pontoon } from './scene/cage-geometry.web'
import styles from './map-water.module.css'

const TILE = { width: 1120, height: 480 }
const LINES = 8

/** Contour lines that continue across the edges of a tile, so that one pattern covers any area. */
function contours(): string {
  const turn = (2 * Math.PI) / TILE.width
  const line = (index: number, shift: number) => {
    const base = (index + 0.5) * (TILE.height / LINES) + shift
    const y = (x: number) =>
      base +
      20 * Math.sin(turn * x + index * 0.55) +
      13 * Math.sin(2 * turn * x - index * 0.8) +
      4 * Math.sin(3 * turn * x)
    const points = Array.from({ length: 29 }, (_, step) => `${step * 40} ${Math.round(y(step * 40))}`)
    return `M${points.join('L')}`
  }
  const all = Array.from({ length: LINES }, (_, index) => index)
  return [-TILE.height, 0, TILE.height].flatMap((shift) => all.map((index) => line(index, shift))).join('')
}
const CONTOURS = contours()

/** The gradients and patterns that all cages share. */
export const WaterDefs = memo(function WaterDefs() {
  return (
    <defs>
      <linearGradient id="cage-sea" x1="0" y1="0" x2=".4" y2="1">
        <stop offset="0" stopColor="var(--sea-a)" />
        <stop offset="1" stopColor="var(--sea-b)" />
      </linearGradient>
      <linearGradient id="cage-disk" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--cage-fill)" />
        <stop offset="1" stopColor="var(--cage-fill-2)" />
      </linearGradient>
      <pattern id="cage-mesh" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0H8M0 0V8" stroke="var(--net)" fill="none" />
      </pattern>
      <pattern id="cage-contours" {...TILE} patternUnits="userSpaceOnUse">
        <path className={styles.contour} d={CONTOURS} />
      </pattern>
      <marker id="cage-tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5" markerHeight="5" orient="auto">
        <path d="M0 0 10 5 0 10z" fill="var(--accent)" />
      </marker>
    </defs>
  )
})

const seams = (pontoon: Pontoon) =>
  pontoon.decks
    .flatMap((deck) =>
      Array.from({ length: Math.floor((deck.width - 2) / 14) }, (_, i) => `M${deck.x + 14 * (i + 1)} ${deck.y}v22`),
    )
    .join('')

const ropes = (moorings: readonly Mooring[]) =>
  moorings.map(({ from, buoy }) => `M${from.x} ${from.y}L${buoy.x} ${buoy.y}`).join('')

/** Pontoon, fingers and moorings of a module, derived from the places of its cages. */
export const Walkways = memo(function Walkways({ pontoon }: { pontoon: Pontoon }) {
  return (
    <g aria-hidden="true">
      <path className={styles.rope} d={ropes(pontoon.moorings)} />
      <g className={styles.buoy}>
        {pontoon.moorings.map(({ buoy }) => (
          <circle key={`${buoy.x} ${buoy.y}`} cx={buoy.x} cy={buoy.y} r={3.5} />
        ))}
      </g>
      <g className={styles.deck}>
        {pontoon.fingers.map((finger) => (
          <rect key={`${finger.x} ${finger.y}`} {...finger} />
        ))}
        {pontoon.decks.map((deck) => (
          <rect key={`${deck.x} ${deck.y}`} {...deck} rx={3} />
        ))}
        <path d={seams(pontoon)} />
      </g>
    </g>
  )
})

/** Far more water than any view reaches. */
export const Contours = memo(function Contours() {
  return (
    <rect
      className={styles.contours}
      x={-22400}
      y={-19200}
      width={44800}
      height={57600}
      fill="url(#cage-contours)"
      aria-hidden="true"
    />
  )
})

export function ModuleName({ at, name }: { at: Point; name: string }) {
  return (
    <text className={styles.name} x={at.x} y={at.y}>
      {name}
    </text>
  )
}

/** The transfer in progress: «7 → 3» in the middle of the arrow. */
export function TransferArrow({ arrow, text }: { arrow: Arrow; text: string }) {
  const width = Math.max(88, text.length * 9 + 40)
  return (
    <g className={styles.arrow} aria-hidden="true">
      <path d={arrow.path} markerEnd="url(#cage-tip)" />
      <g transform={`translate(${arrow.middle.x} ${arrow.middle.y})`}>
        <rect x={-width / 2} y={-14} width={width} height={28} rx={14} />
        <text y={5}>{text}</text>
      </g>
    </g>
  )
}
