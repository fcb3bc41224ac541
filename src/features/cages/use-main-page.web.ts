/** Everything the main page knows, for a wide screen and for a phone alike. */
import { useCallback, useMemo, useState } from 'react'
import { useCompanySettings, useUserSettings } from '../../web/session'
import type { CageRow } from './cage.contract'
import { useCageWindows } from './cage-windows.web'
import { matchNumbers, stripOf, totalsOf, type AttentionKind, type Moment } from './cage-state.web'
import type { Unit } from './cage-words.web'
import { useCurrentModule } from './current-module.web'
import { WHOLE_FARM } from './map-scene.web'
import { useTransferMode } from './transfer-mode.web'
import { useCageSearch } from './cage-search.web'
import { useCageActions } from './use-cage-actions.web'
import { useFarm, useHistory, type Farm } from './use-farm.web'

/** Settings of the map, kept for the person per module. */
function useMapSettings(current: number) {
  const [settings, set] = useUserSettings()
  const { 'avg-weight-unit': units, 'doubled-cages-area': doubled } = settings
  const key = String(current)
  return useMemo(
    () => ({
      unit: (units[key] ?? 'kg') as Unit,
      onUnit: (unit: Unit) => set({ 'avg-weight-unit': { ...units, [key]: unit } }),
      doubled: doubled[key] ?? false,
      onDoubled: (twice: boolean) => set({ 'doubled-cages-area': { ...doubled, [key]: twice } }),
    }),
    [units, doubled, key, set],
  )
}

/** Cages the filter by number or a cell of the strip lets through; null is all. */
function useFilter(cages: readonly CageRow[], strip: ReturnType<typeof stripOf>) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<AttentionKind | null>(null)
  const shown = useMemo(() => {
    const byNumber = matchNumbers(cages, typed)
    if (byNumber) return byNumber
    return picked && strip[picked].length > 0 ? new Set(strip[picked].map(({ id }) => id)) : null
  }, [cages, strip, typed, picked])
  const type = useCallback((text: string) => {
    setPicked(null)
    setTyped(text)
  }, [])
  const pick = useCallback((kind: AttentionKind | null) => {
    setTyped('')
    setPicked(kind)
  }, [])
  return { typed, type, picked, pick, shown }
}

/** The cages of the current module and what is derived from them. */
function useModule(farm: Farm, current: number, moment: Moment) {
  const cages = useMemo(
    () => (current === WHOLE_FARM ? farm.cages : farm.cages.filter((cage) => cage.location_id === current)),
    [farm.cages, current],
  )
  const strip = useMemo(() => stripOf(cages, moment), [cages, moment])
  const totals = useMemo(() => totalsOf(cages), [cages])
  return { cages, strip, totals, filter: useFilter(cages, strip) }
}

export function useMainPage() {
  const history = useHistory()
  const farm = useFarm(history.day)
  const [current, setCurrent] = useCurrentModule(farm.locations)
  const settings = useMapSettings(current)
  const weighingAge = useCompanySettings()['weighing-age-days']
  const today = history.day === null ? history.today : null
  const moment = useMemo<Moment>(() => ({ today, weighingAge }), [today, weighingAge])
  const own = useModule(farm, current, moment)
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const [wanted, setWanted] = useState<{ id: number } | null>(null)
  const seek = useCallback(({ id }: CageRow) => {
    setSelectedId(id)
    setWanted({ id })
  }, [])
  const transfer = useTransferMode()
  const locationId = current === WHOLE_FARM ? null : current
  const windows = useCageWindows({ cages: farm.cages, locationId, unit: settings.unit, moment, onCreated: seek })
  const actions = useCageActions({ history: today === null, onTransfer: transfer.start, onInfo: windows.info })
  useCageSearch({ farm, actions, onModule: setCurrent, onSeek: seek })
  return {
    ...own,
    history,
    farm,
    current,
    setCurrent,
    settings,
    moment,
    selectedId,
    setSelectedId,
    wanted,
    seek,
    transfer,
    windows,
    actions,
  }
}

export type MainPageModel = ReturnType<typeof useMainPage>
