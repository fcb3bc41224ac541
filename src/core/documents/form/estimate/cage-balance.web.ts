import { useDebouncedValue } from '@mantine/hooks'
import { parseDay } from '../../../../shared/dates'
import { isUnreachable } from '../../../../web/api'
import { useSilent } from '../../../../web/connectivity'
import { useCall } from '../../../../web/query-client'
import { readTime } from '../../../../web/ui/fields/time-field'
import { useCage } from '../../../cages/cage-cache.web'
import { cageCalls } from '../../../cages/cage.contract'
import type { CageBalance, Values } from '../../fields/form-model.web'
import { useEstimate } from './use-estimate.web'

interface Instant {
  date: string
  time: string
  cage_id: number
  except_id: number | undefined
}

/** null while the moment is being typed or no cage is chosen. */
function instantOf(values: Values, cageKey: string | undefined, exceptId: number | undefined): Instant | null {
  const date = parseDay(values.date ?? '')
  const time = readTime(values.time ?? '')
  const cageId = Number(cageKey ? values[cageKey] : 0)
  return date && time && cageId > 0 ? { date, time, cage_id: cageId, except_id: exceptId } : null
}

/**
 * The groups of a form's cage at the chosen instant, without the operation being edited. When the server cannot be
 * asked they are estimated on this device, without the `queued` record being changed.
 */
export function useCageBalance(
  values: Values,
  cageKey: string | undefined,
  exceptId: number | undefined,
  queued?: number,
): CageBalance {
  const wanted = JSON.stringify(instantOf(values, cageKey, exceptId))
  const [settled] = useDebouncedValue(wanted, 250)
  const instant = JSON.parse(settled) as Instant | null
  const answer = useCall(cageCalls.countOnDate, instant ?? ({} as Instant), {
    enabled: instant !== null,
    staleTime: 5_000,
    retry: false,
    placeholderData: (previous, query) =>
      (query?.queryKey[1] as Partial<Instant> | undefined)?.cage_id === instant?.cage_id ? previous : undefined,
  })
  const cageId = Number(cageKey ? values[cageKey] : 0)
  const cage = useCage(cageId)
  const silent = useSilent()
  const unasked = answer.data === undefined && (silent || isUnreachable(answer.error))
  const lost = instant !== null && (exceptId === undefined || queued !== undefined) && unasked
  const estimated = useEstimate(cageId, lost, queued)
  // a day that does not exist has no balance
  if (cageId > 0 && instant === null && wanted === settled)
    return { cage, groups: [], known: false, failed: false, estimated: false }
  if (estimated) return { cage, groups: estimated, known: true, failed: false, estimated: true }
  const known = wanted === settled && answer.data !== undefined && !answer.isPlaceholderData
  // most new operations are about now: until the answer arrives, the current state is shown in a paler colour
  const meanwhile = exceptId === undefined && !answer.isError ? (cage?.groups ?? []) : []
  return { cage, groups: answer.data?.groups ?? meanwhile, known, failed: answer.isError, estimated: false }
}
