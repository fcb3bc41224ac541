/** Everything a page of the round knows and can do. */
import { useMemo } from 'react'
import { addDays, dayOf, showDay, timeOf } from '../../../shared/dates'
import type { Thresholds } from '../../../shared/ledger/warnings'
import { useConnectivity } from '../../../web/connectivity'
import type { TFunction } from '../../../web/i18n'
import { uncountedOf } from '../../../web/offline/outbox/records'
import { useOwnRecords } from '../../../web/offline/outbox/use-outbox'
import { useCall } from '../../../web/query-client'
import { currentOwner, farmTimeOf, useCan, useCompanySettings, useNow } from '../../../web/session'
import { useCagesQuery, useLocationsQuery } from '../../../core/cages/cage-cache.web'
import type { CageRow, LocationRow } from '../../../core/cages/cage.contract'
import { compareNumbers } from '../../../core/cages/cage-state.web'
import { useCurrentModule, WHOLE_FARM } from '../../../core/cages/current-module.web'
import { measureParameterCalls, type MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { warningText } from '../../../core/documents/fields/warning-text.web'
import { recall, useGoods } from '../../../core/documents/fields/goods.web'
import { useRecent, type Recent } from '../../../core/documents/recent/recent.web'
import { warningsOf, faultsOf, lineOf, type Line } from '../model/round-lines.web'
import { withWaiting } from '../model/yesterday.web'
import {
  cagesOf,
  isLive,
  newRound,
  placeIn,
  waterSlot,
  type Draft,
  type RoundState,
  type RoundView,
  type Visit,
} from '../model/round-model.web'
import { settle } from '../model/former.web'
import { useOwnRound, type OwnRound } from '../model/round-records.web'

const NO_CAGES: CageRow[] = []
const NO_LOCATIONS: LocationRow[] = []
const NO_PARAMETERS: MeasureParameter[] = []
const ASKED: readonly string[] = ['temperature', 'oxygen']

/** Temperature and oxygen of these modules without a reading today. */
function useDueWater(cages: readonly CageRow[], state: RoundView, day: string, { water }: Recent): MeasureParameter[] {
  const may = useCan()('create measurements')
  const parameters = useCall(measureParameterCalls.list, {}, { enabled: may }).data ?? NO_PARAMETERS
  return useMemo(() => {
    const modules = new Set(cages.map(({ location_id }) => location_id))
    const isRead = ({ id }: MeasureParameter) => dayOf(water.get(id)?.at ?? '') === day
    const isSettled = ({ id }: MeasureParameter) =>
      state.noWater.includes(String(id)) || isLive(state.records[waterSlot(id)])
    return parameters.filter(
      (one) =>
        !one.archived &&
        modules.has(one.location_id) &&
        ASKED.includes(one.measure_type) &&
        !isRead(one) &&
        !isSettled(one),
    )
  }, [parameters, cages, state, day, water])
}

const commandsOf = (change: OwnRound['change']) => ({
  /** stores the typed values of a cage; a skipped one is taken up again */
  type: (id: number, patch: Partial<Draft>) =>
    change((before) => {
      const { [id]: visit, ...others } = before.visits
      return {
        ...before,
        touched: farmTimeOf(),
        drafts: { ...before.drafts, [id]: { ...before.drafts[id], ...patch } },
        visits: visit?.state === 'done' ? before.visits : others,
      }
    }),
  skip: (id: number, skipped: boolean) =>
    change((before) => {
      const { [id]: _, ...others } = before.visits
      return { ...before, visits: skipped ? { ...others, [id]: { state: 'skipped' as const } } : others }
    }),
  read: (parameter: number, value: string) =>
    change((before) => ({ ...before, touched: farmTimeOf(), water: { ...before.water, [parameter]: value } })),
  dismissWater: (parameter: number) =>
    change((before) => ({
      ...before,
      noWater: [...before.noWater, String(parameter)],
      water: { ...before.water, [parameter]: '' },
    })),
  go: (at: RoundState['at']) => change((before) => ({ ...before, at })),
  leave: (id: number, how: Visit['state'], at: RoundState['at']) =>
    change((before) => ({ ...before, at, visits: { ...before.visits, [id]: { state: how } } })),
  /** what was recorded of cages and of the water */
  settle: (cages: readonly CageRow[], water: readonly MeasureParameter[]) =>
    change((before) => settle(before, [...cages.map(({ id }) => String(id)), ...water.map(({ id }) => waterSlot(id))])),
  restart: () => change(({ day, round, formers }) => ({ ...newRound(day, round + 1), formers })),
})

/** The lines of a module; 0 is the whole farm. */
export function useRoundLines(location: number) {
  const farm = useCagesQuery()
  const day = dayOf(useNow())
  const own = useOwnRound(location, day)
  const { state } = own
  const all = farm.data ?? NO_CAGES
  const cages = useMemo(
    () =>
      cagesOf(all, state)
        .filter((cage) => location === WHOLE_FARM || cage.location_id === location)
        .sort((a, b) => a.location_id - b.location_id || compareNumbers(a, b)),
    [all, location, state],
  )
  const recent = useRecent(day)
  const records = useOwnRecords()
  const goods = useGoods('feed')
  const known = useMemo(
    () => ({
      ...goods,
      yesterday: withWaiting(recent.yesterday, uncountedOf(records, currentOwner()), addDays(day, -1)),
      planned: recent.planned,
      recall: (id: number) => recall('feeding', id),
    }),
    [goods, recent, records, day],
  )
  const lines = useMemo(() => cages.map((cage) => lineOf(cage, state, known)), [cages, state, known])
  return { ...own, day, farm, cages, recent, goods, known, lines }
}

function warningTexts(lines: readonly Line[], settings: Thresholds, t: TFunction): Map<number, string> {
  const texts = lines.map((line) => {
    const warnings = warningsOf(line, settings).map((warning) => warningText(warning, 'kg', t))
    return [line.cage.id, warnings.join(' ')] as const
  })
  return new Map(texts.filter(([, text]) => text !== ''))
}

export function useRound() {
  const places = useLocationsQuery()
  const locations = places.data ?? NO_LOCATIONS
  const [location, setLocation] = useCurrentModule(locations)
  const { farm, ...own } = useRoundLines(location)
  const { change, day, state, cages, lines, goods, recent } = own
  const water = useDueWater(cages, state, day, recent)
  const sure = useConnectivity() === 'online' && goods.known
  const settings = useCompanySettings()
  return {
    ...own,
    /** all cages, also those that are not in this round */
    farm: farm.data ?? NO_CAGES,
    location,
    setLocation,
    locations,
    water,
    sure,
    /** the current line in the step-by-step view; null at the end */
    line: lines.find(({ cage }) => cage.id === placeIn(cages, state)?.id) ?? null,
    faults: (t: TFunction) => faultsOf(lines, { goods: goods.goods, sure }, t),
    /** cage id → warnings before it is recorded */
    warnings: (t: TFunction) => warningTexts(lines, settings, t),
    loading: farm.isPending || places.isPending,
    error: farm.data ? null : farm.error,
    retry: () => void farm.refetch(),
    ...useMemo(() => commandsOf(change), [change]),
  }
}

export type Round = ReturnType<typeof useRound>

/** Farm time of a click, as the calls take it. */
export function clickMoment() {
  const at = farmTimeOf()
  return { date: showDay(at), time: timeOf(at) }
}
