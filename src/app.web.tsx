/** THE list of features in the browser, and the pages and menu made of it. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type AnyRoute,
  type ParsedLocation,
} from '@tanstack/react-router'
import { can, NO_RIGHT, type Ability } from './shared/abilities'
import { access } from './features/access/feature.web'
import { journals } from './features/journals/feature.web'
import { libraries } from './features/libraries/feature.web'
import { mainPage } from './features/main-page/feature.web'
import { measurements } from './features/measurements/feature.web'
import { AsYesterday, round } from './features/round/feature.web'
import { warehouse } from './features/warehouse/feature.web'
import type { Feature, Page } from './web/layout/feature'
import { Layout } from './web/layout/layout'
import { NotFound } from './web/layout/not-found'
import { PageFailure, PagePending } from './web/layout/full-page'
import { cachedUser, rememberedUser, userQuery } from './web/session'
import { endLeft, hasLeft } from './web/offline/leave'
import { i18n } from './web/i18n'
import { isApiError, isUnreachable } from './web/api'
import { notifyError } from './web/notify'
import { parseQuery, writeQuery } from './web/url-filters'
import { queryClient } from './web/query-client'

/** Their entries of the menu stand in this order. */
const features: readonly Feature[] = [
  mainPage(AsYesterday),
  round,
  measurements,
  journals,
  warehouse,
  libraries,
  access,
]
const menu = features.flatMap((feature) => feature.menu ?? [])
const hosts = features.flatMap((feature) => feature.hosts ?? [])
const pages = features.flatMap((feature) => feature.pages ?? [])

const root = createRootRoute({ component: Outlet, errorComponent: PageFailure })

/**
 * Everything but login needs the user; without one the login page keeps the address. Without a network it is who was
 * here last.
 */
async function requireUser({ location }: { location: ParsedLocation }): Promise<void> {
  if (hasLeft()) {
    void endLeft()
    throw redirect({ to: '/login', search: {} })
  }
  try {
    await Promise.race([queryClient.ensureQueryData(userQuery), rememberedUser()])
  } catch (error) {
    if (cachedUser() && isUnreachable(error)) return
    if (!isApiError(error) || error.status !== 401) throw error
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } })
  }
}

/** A page without its right is not opened: the notice says so, and one stays where one was. */
const need =
  (ability: Ability) =>
  ({ preload }: { preload: boolean }) => {
    const user = cachedUser()
    if (!user || can(user, ability)) return
    // a link under the mouse is only fetched ahead
    if (!preload) notifyError(i18n.t(NO_RIGHT))
    throw redirect({ href: router.state.resolvedLocation?.href ?? '/' })
  }

/** What lives above all pages. */
const Hosts = () => hosts.map((Host, index) => <Host key={index} />)

const signedIn = createRoute({
  id: 'signed-in',
  getParentRoute: () => root,
  beforeLoad: requireUser,
  component: () => <Layout menu={menu} host={<Hosts />} />,
})

/** Who is signed in already has no business on the login page. */
const guestOnly = () => {
  if (cachedUser()) throw redirect({ to: '/' })
}

const pageRoute = ({ path, component, ability }: Page): AnyRoute =>
  createRoute({ path, getParentRoute: () => signedIn, component, beforeLoad: ability && need(ability) }) as AnyRoute
const guestRoute = ({ path, component }: Page): AnyRoute =>
  createRoute({ path, getParentRoute: () => root, component, beforeLoad: guestOnly }) as AnyRoute
/** Any other address: said inside the frame, so that the menu is at hand. */
const otherwise = createRoute({ path: '$', getParentRoute: () => signedIn, component: NotFound }) as AnyRoute

const inside = pages.filter(({ guest }) => !guest).map(pageRoute)
const outside = pages.filter(({ guest }) => guest).map(guestRoute)

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren([...inside, otherwise]), ...outside]),
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
})
