/** The state of the main page, for a wide screen and for a phone. */
import { useCallback, useMemo, useState } from 'react'
import * as z from 'zod'
import { useTranslation } from '../../../web/i18n'
import { useCompanySettings, useUserSettings, useWriteGate } from '../../../web/session'
import { useUrlFilters } from '../../../web/router/url-filters'
import type { KindName } from '../../../core/documents/kinds/kinds.contract'
import type { CageRow } from '../../../core/cages/cage.contract'
import { useCageWindows } from '../cage/cage-windows.web'
import { matchNumbers, stripOf, totalsOf, type AttentionKind, type Moment } from '../../../core/cages/cage-state.web'
import type { Unit } from '../../../core/cages/cage-words.web'
import { useCurrentModule, WHOLE_FARM } from '../../../core/cages/current-module.web'
import { useLayoutMode } from '../map/layout-mode.web'
import { useTransferMode } from './transfer-mode.web'
import { useCageSearch } from './cage-search.web'
import { HISTORY_BLOCKS, useCageActions } from '../cage/use-cage-actions.web'
import { useFarm, useHistory, type Farm } from '../../../core/cages/use-farm.web'

/** Settings of the map, stored for the user and module. */
function useMapSettings(current: number) {
  const [settings, set] = useUserSettings()
  const { 'doubled-cages-area': usual } = useCompanySettings()
  const { 'avg-weight-unit': units, 'doubled-cages-area': doubled } = settings
  const key = String(current)
  return useMemo(
    () => ({
      unit: (units[key] ?? 'kg') as Unit,
      onUnit: (unit: Unit) => set({ 'avg-weight-unit': { ...units, [key]: unit } }),
      doubled: doubled[key] ?? usual,
      onDoubled: (twice: boolean) => set({ 'doubled-cages-area': { ...doubled, [key]: twice } }),
    }),
    [units, doubled, usual, key, set],
  )
}

const several = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.coerce.number().int().positive()).max(1000),
)
interface Filters {
  cagesId: number[]
  number: string
}
const filterSchema = z.object({ cagesId: several, number: z.coerce.string().max(100) }) as unknown as z.ZodType<Filters>
const NO_FILTERS: Filters = { cagesId: [], number: '' }

/**
 * Cages that match the typed number, the checked list or a cell of the strip; null is all. Number and list are in the
 * address.
 */
function useFilter(cages: readonly CageRow[], strip: ReturnType<typeof stripOf>) {
  const [{ cagesId, number }, setFilters] = useUrlFilters(filterSchema, NO_FILTERS)
  // the address follows the field, which must not wait for it
  const [typed, setTyped] = useState(number)
  const [picked, setPicked] = useState<AttentionKind | null>(null)
  const chosen = useMemo(() => cages.filter(({ id }) => cagesId.includes(id)).map(({ id }) => id), [cages, cagesId])
  const shown = useMemo(() => {
    const byNumber = matchNumbers(cages, typed)
    if (byNumber) return byNumber
    if (picked && strip[picked].length > 0) return new Set(strip[picked].map(({ id }) => id))
    return chosen.length > 0 ? new Set(chosen) : null
  }, [cages, strip, typed, picked, chosen])
  // one way of picking out takes the place of the others; ticked cages stay under a typed number
  const change = useCallback(
    (text: string, kind: AttentionKind | null, ids?: number[]) => {
      setTyped(text)
      setPicked(kind)
      setFilters({ number: text, ...(ids && { cagesId: ids }) }, { replace: true })
    },
    [setFilters],
  )
  const type = useCallback((text: string) => change(text, null), [change])
  const pick = useCallback((kind: AttentionKind | null) => change('', kind), [change])
  const choose = useCallback((ids: number[]) => change('', null, ids), [change])
  return { typed, type, picked, pick, chosen, choose, shown }
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

/** Why cages cannot be moved now. In the view of the whole farm, modules are not at their stored places. */
function useLayoutReason(history: boolean, current: number, empty: boolean): string | null {
  const { t } = useTranslation()
  const gate = useWriteGate('update cages')
  if (history) return t(HISTORY_BLOCKS)
  if (gate) return gate
  if (current === WHOLE_FARM) return t('Выберите модуль: расположение меняют по одному модулю')
  return empty ? t('В модуле нет садков.') : null
}

/** Before another module is chosen, the user decides about cages that were moved. */
function useLayout(cages: readonly CageRow[], chooseModule: (id: number) => void) {
  const layout = useLayoutMode(cages)
  const { on, leave } = layout
  const setCurrent = useCallback(
    (id: number) => (on ? void leave().then((left) => left && chooseModule(id)) : chooseModule(id)),
    [on, leave, chooseModule],
  )
  return { layout, setCurrent }
}

export function useMainPage() {
  const history = useHistory()
  const farm = useFarm(history.day)
  const [current, chooseModule] = useCurrentModule(farm.locations)
  const settings = useMapSettings(current)
  const weighingAge = useCompanySettings()['weighing-age-days']
  const today = history.day === null ? history.today : null
  const moment = useMemo<Moment>(() => ({ today, weighingAge }), [today, weighingAge])
  const own = useModule(farm, current, moment)
  const { layout, setCurrent } = useLayout(own.cages, chooseModule)
  const layoutReason = useLayoutReason(today === null, current, own.cages.length === 0)
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const [wanted, setWanted] = useState<{ id: number } | null>(null)
  const seek = useCallback(({ id }: CageRow) => {
    setSelectedId(id)
    setWanted({ id })
  }, [])
  const transfer = useTransferMode(today === null)
  const locationId = current === WHOLE_FARM ? null : current
  const windows = useCageWindows({ cages: farm.cages, locationId, unit: settings.unit, moment, onCreated: seek })
  const [saved, setSaved] = useState<{ kind: KindName; cage: CageRow } | null>(null)
  const actions = useCageActions({
    history: today === null,
    onTransfer: transfer.start,
    onInfo: windows.info,
    onSaved: setSaved,
  })
  const { info } = windows
  const open = useCallback(
    (cage: CageRow) => {
      seek(cage)
      info(cage)
    },
    [seek, info],
  )
  useCageSearch({ source: 'cages', farm, actions, onModule: setCurrent, onSeek: seek })
  const choice = { selectedId, setSelectedId, wanted, seek, open }
  const modes = { history, transfer, layout, layoutReason }
  return { ...own, ...choice, ...modes, farm, current, setCurrent, settings, moment, windows, actions, saved, setSaved }
}

export type MainPageModel = ReturnType<typeof useMainPage>
