import { useEffect, useRef } from 'react'
import { arrowKeys } from './scene/cage-geometry.web'
import { nudge } from './layout-geometry.web'
import type { LayoutMode } from './layout-mode.web'
import { mapCageId } from './map-cage.web'
import type { MapScene } from './scene/map-scene.web'
import { useCageDrag } from './use-cage-drag.web'
import { cageIdOf } from './scene/use-cage-hover.web'
import type { MapApi } from './scene/use-map-view.web'
import styles from './cage-map.module.css'

interface LayoutInputProps {
  api: MapApi
  scene: MapScene
  layout: LayoutMode
}

/** Arrow keys move the focused cage, with Shift farther. With Ctrl they go to the next cage, as without moving. */
function useNudge({ api, scene, layout }: LayoutInputProps): void {
  const latest = useRef({ scene, layout })
  latest.current = { scene, layout }
  useEffect(() => {
    const element = api.scene.current
    const onKey = (event: KeyboardEvent) => {
      const direction = arrowKeys[event.key]
      const { scene, layout } = latest.current
      const from = scene.cages.find(({ cage }) => cage.id === cageIdOf(event.target))
      if (!direction || !from || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (layout.state === 'loading') return
      const others = scene.cages.filter((place) => place !== from)
      const to = nudge(from, direction, event.shiftKey, others)
      layout.place(from.cage.id, to)
      api.reveal(to)
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [api])
}

/**
 * Mouse, touch and arrow keys for moving cages. Draws the axes that the held cage shares with others, and draws the
 * cage that was dropped last once more on top: its own element keeps its place in Tab order.
 */
export function LayoutInput(props: LayoutInputProps) {
  useCageDrag(props.api, props.scene.places, props.layout)
  useNudge(props)
  const { lastId } = props.layout
  return (
    <>
      {lastId !== null && <use href={`#${mapCageId(lastId)}`} data-cage={lastId} aria-hidden="true" />}
      <path data-guides className={styles.guides} d="" aria-hidden="true" />
    </>
  )
}
