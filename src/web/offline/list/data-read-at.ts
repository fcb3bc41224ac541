import type { CacheTag } from '../../../shared/cache-tags'
import { sessionCalls } from '../../../shared/user'
import { queryClient } from '../../query-client'

/** When the oldest answer about fish on the screen was fetched, ms; null before any was. */
export function dataReadAt(): number | null {
  const shown = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ meta }) => (meta?.reads as readonly CacheTag[] | undefined)?.includes('fish') === true,
  })
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0)
  if (times.length > 0) return Math.min(...times)
  return queryClient.getQueryState([sessionCalls.user.path, {}])?.dataUpdatedAt || null
}
