/** The view of the map: `zoom` in the steps of the specification; `x`, `y` is the pixel of map unit 0, 0. */
import { BASE_CANVAS, ZOOM, type Box, type Point } from './cage-geometry.web'

export interface View extends Point {
  zoom: number
}
export interface Size {
  width: number
  height: number
}

/** Pixels per map unit. */
export const scaleOf = (zoom: number): number => zoom / ZOOM.initial

export const clampZoom = (zoom: number): number => Math.min(ZOOM.max, Math.max(ZOOM.min, zoom))

/** The nearest whole step. */
export const snapZoom = (zoom: number): number => clampZoom(Math.round(zoom / ZOOM.step) * ZOOM.step)

/** The next whole step in that direction, from any fitted zoom. */
export function stepZoom(zoom: number, steps: number): number {
  const at = zoom / ZOOM.step
  return clampZoom((steps > 0 ? Math.floor(at + 1e-6) + steps : Math.ceil(at - 1e-6) + steps) * ZOOM.step)
}

/** Changes the zoom and keeps the point under the pointer in place. */
export function zoomAround(view: View, zoom: number, pointer: Point): View {
  const next = clampZoom(zoom)
  const ratio = scaleOf(next) / scaleOf(view.zoom)
  return { zoom: next, x: pointer.x - (pointer.x - view.x) * ratio, y: pointer.y - (pointer.y - view.y) * ratio }
}

/** A pan cannot lose the cages: a part of their water as large as the base canvas stays in sight. */
export function keepInSight(view: View, size: Size, content: Box): View {
  const k = scaleOf(view.zoom)
  const hold = (value: number, start: number, length: number, screen: number, least: number) => {
    const keep = Math.min(least, length * k, screen)
    return Math.min(screen - keep - start * k, Math.max(keep - (start + length) * k, value))
  }
  return {
    zoom: view.zoom,
    x: hold(view.x, content.x, content.width, size.width, BASE_CANVAS.width),
    y: hold(view.y, content.y, content.height, size.height, BASE_CANVAS.height),
  }
}

/** Centres the content; content that does not fit starts at its first cage instead. */
export function centred(size: Size, content: Box, zoom = ZOOM.initial): View {
  const k = scaleOf(zoom)
  const place = (start: number, length: number, screen: number) =>
    length * k <= screen ? (screen - length * k) / 2 - start * k : -start * k
  return { zoom, x: place(content.x, content.width, size.width), y: place(content.y, content.height, size.height) }
}

/** Nearer than this a few cages would only be huge. */
const FIT_MOST = 1.25

/** The content as large as the window allows, but at least `least`, below which it is illegible. */
export function fitted(size: Size, content: Box, least = ZOOM.min): View {
  const k = Math.min(size.width / content.width, size.height / content.height)
  const zoom = Math.floor(k * ZOOM.initial * 100) / 100
  return centred(size, content, Math.max(least, Math.min(FIT_MOST, zoom)))
}

/** The least pan that brings a cage wholly into sight. */
export function revealed(view: View, size: Size, point: Point, reach = 84): View {
  const k = scaleOf(view.zoom)
  const move = (value: number, at: number, screen: number) => {
    const [low, high] = [value + (at - reach) * k, value + (at + reach) * k]
    if (high - low > screen) return screen / 2 - at * k
    return low < 0 ? value - low : high > screen ? value - (high - screen) : value
  }
  return { zoom: view.zoom, x: move(view.x, point.x, size.width), y: move(view.y, point.y, size.height) }
}
