/** The view of the map outside of React: zoom and pan set one transform and render no cage. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { ZOOM, type Box, type Point } from './cage-geometry.web'
import { fitted, keepInSight, revealed, scaleOf, stepZoom, zoomAround, type Size, type View } from './map-view.web'

export interface MapApi {
  frame: RefObject<HTMLDivElement | null>
  scene: RefObject<SVGGElement | null>
  view: RefObject<View>
  /** moves the view; `content` stays in sight */
  set: (next: View) => void
  /** zooms one step in or out around a point of the frame, by default its middle */
  zoomBy: (steps: number, around?: Point) => void
  centre: () => void
  /** the least pan that shows this place wholly */
  reveal: (place: Point) => void
  /** pixels of the frame */
  onScreen: (place: Point) => Point
}

/** From 75 % up, text has its designed size; below it grows, so that it is never under 12 pixels. */
function dress(scene: SVGGElement, view: View): void {
  const k = scaleOf(view.zoom)
  scene.setAttribute('transform', `translate(${view.x.toFixed(2)} ${view.y.toFixed(2)}) scale(${k})`)
  const floor = k < 1 ? `${(12 / k).toFixed(2)}px` : ''
  if (scene.style.getPropertyValue('--floor') === floor) return
  scene.style.setProperty('--floor', floor)
  scene.style.setProperty('--up', k < 1 ? Math.max(1, 12 / 14 / k).toFixed(3) : '')
  scene.style.setProperty('--grow', k < 1 ? (1 / k).toFixed(3) : '')
  scene.toggleAttribute('data-far', view.zoom < 0.5)
}

const sizeOf = (frame: Element | null): Size => ({
  width: frame?.clientWidth ?? 0,
  height: frame?.clientHeight ?? 0,
})

/** With more cages than this, those far out of sight are not rendered. */
const CROWD = 120
const HALO = 84
/** Rendered beyond the view, so that a pan shows no empty water. */
const AHEAD = 1.5 * HALO

/** Ids of the cages to draw; null is all of them. */
export type VisibleCages = ReadonlySet<number> | null

function seenFrom(view: View, size: Size, places: ReadonlyMap<number, Point>): VisibleCages {
  if (places.size <= CROWD) return null
  const k = scaleOf(view.zoom)
  const near = (value: number, start: number, screen: number) =>
    start + (value + HALO + AHEAD) * k >= 0 && start + (value - HALO - AHEAD) * k <= screen
  const seen = new Set<number>()
  for (const [id, place] of places)
    if (near(place.x, view.x, size.width) && near(place.y, view.y, size.height)) seen.add(id)
  return seen
}

const sameSeen = (one: VisibleCages, other: VisibleCages) =>
  one === other || (one !== null && other?.size === one.size && [...one].every((id) => other.has(id)))

/** Before the first look nothing is drawn. */
const NONE: VisibleCages = new Set()

export interface MapContent {
  content: Box
  /** cage id → where it lies */
  places: ReadonlyMap<number, Point>
}

interface LatestView extends MapContent {
  /** of the frame, measured once and told from then on: asking for it lays the page out */
  size: Size | null
  onMove: () => void
  /** the person has moved the view: nothing else may */
  touched: boolean
}

/** With many cages the first view is at least this large, so that figures are legible. */
const CROWD_LEAST = 0.5
const startOf = (size: Size, { content, places }: MapContent): View =>
  fitted(size, content, places.size > CROWD ? CROWD_LEAST : ZOOM.min)

/** What persists between renders: the elements, the view and how to draw it. */
function useScene(first: MapContent, onMove: () => void) {
  const frame = useRef<HTMLDivElement>(null)
  const scene = useRef<SVGGElement>(null)
  const view = useRef<View>({ zoom: ZOOM.initial, x: 0, y: 0 })
  const latest = useRef<LatestView>({ ...first, size: null, onMove, touched: false })
  const [zoom, setZoom] = useState(ZOOM.initial)
  const [seen, setSeen] = useState<VisibleCages>(null)
  const size = useCallback(() => (latest.current.size ??= sizeOf(frame.current)), [])
  /** as it begins, until the person moves it */
  const begun = useCallback(() => (latest.current.touched ? view.current : startOf(size(), latest.current)), [size])
  const draw = useCallback(
    (to: View) => {
      view.current = keepInSight(to, size(), latest.current.content)
      if (scene.current) dress(scene.current, view.current)
      const next = seenFrom(view.current, size(), latest.current.places)
      setSeen((before) => (sameSeen(before, next) ? before : next))
      setZoom(view.current.zoom)
    },
    [size],
  )
  const show = useCallback(
    (next: View) => {
      draw(next)
      latest.current.onMove()
    },
    [draw],
  )
  return { frame, scene, view, latest, zoom, seen, size, begun, draw, show }
}

function apiOf({ frame, scene, view, latest, size, show }: ReturnType<typeof useScene>): MapApi {
  const set = (next: View) => {
    latest.current.touched = true
    show(next)
  }
  const middle = () => ({ x: size().width / 2, y: size().height / 2 })
  return {
    frame,
    scene,
    view,
    set,
    zoomBy: (steps, around = middle()) => set(zoomAround(view.current, stepZoom(view.current.zoom, steps), around)),
    centre: () => set(fitted(size(), latest.current.content)),
    reveal: (at) => {
      const next = revealed(view.current, size(), at)
      if (next.x !== view.current.x || next.y !== view.current.y) set(next)
    },
    onScreen: (at) => {
      const k = scaleOf(view.current.zoom)
      return { x: view.current.x + at.x * k, y: view.current.y + at.y * k }
    },
  }
}

/**
 * Draws before the first paint, so that nothing jumps. `place` identifies the content: another module starts fitted, a
 * change within one keeps the view.
 */
export function useMapView(shown: MapContent, place: string, onMove: () => void): [MapApi, number, VisibleCages] {
  const { content, places } = shown
  const scene = useScene(shown, onMove)
  const { frame, latest, begun, draw, show } = scene
  // every part of `scene` used here is a ref or a stable callback
  const api = useMemo(() => apiOf(scene), [show])

  useLayoutEffect(() => {
    Object.assign(latest.current, { content, places, onMove })
    draw(begun())
  }, [content, places, onMove, draw, begun, latest])

  useLayoutEffect(() => {
    latest.current.touched = false
    show(begun())
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = sizeOf(entry!.target)
      if (width === latest.current.size?.width && height === latest.current.size.height) return
      latest.current.size = { width, height }
      draw(begun())
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [place, show, draw, begun, frame, latest])

  // a crowd that has just come was not looked at yet
  return [api, scene.zoom, places.size > CROWD ? (scene.seen ?? NONE) : null]
}
