import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import type { CageRow, LocationRow } from '../../core/cages/cage.contract'
import { useTranslation } from '../../web/i18n'
import { CageFilter } from './controls/cage-filter.web'
import { BatchButtons } from './controls/batch-buttons.web'
import type { Anchor } from './cage/cage-menu.web'
import { CageMap } from './map/cage-map.web'
import { performHotkey } from './cage/cage-hotkeys.web'
import type { Moment } from '../../core/cages/cage-state.web'
import type { Unit } from '../../core/cages/cage-words.web'
import type { LayoutMode } from './map/layout-mode.web'
import { MapLegend } from './map/map-legend.web'
import { MapMenu } from './map/map-menu.web'
import { WHOLE_FARM } from '../../core/cages/current-module.web'
import { sceneOf } from './map/scene/map-scene.web'
import { ModuleTabs } from '../../core/cages/modules.web'
import type { TransferMode } from './controls/transfer-mode.web'
import type { CageActions } from './cage/use-cage-actions.web'
import { useMapView } from './map/scene/use-map-view.web'
import { lazyPart } from '../../web/lazy'
import styles from './map-card.module.css'

// loaded when the mouse, a finger or the focus reaches the map: the first paint needs no menu
const CageMenu = lazyPart(() => import('./cage/cage-menu.web').then((module) => module.CageMenu))

export interface MapSettings {
  unit: Unit
  onUnit: (unit: Unit) => void
  doubled: boolean
  onDoubled: (doubled: boolean) => void
}

interface MapCardProps {
  cages: readonly CageRow[]
  locations: readonly LocationRow[]
  barges: ReadonlySet<number>
  current: number
  onModule: (id: number) => void
  settings: MapSettings
  moment: Moment
  typed: string
  onTyped: (text: string) => void
  shown: ReadonlySet<number> | null
  selectedId: number | null
  onSelect: (id: number) => void
  /** a cage chosen elsewhere, to scroll to; a new object each time */
  wanted: { id: number } | null
  transfer: TransferMode
  layout: LayoutMode
  /** why cages cannot be moved now; null when they can */
  layoutReason: string | null
  /** ids of the cages that the filter picks out */
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  actions: CageActions
  /** the bar between header and water: «что сейчас», history or transfer */
  bar: ReactNode
  /** shown over the water when there are no cages to draw */
  cover: ReactNode
}

function Head({ locations, current, onModule, settings, layout, ...props }: MapCardProps) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <ModuleTabs locations={[...locations]} current={current} onChoose={onModule} />
      <div className={styles.tools}>
        {!layout.on && <BatchButtons locations={locations} current={current} history={props.moment.today === null} />}
        <CageFilter
          cages={props.cages}
          locations={locations}
          current={current}
          onModule={onModule}
          typed={props.typed}
          onTyped={props.onTyped}
          chosen={props.chosen}
          onChosen={props.onChosen}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('Единица навески')}
          value={settings.unit}
          data={[
            { value: 'kg', label: t('кг') },
            { value: 'g', label: t('г') },
          ]}
          onChange={(value) => settings.onUnit(value as Unit)}
        />
        {!layout.on && <MapMenu reason={props.layoutReason} onLayout={layout.start} />}
      </div>
    </header>
  )
}

const NO_ACTIONS: ReturnType<CageActions> = []

/** The scene with the cages, and the view, which moves to a cage that is searched for. */
function useWater(
  { cages, locations, barges, current, layout, settings, shown, wanted }: MapCardProps,
  onMove: () => void,
) {
  const { on, moved } = layout
  const { doubled } = settings
  const scene = useMemo(
    () => sceneOf({ cages, locations, barges, doubled }, current, moved),
    [cages, locations, barges, doubled, current, moved],
  )
  const [api, zoom, seen] = useMapView(scene, String(current), onMove)
  useEffect(() => {
    // from now on the user controls the view: it does not follow the water, which grows when a cage is moved outwards
    if (on) api.set(api.view.current)
  }, [api, on])
  const latest = useRef(scene)
  latest.current = scene
  const sought = shown?.size === 1 ? [...shown][0] : undefined
  useEffect(() => {
    const id = sought ?? wanted?.id
    const place = latest.current.cages.find(({ cage }) => cage.id === id)
    if (place) api.reveal(place)
  }, [api, sought, wanted])
  return { scene, api, zoom, seen }
}

/** Tabs, bar, the water with the cages, and the legend. */
export function MapCard(props: MapCardProps) {
  const { cages, locations, current, moment, shown, selectedId, onSelect, transfer, layout, actions, settings } = props
  const { t } = useTranslation()
  const [menu, setMenu] = useState<{ id: number; anchor: Anchor } | null>(null)
  const [near, setNear] = useState(false)
  const come = () => setNear(true)
  const closeMenu = useCallback(() => setMenu(null), [])
  const { scene, api, zoom, seen } = useWater(props, closeMenu)
  const choose = (cage: CageRow, anchor: Anchor) => {
    if (transfer.from) return transfer.aim(cage)
    onSelect(cage.id)
    if (layout.on) return
    setMenu({ id: cage.id, anchor })
  }
  const menuCage = cages.find(({ id }) => id === menu?.id) ?? null
  const name = locations.find(({ id }) => id === current)?.name
  return (
    <section className={styles.card} aria-label={t('Карта садков')} onPointerEnter={come} onFocus={come}>
      <Head {...props} />
      {props.bar}
      <CageMap
        api={api}
        scene={scene}
        seen={seen}
        label={
          current === WHOLE_FARM
            ? t('Карта садков всей фермы')
            : t('Карта садков модуля «{{name}}»', { name: name ?? '' })
        }
        unit={settings.unit}
        moment={moment}
        selectedId={selectedId}
        shown={shown}
        fromCage={transfer.from}
        layout={layout}
        doubled={settings.doubled}
        framed={moment.today === null}
        quiet={menu !== null}
        onChoose={choose}
        onHotkey={(cage, key) => !transfer.from && !layout.on && performHotkey(actions(cage), key, closeMenu)}
        onFocusCage={onSelect}
      >
        {props.cover}
        {near && (
          <CageMenu
            cage={menuCage}
            unit={settings.unit}
            groups={menuCage ? actions(menuCage) : NO_ACTIONS}
            anchor={menu?.anchor ?? null}
            onClose={closeMenu}
          />
        )}
      </CageMap>
      <MapLegend
        api={api}
        zoom={zoom}
        marks={moment.today !== null}
        doubled={settings.doubled}
        onDoubled={settings.onDoubled}
      />
    </section>
  )
}
