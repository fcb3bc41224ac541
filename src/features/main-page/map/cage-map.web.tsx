import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../web/i18n'
import { useWaitingCages } from '../../../web/offline/outbox/waiting'
import type { CageRow } from '../../../core/cages/cage.contract'
import { arrowKeys, neighbour, transferArrow, type Direction } from './scene/cage-geometry.web'
import type { Moment } from '../../../core/cages/cage-state.web'
import type { Unit } from '../../../core/cages/cage-words.web'
import type { LayoutMode, Moves } from './layout-mode.web'
import { Barge } from './map-barge.web'
import { MapCage } from './map-cage.web'
import type { MapScene, PlacedCage } from './scene/map-scene.web'
import { scaleOf } from './scene/map-view.web'
import { Contours, ModuleName, TransferArrow, Walkways, WaterDefs } from './map-water.web'
import { cageIdOf, useCageHover } from './scene/use-cage-hover.web'
import { useMapGestures } from './scene/use-map-gestures.web'
import type { MapApi, VisibleCages } from './scene/use-map-view.web'
import { useWheelHint } from './wheel-hint.web'
import type { Anchor } from '../cage/cage-menu.web'
import { lazyPart } from '../../../web/lazy'
import styles from './cage-map.module.css'

const LayoutInput = lazyPart(() => import('./layout-input.web').then((module) => module.LayoutInput))
const CageCard = lazyPart(() => import('../cage/cage-card.web').then((module) => module.CageCard))

interface CageMapProps {
  api: MapApi
  scene: MapScene
  /** the cages to draw; null is all */
  seen: VisibleCages
  label: string
  unit: Unit
  moment: Moment
  selectedId: number | null
  /** cages the filter lets through; null is all */
  shown: ReadonlySet<number> | null
  /** the source of the transfer being made */
  fromCage: CageRow | null
  /** cages are being moved */
  layout: LayoutMode
  doubled: boolean
  framed: boolean
  /** a menu is open: no card over it */
  quiet: boolean
  onChoose: (cage: CageRow, anchor: Anchor) => void
  /** a key of the cage menu pressed on a cage */
  onHotkey: (cage: CageRow, key: string) => boolean
  onFocusCage: (id: number) => void
  children?: ReactNode
}

interface CageLayerProps extends Pick<CageMapProps, 'unit' | 'moment' | 'selectedId' | 'shown'> {
  /** null when none can be moved */
  moves: Moves | null
  cages: readonly PlacedCage[]
  targetId: number | null
}

const CageLayer = memo(function CageLayer(props: CageLayerProps) {
  const { cages, unit, moment, selectedId, shown, targetId, moves } = props
  const { t } = useTranslation()
  const waiting = useWaitingCages()
  const tabStop = cages.some(({ cage }) => cage.id === selectedId) ? selectedId : cages[0]?.cage.id
  return cages.map(({ cage, x, y }) => (
    <MapCage
      key={cage.id}
      cage={cage}
      x={x}
      y={y}
      unit={unit}
      today={moment.today}
      weighingAge={moment.weighingAge}
      selected={cage.id === selectedId}
      target={cage.id === targetId}
      waiting={waiting.has(cage.id)}
      dim={shown !== null && !shown.has(cage.id)}
      layout={moves && (moves.has(cage.id) ? 'moved' : 'fixed')}
      // arrow keys move a movable cage, so Tab goes from cage to cage
      tabStop={moves !== null || cage.id === tabStop}
      t={t}
    />
  ))
})

const CARD = { width: 364, height: 332 }

/** Beside the cage, on the side with more room, within the frame. */
function cardPlace(api: MapApi, place: PlacedCage): { left: number; top: number } {
  const at = api.onScreen(place)
  const half = 80 * scaleOf(api.view.current.zoom)
  const { clientWidth: width, clientHeight: height } = api.frame.current!
  const left = at.x + half + CARD.width <= width ? at.x + half : at.x - half - CARD.width
  const within = (value: number, most: number) => Math.max(8, Math.min(value, most - 8))
  return { left: within(left, width - CARD.width), top: within(at.y - half, height - CARD.height) }
}

/** An arrow leads to the next cage. */
function onArrow({ api, scene }: CageMapProps, event: KeyboardEvent, from: PlacedCage, direction: Direction) {
  event.preventDefault()
  const next = neighbour(scene.cages, from, direction)
  if (!next) return
  // a cage out of sight is rendered before it gets the focus
  flushSync(() => api.reveal(next))
  api.scene.current?.querySelector<SVGGElement>(`[data-cage="${next.cage.id}"]`)?.focus()
}

