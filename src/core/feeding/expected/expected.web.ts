/** What fish are expected to weigh, asked for the cage that somebody looks at; without a network what was known. */
import type { AnswerOf } from '../../../shared/contract'
import { expectedBand, type ExpectedBand, percentOf } from '../../../shared/feeding/expected-weight'
import { callKey, queryClient, useCall } from '../../../web/query-client'
import { expectedCall, type ExpectedGroup } from './expected.contract'

export interface ExpectedOfCage {
  /** 'YYYY-MM-DD', at the end of which it is so */
  day: string
  groups: readonly ExpectedGroup[]
}

/** Of the whole farm, which is fetched ahead. */
const ofAll = () => queryClient.getQueryData<AnswerOf<typeof expectedCall>>(callKey(expectedCall, {}))

/** Null while it is not known, and for an empty cage. */
export function useExpected(cageId: number | undefined, asked = true): ExpectedOfCage | null {
  const enabled = asked && cageId !== undefined && cageId > 0
  const { data } = useCall(expectedCall, { cages_id: [cageId ?? 0] }, { enabled, retry: false })
  const known = enabled ? (data ?? ofAll()) : undefined
  const groups = known?.groups.filter(({ cage_id }) => cage_id === cageId) ?? []
  return known && groups.length > 0 ? { day: known.day, groups } : null
}

export interface CageWeight extends ExpectedBand {
  /** ± % */
  percent: number
  /** the last weighing of any of its groups; null when none is known */
  weighed: ExpectedGroup['weighed']
}

/** Of all fish of a cage, mg of one fish. */
export function cageWeight(groups: readonly ExpectedGroup[]): CageWeight | null {
  const band = expectedBand(groups)
  if (!band) return null
  const last = groups
    .flatMap(({ weighed }) => weighed ?? [])
    .sort((one, other) => (one.datetime < other.datetime ? 1 : -1))
  return { ...band, percent: percentOf(band), weighed: last[0] ?? null }
}
