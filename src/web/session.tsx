import { useCallback, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { can, NO_RIGHT, NO_SUBSCRIPTION, type Ability } from '../shared/abilities'
import { showDay, wallClock } from '../shared/dates'
import type { CompanySettings, UserSettings } from '../shared/settings'
import { sessionCalls, type User } from '../shared/user'
import { call, errorText } from './api'
import { i18n, useTranslation } from './i18n'
import { notifyError } from './notify'
import { callQuery, queryClient } from './query-client'

export type { User }

export const userQuery = { ...callQuery(sessionCalls.user, {}), staleTime: 5 * 60_000, retry: false }

/** Puts a fresh answer about the user into the cache: after login, registration or a change of the profile. */
export const storeUser = (user: User): void => void queryClient.setQueryData(userQuery.queryKey, user)

export const cachedUser = (): User | undefined => queryClient.getQueryData<User>(userQuery.queryKey)

/** Resolves when the device has put the last user in place of an answer that does not come. */
export const persistedUser = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!cachedUser()) return
      stop()
      resolve()
    })
  })

/** 'company:user', by which this device keeps apart what belongs to whom. */
export const ownerOf = ({ company, id }: User): string => `${company.id}:${id}`

/** null while nobody is known. */
export function currentOwner(): string | null {
  const user = cachedUser()
  return user ? ownerOf(user) : null
}

/** The signed-in user. Only under the layout, whose route has read it before. */
export function useUser(): User {
  const { data } = useQuery(userQuery)
  if (!data) throw new Error('useUser outside of the signed-in part')
  return data
}

export function useCan(): (ability: Ability) => boolean {
  const user = useUser()
  return useCallback((ability: Ability) => can(user, ability), [user])
}

/** The subscription is over: everything may be read, nothing written. */
export const useExpired = (): boolean => useUser().company.subscription.days_left < 0

/**
 * Why a write is refused now (no right, or the subscription is over), in the user's language; null when it may be done.
 */
export function useWriteGate(ability?: Ability): string | null {
  const { t } = useTranslation()
  const user = useUser()
  if (ability && !can(user, ability)) return t(NO_RIGHT)
  return user.company.subscription.days_left < 0 ? t(NO_SUBSCRIPTION) : null
}

/** The first day that takes entries, 'YYYY-MM-DD'; undefined is any. */
export function useEarliest(): string | undefined {
  const settings = useCompanySettings()
  return settings['minimal-operation-date-enabled'] ? (settings['minimal-operation-date'] ?? undefined) : undefined
}

/** As `useWriteGate`, and why not for a day ('YYYY-MM-DD') before the first one that takes entries. */
export function useDayGate(ability: Ability, day: string): string | null {
  const { t } = useTranslation()
  const gate = useWriteGate(ability)
  const earliest = useEarliest()
  if (gate || !earliest || day >= earliest) return gate
  return t('Запись раньше минимальной даты операций {{day}}.', { day: showDay(earliest) })
}

const MINUTE = 60_000
const subscribeToClock = (tick: () => void) => {
  const timer = setInterval(tick, 5_000)
  return () => clearInterval(timer)
}

/**
 * The company's wall clock at a moment of this device (ms), corrected by what the server last said when the device's
 * clock is off.
 */
function clockOf(user: User, moment = Date.now()): string {
  const readAt = queryClient.getQueryState(userQuery.queryKey)?.dataUpdatedAt ?? Date.now()
  const here = wallClock(user.company.time_zone, new Date(readAt))
  const skew = Date.parse(`${user.now}Z`) - Date.parse(`${here}Z`)
  const correction = Math.abs(skew) <= MINUTE ? 0 : skew
  return wallClock(user.company.time_zone, new Date(moment + correction))
}

/** Farm time of a moment of this device (ms), 'YYYY-MM-DDTHH:mm'; only while somebody is signed in. */
export function farmTimeOf(moment = Date.now()): string {
  const user = cachedUser()
  if (!user) throw new Error('farmTimeOf while nobody is signed in')
  return clockOf(user, moment)
}

/** Farm time now, 'YYYY-MM-DDTHH:mm'; renders again each minute. */
export function useNow(): string {
  const user = useUser()
  return useSyncExternalStore(subscribeToClock, () => clockOf(user))
}

/** Shown at once, stored behind; a failure brings the old settings back. Answers whether they were stored. */
export async function saveUserSettings(patch: Partial<UserSettings>): Promise<boolean> {
  const before = cachedUser()
  if (!before) return false
  const settings = { ...before.settings, ...patch }
  const updatedAt = queryClient.getQueryState(userQuery.queryKey)?.dataUpdatedAt
  queryClient.setQueryData(userQuery.queryKey, { ...before, settings }, { updatedAt })
  try {
    await call(sessionCalls.userSettings, patch, { quiet: true })
    return true
  } catch (error) {
    notifyError(i18n.t('Настройка не сохранена. {{why}}', { why: errorText(error) }))
    queryClient.setQueryData<User>(userQuery.queryKey, (now) => now && { ...now, settings: before.settings }, {
      updatedAt,
    })
    return false
  }
}

export function useUserSettings(): [UserSettings, (patch: Partial<UserSettings>) => void] {
  const set = useCallback((patch: Partial<UserSettings>) => void saveUserSettings(patch), [])
  return [useUser().settings, set]
}

export const useCompanySettings = (): CompanySettings => useUser().company.settings
