/** THE list of routes and menu entries, one line each. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type ParsedLocation,
} from '@tanstack/react-router'
import { can, NO_RIGHT, type Ability } from './shared/abilities'
import { SignInHost } from './features/access/sign-in-host.web'
import { CreateHost } from './features/libraries/create-host.web'
import { libraries } from './features/libraries/library.contract'
import { MeasurementHost } from './features/measurements/measurement-host.web'
import { FarmSearch } from './features/cages/farm-search.web'
import { CategoryHost } from './features/cages/category-host.web'
import { BatchHost } from './features/operations/batch/batch.web'
import { OperationHost } from './features/operations/operation.web'
import { WhyHost } from './features/operations/why.web'
import { ArrivalHost } from './features/warehouse/goods/arrival-host.web'
import { isApiError, isUnreachable } from './web/api'
import { i18n } from './web/i18n'
import { PageFailure, PagePending } from './web/layout/full-page'
import { Layout } from './web/layout/layout'
import type { MenuEntry } from './web/layout/menu'
import { kinds } from './features/operations/kinds.contract'
import { NotFound } from './web/layout/not-found'
import { notifyError } from './web/notify'
import { queryClient } from './web/query-client'
import { cachedUser, rememberedUser, userQuery } from './web/session'
import { endLeft, hasLeft } from './web/leave'
import { parseQuery, writeQuery } from './web/url-filters'

const menu: readonly MenuEntry[] = [
  { title: 'Садки', to: '/', icon: 'cages', onPhone: true },
  { title: 'Обход', to: '/round', icon: 'feed', onPhone: true },
  { title: 'Замеры', to: '/measurements', icon: 'temp', onPhone: true },
  {
    title: 'Журналы',
    to: '/journals',
    icon: 'book',
    onPhone: true,
    entries: Object.values(kinds).map(({ plural, path }) => ({ title: plural, to: `/journals/${path}` })),
  },
  {
    title: 'Склад',
    to: '/stock',
    icon: 'box',
    ability: 'read stocks',
    entries: [
      { title: 'Расходники', to: '/stock/goods' },
      { title: 'Изделия', to: '/stock/items' },
    ],
  },
  {
    title: 'Справочники',
    to: '/lib',
    icon: 'list',
    ability: 'access library',
    entries: Object.values(libraries).map(({ title, route }) => ({ title, to: `/lib/${route}` })),
  },
]

const root = createRootRoute({ component: Outlet, errorComponent: PageFailure })

/** Everything but login needs the user; without one the login page keeps the address. Without a network it is who was here last. */
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
const Hosts = () => (
  <>
    <OperationHost />
    <BatchHost />
    <CategoryHost />
    <MeasurementHost />
    <FarmSearch />
    <WhyHost />
    <CreateHost />
    <ArrivalHost />
    <SignInHost />
  </>
)

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

type Lazy = ReturnType<typeof lazyRouteComponent>
const page = (path: string, component: Lazy, ability?: Ability): AnyRoute =>
  createRoute({ path, getParentRoute: () => signedIn, component, beforeLoad: ability && need(ability) }) as AnyRoute
const open = (path: string, component: Lazy): AnyRoute =>
  createRoute({ path, getParentRoute: () => root, component, beforeLoad: guestOnly }) as AnyRoute

const pages = [
  page(
    '/settings',
    lazyRouteComponent(() => import('./features/access/company-settings.web'), 'CompanySettingsPage'),
    'access settings',
  ),
  page(
    '/',
    lazyRouteComponent(() => import('./features/cages/main-page.web'), 'MainPage'),
  ),
  page(
    '/measurements',
    lazyRouteComponent(() => import('./features/measurements/measurements-page.web'), 'MeasurementsPage'),
  ),
  page(
    '/round',
    lazyRouteComponent(() => import('./features/round/round.web'), 'RoundPage'),
  ),
  page(
    '/journals/$path',
    lazyRouteComponent(() => import('./features/operations/journal.web'), 'OperationJournal'),
  ),
  page(
    '/lib/$route',
    lazyRouteComponent(() => import('./features/libraries/libraries.web'), 'LibraryPage'),
    'access library',
  ),
  page(
    '/stock/goods',
    lazyRouteComponent(() => import('./features/warehouse/goods/goods.web'), 'GoodsPage'),
    'read stocks',
  ),
  page(
    '/stock/items',
    lazyRouteComponent(() => import('./features/warehouse/items/items.web'), 'ItemsPage'),
    'read stocks',
  ),
  // any other address: said inside the frame, so that the menu is at hand
  createRoute({ path: '$', getParentRoute: () => signedIn, component: NotFound }) as AnyRoute,
  page(
    '/profile',
    lazyRouteComponent(() => import('./features/access/profile.web'), 'ProfilePage'),
  ),
  page(
    '/profile/change-password',
    lazyRouteComponent(() => import('./features/access/change-password.web'), 'ChangePasswordPage'),
  ),
]
const guestPages = [
  open(
    '/login',
    lazyRouteComponent(() => import('./features/access/login.web'), 'LoginPage'),
  ),
  open(
    '/register',
    lazyRouteComponent(() => import('./features/access/register.web'), 'RegisterPage'),
  ),
  open(
    '/password/reset',
    lazyRouteComponent(() => import('./features/access/password-reset.web'), 'PasswordResetPage'),
  ),
]

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren(pages), ...guestPages]),
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
})
