/** Growth as this device foretells it: by the server's last answer, kept for when the network is away. */
import { useMemo } from 'react'
import { can as mayDo } from '../../../shared/abilities'
import type { AnswerOf } from '../../../shared/contract'
import type { User } from '../../../shared/user'
import { callKey, callQuery, queryClient, useCall } from '../../../web/query-client'
import { useCan, useCompanySettings } from '../../../web/session'
import { growingCall } from './growing.contract'
import { growingBy, type Growing, NO_GROWING } from './growing.web'

const key = callKey(growingCall, {})
const ability = 'create feedings'

const grows = (user: User) => user.company.settings['auto-growth'] && mayDo(user, ability)

/** Outside of components, and the moment of the answer that it is made of. */
export function knownGrowing(user: User): { growing: Growing; at: number } {
  const terms = queryClient.getQueryData<AnswerOf<typeof growingCall>>(key)
  if (!terms || !grows(user)) return { growing: NO_GROWING, at: 0 }
  const matching = user.company.settings['feeding-rates']['temperature-matching']
  return { growing: growingBy(terms, matching), at: queryClient.getQueryState(key)!.dataUpdatedAt }
}

/** Done when it is known, or cannot be. */
export async function loadGrowing(user: User): Promise<void> {
  if (grows(user)) await queryClient.prefetchQuery({ ...callQuery(growingCall, {}), staleTime: Infinity })
}

export function useGrowing(asked: boolean): Growing {
  const settings = useCompanySettings()
  const can = useCan()
  const enabled = asked && can(ability) && settings['auto-growth']
  const { data } = useCall(growingCall, {}, { enabled, retry: false })
  const matching = settings['feeding-rates']['temperature-matching']
  return useMemo(() => (enabled && data ? growingBy(data, matching) : NO_GROWING), [enabled, data, matching])
}
