/** Who may open a page, and where everyone else is led. */
import { useEffect, type ReactNode } from 'react'
import { redirect } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { type Ability, can, NO_RIGHT } from '../../shared/abilities'
import { hrefOf } from '../../shared/pages'
import { isApiError, isUnreachable } from '../api'
import { i18n } from '../i18n'
import { notifyError } from '../notify'
import { endLeft, hasLeft } from '../offline/leave'
import { queryClient } from '../query-client'
import { navigate } from '../router/address'
import { cachedUser, persistedUser, userQuery } from '../session'

interface Entry {
  location: { href: string; pathname: string }
  /** fetched ahead, not opened */
  preload: boolean
}

/**
 * Everything but login needs the user; without one the login page keeps the address. Without a network it is who was
 * here last.
 */
export async function admit({ location: { href }, preload }: Entry): Promise<void> {
  if (preload) return
  if (hasLeft()) {
    void endLeft()
    throw redirect({ href: hrefOf('login') })
  }
  try {
    await Promise.race([queryClient.ensureQueryData(userQuery), persistedUser()])
  } catch (error) {
    if (cachedUser() && isUnreachable(error)) return
    if (!isApiError(error) || error.status !== 401) throw error
    throw redirect({ href: hrefOf('login', href === hrefOf('farm') ? undefined : { to: href }) })
  }
}

/** Only for those who are not signed in. */
export function admitGuest({ preload }: Entry): void {
  if (!preload && cachedUser() && !hasLeft()) throw redirect({ href: hrefOf('farm') })
}

/** A page without its right is not opened: the notice says so, and one stays where one was. */
export function permit(
  abilities: readonly Ability[],
  { location, preload }: Entry,
  shown: Entry['location'] | undefined,
): void {
  const user = cachedUser()
  if (preload || !user || abilities.every((ability) => can(user, ability))) return
  notifyError(i18n.t(NO_RIGHT))
  throw redirect({ href: shown && shown.pathname !== location.pathname ? shown.href : hrefOf('farm') })
}

/** A right may go while its page is open: nothing is drawn from that moment on. */
export function Permitted({ abilities, children }: { abilities: readonly Ability[]; children: ReactNode }) {
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const refused = user !== undefined && !abilities.every((ability) => can(user, ability))
  useEffect(() => {
    if (!refused) return
    notifyError(i18n.t(NO_RIGHT))
    navigate(hrefOf('farm'), { replace: true, forced: true })
  }, [refused])
  return user && !refused ? children : null
}
