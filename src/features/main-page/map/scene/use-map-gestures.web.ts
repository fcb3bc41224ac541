/**
 * Wheel, drag and pinch on the map. Native listeners, because the wheel must not be passive and a movement must not
 * render.
 */
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Point } from './cage-geometry.web'
import { clampZoom, snapZoom, zoomAround } from './map-view.web'
import type { MapApi } from './use-map-view.web'

const WHEEL_STEP = 80
const WHEEL_PAUSE_MS = 250
const LINE_PIXELS = 40
/** a shorter way is still a click */
const CLICK_PIXELS = 4

const within = (frame: HTMLElement, event: { clientX: number; clientY: number }): Point => {
  const box = frame.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

/** The wheel alone scrolls the page; a pinch on a touchpad arrives as a wheel with Ctrl. */
function listenToWheel(frame: HTMLElement, api: MapApi, onPlain: () => void): () => void {
  let sum = 0
  let last = 0
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return onPlain()
    // a mouse wheel sends steps of 100 and more, a pinch many small ones
    const delta = event.deltaY * (event.deltaMode === 1 ? LINE_PIXELS : 1) * (Math.abs(event.deltaY) < 30 ? 4 : 1)
    // otherwise the browser's own zoom would take over at the last step
    event.preventDefault()
    const { zoom } = api.view.current
    if (clampZoom(zoom - Math.sign(delta)) === zoom) return
    if (event.timeStamp - last > WHEEL_PAUSE_MS || sum * delta < 0) sum = 0
    last = event.timeStamp
    sum += delta
    if (Math.abs(sum) < WHEEL_STEP) return
    // what comes into sight is drawn in the same frame
    flushSync(() => api.zoomBy(-Math.sign(sum), within(frame, event)))
    sum = 0
  }
  frame.addEventListener('wheel', onWheel, { passive: false })
  return () => frame.removeEventListener('wheel', onWheel)
}

interface Fingers {
  middle: Point
  spread: number
}

function fingersOf(points: Point[]): Fingers {
  const [a, b] = [points[0]!, points[1] ?? points[0]!]
  return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, spread: Math.hypot(a.x - b.x, a.y - b.y) }
}

/** One finger or the mouse pans, two fingers zoom around their middle. */
function pointerHandlers(frame: HTMLElement, api: MapApi, dragged: { current: boolean }) {
  const down = new Map<number, Point>()
  let before: Fingers | null = null
  let pinched = false
  const pointerdown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('[data-overlay]')) return
    if (down.size === 0) dragged.current = false
    down.set(event.pointerId, within(frame, event))
    before = fingersOf([...down.values()])
  }
  const pointermove = (event: PointerEvent) => {
    const start = down.get(event.pointerId)
    if (!before || !start) return
    const at = within(frame, event)
    if (!dragged.current && down.size === 1 && Math.hypot(at.x - start.x, at.y - start.y) < CLICK_PIXELS) return
    if (!dragged.current) frame.setPointerCapture(event.pointerId)
    dragged.current = true
    down.set(event.pointerId, at)
    const now = fingersOf([...down.values()])
    const { zoom, x, y } = api.view.current
    const moved = { zoom, x: x + now.middle.x - before.middle.x, y: y + now.middle.y - before.middle.y }
    const pinch = down.size > 1 && before.spread > 0 ? now.spread / before.spread : 1
    pinched ||= pinch !== 1
    api.set(pinch === 1 ? moved : zoomAround(moved, zoom * pinch, now.middle))
    before = now
  }
  const pointerup = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return
    // a fitted zoom is no whole step, and only fingers that changed it may round it
    if (before && pinched) api.set(zoomAround(api.view.current, snapZoom(api.view.current.zoom), before.middle))
    pinched = false
    before = down.size > 0 ? fingersOf([...down.values()]) : null
    // the click of this drag follows at once; a later click is meant
    if (!before) setTimeout(() => (dragged.current = false), 50)
  }
  return { pointerdown, pointermove, pointerup, pointercancel: pointerup }
}

function listenToPointers(frame: HTMLElement, api: MapApi, dragged: { current: boolean }): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const onClick = (event: MouseEvent) => {
    if (dragged.current) event.stopPropagation()
  }
  for (const [name, listener] of Object.entries(pointerHandlers(frame, api, dragged)))
    frame.addEventListener(name, listener as EventListener, { signal })
  frame.addEventListener('click', onClick, { capture: true, signal })
  return () => stop.abort()
}

/** Answers whether a drag is in progress, so that no card opens under it. */
export function useMapGestures(api: MapApi, onPlainWheel: () => void): { current: boolean } {
  const dragged = useRef(false)
  const plain = useRef(onPlainWheel)
  plain.current = onPlainWheel
  useEffect(() => {
    const frame = api.frame.current
    if (!frame) return
    const stops = [listenToWheel(frame, api, () => plain.current()), listenToPointers(frame, api, dragged)]
    return () => stops.forEach((stop) => stop())
  }, [api])
  return dragged
}
