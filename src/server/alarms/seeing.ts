/** Whose alarm is whose: the right of its rule, within the modules and warehouses of whoever looks. */
import { type RawBuilder, sql } from 'kysely'
import { can } from '../../shared/abilities'
import { ALARM_KINDS, type AlarmKind, ruleData } from '../../shared/alarms/rules'
import type { CurrentUser } from '../session'
import { scope } from '../scope'

const opens = (user: CurrentUser) => (kind: AlarmKind) => {
  const { ability } = ruleData(kind)
  return ability === 'signed-in' || can(user, ability)
}

interface Placed {
  kind: AlarmKind
  location_id: number | null
  stock_id: number | null
}

export function canSee(user: CurrentUser, { kind, location_id, stock_id }: Placed): boolean {
  const { opensModule, opensStock } = scope(user)
  return (
    opens(user)(kind) &&
    (location_id === null || opensModule(location_id)) &&
    (stock_id === null || opensStock(stock_id))
  )
}

/** SQL: `and` the alarm `a` is open to the user. What has no place concerns the whole farm. */
export function seenBy(user: CurrentUser): RawBuilder<unknown> {
  const { modules, stocks } = scope(user)
  return sql`and a.kind = any(${ALARM_KINDS.filter(opens(user))}::text[])
    and (a.location_id is null or (true ${modules('a.location_id')}))
    and (a.stock_id is null or (true ${stocks('a.stock_id')}))`
}