function useKeys(props: CageMapProps, choose: (id: number) => void) {
  const { api, scene, layout, onHotkey } = props
  return (event: KeyboardEvent) => {
    const direction = arrowKeys[event.key]
    if (event.metaKey || event.altKey || (event.ctrlKey && !(layout.on && direction))) return
    if (event.key === '+' || event.key === '=') return api.zoomBy(1)
    if (event.key === '-') return api.zoomBy(-1)
    const id = cageIdOf(event.target)
    const from = scene.cages.find(({ cage }) => cage.id === id)
    if (!from) return
    if (direction) onArrow(props, event, from, direction)
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(from.cage.id)
    } else if (onHotkey(from.cage, event.key)) event.preventDefault()
  }
}

/** The transfer in progress, drawn beside the row on its inner side. */
function arrowOf(scene: MapScene, source: PlacedCage | undefined, target: PlacedCage | undefined) {
  if (!source || !target) return null
  const axis = scene.content.y + scene.content.height / 2
  const arrow = transferArrow(source, target, source.y < axis ? 1 : -1)
  return { arrow, text: `${source.cage.number} → ${target.cage.number}` }
}

/** The cages near the view, and the walkways of their modules. */
const useDrawn = (scene: MapScene, seen: VisibleCages) =>
  useMemo(() => {
    if (!seen) return scene
    const cages = scene.cages.filter(({ cage }) => seen.has(cage.id))
    const modules = new Set(cages.map(({ cage }) => cage.location_id))
    return { cages, pontoons: scene.pontoons.filter(({ id }) => modules.has(id)) }
  }, [scene, seen])

export function CageMap(props: CageMapProps) {
  const { api, scene, unit, moment, selectedId, fromCage, quiet, layout, onChoose, onFocusCage } = props
  const [wheelHint, onPlainWheel] = useWheelHint()
  const dragged = useMapGestures(api, onPlainWheel)
  const hover = useCageHover(dragged)
  const { hide } = hover
  const [pointed, setPointed] = useState<number | null>(null)
  useEffect(hide, [hide, scene, quiet, fromCage])

  const placeOf = useCallback((id: number | null) => scene.cages.find(({ cage }) => cage.id === id), [scene])
  const choose = useCallback(
    (id: number | null) => {
      const place = placeOf(id)
      if (!place) return
      const at = api.onScreen(place)
      const half = 76 * scaleOf(api.view.current.zoom)
      onChoose(place.cage, { left: at.x - half, top: at.y - half, size: 2 * half })
    },
    [api, placeOf, onChoose],
  )
  const onKeyDown = useKeys(props, choose)
  const onClick = (event: MouseEvent) => {
    if (!hover.held.current) choose(cageIdOf(event.target))
    hover.held.current = false
  }
  const onFocus = (event: React.FocusEvent) => {
    const place = placeOf(cageIdOf(event.target))
    if (!place) return
    setPointed(place.cage.id)
    if (!event.target.matches(':focus-visible')) return
    onFocusCage(place.cage.id)
    api.reveal(place)
  }

  const { cages, pontoons } = useDrawn(scene, props.seen)
  const target = fromCage && pointed !== fromCage.id ? placeOf(pointed) : undefined
  const arrow = arrowOf(scene, fromCage ? placeOf(fromCage.id) : undefined, target)
  const card = quiet || fromCage || layout.on ? undefined : placeOf(hover.cageId)
  const classes = [styles.frame, props.doubled && styles.doubled, props.framed && styles.history].filter(Boolean)

  return (
    <div ref={api.frame} className={classes.join(' ')} {...hover.handlers}>
      <svg
        className={styles.svg}
        role="group"
        aria-label={props.label}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onPointerMove={fromCage ? (event) => setPointed(cageIdOf(event.target)) : undefined}
      >
        <WaterDefs />
        <rect width="100%" height="100%" fill="url(#cage-sea)" />
        <g ref={api.scene}>
          <Contours />
          {pontoons.map(({ id, pontoon, name, nameAt, barge }) => (
            <g key={id}>
              <Walkways pontoon={pontoon} />
              {barge && <Barge barge={barge} busy={fromCage !== null || layout.on} />}
              {name !== null && <ModuleName at={nameAt} name={name} />}
            </g>
          ))}
          <CageLayer
            cages={cages}
            unit={unit}
            moment={moment}
            selectedId={fromCage ? fromCage.id : selectedId}
            shown={props.shown}
            targetId={target?.cage.id ?? null}
            moves={layout.on ? layout.moved : null}
          />
          {layout.on && <LayoutInput api={api} scene={scene} layout={layout} />}
          {arrow && <TransferArrow {...arrow} />}
        </g>
      </svg>
      {card && <CageCard cage={card.cage} unit={unit} moment={moment} style={cardPlace(api, card)} />}
      {wheelHint}
      {props.children}
    </div>
  )
}
