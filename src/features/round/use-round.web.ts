/** Everything a page of the round knows and can do. */
import { useMemo } from 'react'
import { dayOf, showDay, timeOf } from '../../shared/dates'
import { useCall } from '../../web/query-client'
import { currentOwner, farmTimeOf, useCan, useNow } from '../../web/session'
import { useCagesQuery, useLocationsQuery } from '../cages/cage-cache.web'
import type { CageRow, LocationRow } from '../cages/cage.contract'
import { compareNumbers } from '../cages/cage-state.web'
import { useCurrentModule } from '../cages/current-module.web'
import { WHOLE_FARM } from '../cages/map-scene.web'
import { CELSIUS, measureParameterLibrary, type MeasureParameter } from '../measurements/measure-parameter.contract'
import { measurementCalls } from '../measurements/measurement.contract'
import { feedingBatch } from '../operations/batch/batch.contract'
import { groupKey } from '../operations/form-model.web'
import { recall, useGoods } from '../operations/goods.web'
import { withFeed, goodById } from '../operations/batch/feed-choices.web'
import {
  cagesOf,
  isLive,
  NEW_ROUND,
  placeIn,
  waterSlot,
  type Draft,
  type RoundState,
  type RoundView,
} from './round-model.web'
import { change, roundKey, useRoundState } from './round-store.web'

type Goods = ReturnType<typeof useGoods>

const NO_CAGES: CageRow[] = []
const NO_LOCATIONS: LocationRow[] = []
const NO_ROWS: TemplateRow[] = []

/** What each cage was given yesterday; [] while it is not known. */
function useYesterday(cages: readonly CageRow[], day: string): readonly TemplateRow[] {
  const ids = useMemo(() => cages.map(({ id }) => id), [cages])
  const input = { date: showDay(day), cage_ids: ids }
  return useCall(feedingBatch.template, input, { enabled: ids.length > 0, staleTime: 3_600_000 }).data ?? NO_ROWS
}

/** The temperature of a module that nobody has read today. */
export function useDueWater(locationId: number | undefined, state: RoundView, day: string): MeasureParameter | null {
  const may = useCan()('create measurements')
  const parameters = useCall(measureParameterLibrary.list, {}, { enabled: may }).data ?? []
  const own = parameters.find((one) => one.location_id === locationId && one.symbol === CELSIUS)
  const id = own?.id ?? 0
  const input = { locationId: locationId ?? 0, start: showDay(day), end: showDay(day), measure_parameter_id: [id] }
  const read = useCall(measurementCalls.byLocation, input, { enabled: may && own !== undefined })
  const rows = Array.isArray(read.data) ? read.data : (read.data?.rows ?? [])
  if (!own || read.isPending || rows.length > 0) return null
  if (state.noWater.includes(String(id)) || isLive(state.records[waterSlot(id)])) return null
  return own
}

/** Yesterday's feed and warehouse, else what was given last on this device; dropped when the lists say that it is not there. */
function feedFor(cage: CageRow, yesterday: TemplateRow | undefined, { goods, known }: Goods) {
  const memory = recall('feeding', cage.id)
  const good = yesterday ? String(yesterday.feed_type_id) : memory.good
  const stock = yesterday ? String(yesterday.stock_id) : memory.stock
  if (!known) return { good: good ?? '', stock: stock ?? '' }
  const { feed_type_id = '', stock_id = '' } = withFeed(goodById(goods, good), stock)
  return { good: feed_type_id, stock: stock_id }
}

/** What stands in the fields of a cage before anything is typed. */
function proposalOf(cage: CageRow, yesterday: TemplateRow | undefined, goods: Goods): Draft {
  const largest = [...cage.groups].sort((a, b) => b.count - a.count)[0]
  const given = (cage.fed_today ?? 0) > 0
  return {
    ...feedFor(cage, yesterday, goods),
    volume: given || !yesterday ? '' : String(yesterday.volume),
    appetite: String(yesterday?.appetite ?? 1),
    count: '',
    group: largest ? groupKey(largest) : '',
  }
}

const commandsOf = (key: string) => ({
  /** notes what was typed of a cage */
  type: (id: number, patch: Partial<Draft>) =>
    change(key, (before) => ({
      ...before,
      drafts: { ...before.drafts, [id]: { ...before.drafts[id], ...patch } },
    })),
  go: (at: RoundState['at']) => change(key, (before) => ({ ...before, at })),
  restart: () => change(key, ({ round }) => ({ ...NEW_ROUND, round: round + 1 })),
})

/** The round of the signed-in person over the current module today, as this device keeps it. */
function useOwnRound(locations: readonly LocationRow[]) {
  const [location, setLocation] = useCurrentModule(locations)
  const day = dayOf(useNow())
  const owner = currentOwner() ?? ''
  const key = useMemo(() => roundKey(owner, location, day), [owner, location, day])
  return { key, day, location, setLocation, state: useRoundState(key) }
}

export function useRound() {
  const farm = useCagesQuery()
  const places = useLocationsQuery()
  const locations = places.data ?? NO_LOCATIONS
  const own = useOwnRound(locations)
  const { key, day, location, state } = own
  const all = farm.data ?? NO_CAGES
  const cages = useMemo(
    () =>
      cagesOf(all, state)
        .filter((cage) => location === WHOLE_FARM || cage.location_id === location)
        .sort((a, b) => a.location_id - b.location_id || compareNumbers(a, b)),
    [all, location, state],
  )
  const yesterday = useYesterday(cages, day)
  const goods = useGoods('feed')
  const cage = placeIn(cages, state)
  const before = yesterday.find(({ cage_id }) => cage_id === cage?.id)
  const proposal = cage && proposalOf(cage, before, goods)
  return {
    ...own,
    cages,
    cage,
    goods,
    yesterday,
    locations,
    draft: proposal && { ...proposal, ...state.drafts[cage.id] },
    loading: farm.isPending || places.isPending,
    error: farm.data ? null : farm.error,
    retry: () => void farm.refetch(),
    ...useMemo(() => commandsOf(key), [key]),
  }
}

export type Round = ReturnType<typeof useRound>

/** Farm time of a click, as the calls take it. */
export function clickMoment() {
  const at = farmTimeOf()
  return { at, date: showDay(at), time: timeOf(at) }
}
