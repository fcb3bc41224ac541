/** An application outside as whoever asks a call: with the rights of its role, and its own modules and warehouses. */
import { dayOf } from '../../shared/dates'
import { userSettings } from '../../shared/settings'
import type { Outsider } from '../../server/outside/admission'
import type { Session } from '../../server/session'

export type Asker = Pick<Session, 'user' | 'company'>

export function askerOf(outsider: Outsider): Asker {
  const { id, name, permissions, location_ids, stock_ids, company, company_name, time_zone, now, settings, paid } =
    outsider
  const today = dayOf(now)
  return {
    user: {
      // people and applications never have the same id: nothing is its own
      id,
      name,
      email: '',
      phone: null,
      is_admin: false,
      is_operator: false,
      permissions: [...(permissions ?? [])],
      role: null,
      location_ids,
      stock_ids,
      second_factor: false,
      settings: userSettings.parse({}),
    },
    company: {
      id: company,
      name: company_name,
      time_zone,
      settings,
      factor_from: null,
      subscription: { type: 'none', start_date: today, end_date: today, days_left: paid ? 0 : -1 },
      now,
    },
  }
}
