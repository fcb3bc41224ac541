/**
 * Dragging a cage on the water by mouse or finger. It changes one attribute of its element; React learns of it when it
 * is dropped.
 */
import { useEffect, useRef } from 'react'
import type { Point } from './scene/cage-geometry.web'
import { snap } from './layout-geometry.web'
import type { LayoutMode } from './layout-mode.web'
import { scaleOf } from './scene/map-view.web'
import { cageIdOf } from './scene/use-cage-hover.web'
import type { MapApi } from './scene/use-map-view.web'

type Places = ReadonlyMap<number, Point>

interface DraggedCage {
  id: number
  element: SVGGElement
  pointer: number
  /**
   * the held cage is moved to the end of the document to be on top, and returns before this node, because Tab follows
   * the document
   */
  next: Node | null
  /** where the cage was, and where the pointer took it, in pixels of the screen */
  start: Point
  grip: Point
  at: Point
  others: Point[]
}

const put = (element: SVGGElement, { x, y }: Point) => element.setAttribute('transform', `translate(${x} ${y})`)

/** Thin lines along the axes that the held cage shares with another. */
function drawGuides(scene: SVGGElement, held: DraggedCage | null): void {
  const line = scene.querySelector('[data-guides]')
  if (!line) return
  const { at, others } = held ?? {}
  const upright = at && others?.some(({ x }) => x === at.x) ? `M${at.x} -9999V9999` : ''
  const level = at && others?.some(({ y }) => y === at.y) ? `M-9999 ${at.y}H9999` : ''
  line.setAttribute('d', upright + level)
}

interface LatestDrag {
  places: Places
  layout: LayoutMode
}

/** The cage under a pointer that may be dragged; null leaves the pointer to the map. */
function take(event: PointerEvent, scene: SVGGElement, { places, layout }: LatestDrag): DraggedCage | null {
  const id = cageIdOf(event.target)
  const start = id === null ? undefined : places.get(id)
  if (!layout.on || layout.state === 'loading' || id === null || !start || event.button !== 0) return null
  const element = scene.querySelector<SVGGElement>(`g[data-cage="${id}"]`)!
  const others = [...places].filter(([other]) => other !== id).map(([, place]) => place)
  const grip = { x: event.clientX, y: event.clientY }
  return { id, element, pointer: event.pointerId, next: element.nextSibling, start, at: start, grip, others }
}

function dragHandlers(scene: SVGGElement, api: MapApi, latest: { current: LatestDrag }) {
  let held: DraggedCage | null = null
  const drop = (keep: boolean) => {
    if (!held) return
    const { id, element, start, at, next } = held
    held = null
    element.removeAttribute('data-held')
    if (element.isConnected) scene.insertBefore(element, next?.parentNode === scene ? next : null)
    element.focus({ preventScroll: true })
    drawGuides(scene, null)
    if (keep && (at.x !== start.x || at.y !== start.y)) latest.current.layout.place(id, at)
    else put(element, start)
  }
  const pointerdown = (event: PointerEvent) => {
    const taken = held ? null : take(event, scene, latest.current)
    if (!taken) return
    held = taken
    // the map under it stays where it is
    event.stopPropagation()
    const { element } = held
    scene.append(element)
    scene.setPointerCapture(event.pointerId)
    element.setAttribute('data-held', '')
    element.focus({ preventScroll: true })
  }
  const pointermove = (event: PointerEvent) => {
    if (event.pointerId !== held?.pointer) return
    const k = scaleOf(api.view.current.zoom)
    const { start, grip, others } = held
    held.at = snap({ x: start.x + (event.clientX - grip.x) / k, y: start.y + (event.clientY - grip.y) / k }, others)
    put(held.element, held.at)
    drawGuides(scene, held)
  }
  const ended = (keep: boolean) => (event: PointerEvent) => event.pointerId === held?.pointer && drop(keep)
  const keydown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !held) return
    event.stopImmediatePropagation()
    drop(false)
  }
  return { pointers: { pointerdown, pointermove, pointerup: ended(true), pointercancel: ended(false) }, keydown }
}

export function useCageDrag(api: MapApi, places: Places, layout: LayoutMode): void {
  const latest = useRef({ places, layout })
  latest.current = { places, layout }
  useEffect(() => {
    const scene = api.scene.current
    if (!scene || !layout.on) return
    const stop = new AbortController()
    const { signal } = stop
    const { pointers, keydown } = dragHandlers(scene, api, latest)
    for (const [name, listener] of Object.entries(pointers))
      scene.addEventListener(name, listener as EventListener, { signal })
    // Esc first releases the cage, before it means anything else
    window.addEventListener('keydown', keydown, { capture: true, signal })
    return () => stop.abort()
  }, [api, layout.on])
}
