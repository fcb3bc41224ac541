import type { CacheTag } from '../../../shared/cache-tags'
import { begunOf } from '../../api'
import { queryClient } from '../../query-client'

const OF_THE_FARM: readonly CacheTag[] = ['fish', 'goods']

/**
 * What this device knows of the farm: the moment, by the server's clock, at which the oldest answer on the screen about
 * fish or goods was begun. Later writes of others are unknown here. null before any was fetched.
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
