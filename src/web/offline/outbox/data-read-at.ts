import { sessionCalls } from '../../../shared/user'
import { queryClient } from '../../query-client'

/** When the farm that is on screen was read, ms; null before anything was. */
export function dataReadAt(): number | null {
  const read = (path: string) => queryClient.getQueryState([path, {}])?.dataUpdatedAt ?? 0
  return read('/cages') || read(sessionCalls.user.path) || null
}
