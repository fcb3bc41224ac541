import type { CacheTag } from '../../../shared/cache-tags'
import { begunOf } from '../../api'
import { queryClient } from '../../query-client'

const OF_THE_FARM: readonly CacheTag[] = ['fish', 'goods']

/**
 * What this device knows of the farm: the moment, by the clock of the server, at which the oldest answer on screen
 * about fish or goods was begun. What others have stored since nobody here can know. null before anything was read.
 */
export function knownNow(): number | null {
  const shown = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ meta, state }) =>
      state.data !== undefined &&
      OF_THE_FARM.some((tag) => (meta?.reads as readonly CacheTag[] | undefined)?.includes(tag)),
  })
  const marks = shown
    .map(({ queryKey: [path, input] }) => begunOf(String(path), input))
    .filter((at) => at !== undefined)
  return marks.length > 0 ? Math.min(...marks) : null
}
