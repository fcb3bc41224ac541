/** Fetches ahead what recording needs besides the open page, so that it is on the device when the network fails. */
import { can, type Ability } from '../../../shared/abilities'
import type { Endpoint } from '../../../shared/contract'
import { callQuery, queryClient } from '../../../web/query-client'
import { cachedUser } from '../../../web/session'
import { goodCalls } from '../../goods/good-calls.contract'
import { itemCalls } from '../../goods/item.contract'
import { libraries } from '../../lists/library.contract'
import { measureParameterCalls } from '../../lists/libraries/measure-parameter.contract'
import { cageCalls } from '../../cages/cage.contract'
import { cagePeriodCalls } from '../../feeding/treated/cage-periods.contract'
import { expectedCall } from '../../feeding/expected/expected.contract'
import { kinds } from '../kinds/kinds.contract'
import { growingCall } from '../recent/growing.contract'
import { recentCall } from '../recent/recent.contract'
import { reasonsCall } from '../kinds/withdrawal/withdrawal.contract'

/** With an ability for those who have it alone. */
const calls: [Endpoint, object, Ability?][] = [
  [cageCalls.list, {}],
  [cageCalls.locations, {}],
  [cagePeriodCalls.now, {}],
  [recentCall, {}],
  [growingCall, {}, 'create feedings'],
  [expectedCall, {}],
  [goodCalls.list, { type: 'feed' }],
  [goodCalls.list, { type: 'medicine' }],
  // lines take goods of any type
  ...(Object.values(kinds).some(({ fields }) => 'lines' in fields) ? [[goodCalls.list, {}] as [Endpoint, object]] : []),
  [goodCalls.list, { type: 'gasoline' }],
  [itemCalls.list, {}],
  [goodCalls.allStocks, {}],
  [libraries.generation.list, {}],
  [libraries.age_category.list, {}],
  [libraries.stock.list, {}],
  [libraries.counterparty.list, {}],
  [libraries.employee.list, {}],
  [reasonsCall, {}],
  [measureParameterCalls.list, {}],
  [libraries.loss_cause.list, {}, 'create retreats'],
  [libraries.spending_category.list, {}, 'write spending'],
]
const FRESH_MS = 10 * 60_000

/** One after another, to leave a slow connection to other calls. */
export async function prefetchForRecording(): Promise<void> {
  const user = cachedUser()
  for (const [endpoint, input, ability] of calls)
    if (!ability || (user && can(user, ability)))
      await queryClient.prefetchQuery({ ...callQuery(endpoint, input), staleTime: FRESH_MS })
}
