/** Whose alarm is whose: the right of its rule, within the modules and warehouses of whoever looks. */
import { type RawBuilder, sql } from 'kysely'
import { can } from '../../shared/abilities'
import { ALARM_KINDS, type AlarmKind, ruleData } from '../../shared/alarms/rules'
import type { CurrentUser } from '../session'
import { type Limits, scope } from '../scope'

const opens = (user: CurrentUser) => (kind: AlarmKind) => {
  const { ability } = ruleData(kind)
  return ability === 'signed-in' || [ability].flat().every((one) => can(user, one))
}

export interface Placed {
  kind: AlarmKind
  location_id: number | null
  stock_id: number | null
  /** others of which it tells as well */
  stock_ids: number[] | null
}

/** Within the modules and warehouses. */
export function isWithin(user: Limits, { location_id, stock_id, stock_ids }: Omit<Placed, 'kind'>): boolean {
  const { opensModule, opensStock } = scope(user)
  const stocks = [...(stock_id === null ? [] : [stock_id]), ...(stock_ids ?? [])]
  return (location_id === null || opensModule(location_id)) && stocks.every(opensStock)
}

export const canSee = (user: CurrentUser, alarm: Placed): boolean => opens(user)(alarm.kind) && isWithin(user, alarm)

/** SQL: `and` the alarm `a` is open to the user. What has no place concerns the whole farm. */
export function seenBy(user: CurrentUser): RawBuilder<unknown> {
  const { modules, stocks, stocksIn } = scope(user)
  return sql`and a.kind = any(${ALARM_KINDS.filter(opens(user))}::text[])
    and (a.location_id is null or (true ${modules('a.location_id')}))
    and (a.stock_id is null or (true ${stocks('a.stock_id')}))
    and (a.stock_ids is null or (true ${stocksIn('a.stock_ids')}))`
}
