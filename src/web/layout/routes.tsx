/** The pages of the features as routes: those of guests by themselves, all others inside the frame. */
import { useState, type ComponentType, type ReactNode } from 'react'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  type RouteComponent,
  useMatches,
  useParams,
  useRouter,
} from '@tanstack/react-router'
import type { Ability } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import { PAGES, refusedIn } from '../../shared/pages'
import { parseQuery, type Query, writeQuery } from '../../shared/query'
import { history } from '../router/address'
import type { PageProps } from '../router/router'
import { useUser } from '../session'
import type { AroundProps, Feature, Page, TitleOf } from './feature'
import { PageFailure, PagePending } from './full-page'
import { admit, admitGuest, permit, Permitted } from './guards'
import { Layout } from './layout'
import { NOT_FOUND, NotFound } from './not-found'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: TitleOf | undefined
    /** calls without parameters whose answers it shows at once */
    shows?: readonly Endpoint[] | undefined
  }
}

/** Whoever has to set up a second factor first sees nothing else, until they have seen its recovery codes too. */
type Gate = ComponentType<{ onDone: () => void }>

interface Match {
  params: PageProps['params']
  staticData: { title?: TitleOf | undefined }
}

function titleOfLast(matches: readonly Match[]): string | undefined {
  const last = matches.at(-1)
  const title = last?.staticData.title
  return typeof title === 'function' ? title(last!.params) : title
}

/** The frame of those who have signed in. */
function frameOf(features: readonly Feature[], Gate: Gate) {
  const menu = features.flatMap((feature) => feature.menu ?? [])
  const hosts = features.flatMap((feature) => feature.hosts ?? [])
  const tools = features.flatMap((feature) => feature.tools ?? [])
  return function Frame() {
    const title = useMatches({ select: titleOfLast })
    // over a page that stands open already it is a window's matter
    const needed = useUser().factor_needed
    const [closed, close] = useState(needed)
    if (closed) return <Gate onDone={() => close(false)} />
    return (
      <Layout
        menu={menu}
        title={title}
        tools={tools.map((Tool, index) => (
          <Tool key={index} />
        ))}
        host={hosts.map((Host, index) => (
          <Host key={index} />
        ))}
      >
        <Outlet />
      </Layout>
    )
  }
}

const abilitiesOf = ({ ability }: Page, params: PageProps['params']): readonly Ability[] =>
  [typeof ability === 'function' ? ability(params) : ability].flat().filter((one) => one !== undefined)

function componentOf(page: Page, around: readonly ComponentType<AroundProps>[]): RouteComponent {
  const Shown = () => {
    const params: PageProps['params'] = useParams({ strict: false })
    const abilities = abilitiesOf(page, params)
    const drawn = around.reduce<ReactNode>(
      (inside, Around) => (
        <Around page={page.page} params={params}>
          {inside}
        </Around>
      ),
      <page.component params={params} />,
    )
    return abilities.length > 0 ? <Permitted abilities={abilities}>{drawn}</Permitted> : drawn
  }
  return Object.assign(Shown, { preload: async () => void (await page.component.preload()) })
}

// a file that did not come is not asked for again by the page that wanted it
const Failure = ({ error }: ErrorComponentProps) => <PageFailure error={error} onRetry={() => location.reload()} />

/** Nobody could say who is there. */
function NotAdmitted({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <PageFailure error={error} onRetry={() => void router.invalidate()} />
}

export function makeRouter(features: readonly Feature[], Gate: Gate) {
  const pages = features.flatMap((feature) => feature.pages ?? [])
  const around = features.flatMap((feature) => feature.around ?? [])
  const root = createRootRoute({ pendingComponent: PagePending, pendingMs: 0 })
  const frame = createRoute({
    getParentRoute: () => root,
    id: 'frame',
    beforeLoad: admit,
    component: frameOf(features, Gate),
    errorComponent: NotAdmitted,
  })
  const routeOf = (page: Page) =>
    createRoute({
      getParentRoute: () => (page.guest ? root : frame) as typeof root,
      path: PAGES[page.page].path,
      validateSearch: (query: Query) => refusedIn(page.page, query),
      beforeLoad: (entry) => {
        if (page.guest) admitGuest(entry)
        permit(abilitiesOf(page, entry.params), entry, router.stores.resolvedLocation.get())
      },
      component: componentOf(page, page.guest ? [] : around),
      staticData: { title: page.title, shows: page.shows },
    })
  // of any other address it is said inside the frame, so that the menu is at hand
  const nowhere = createRoute({
    getParentRoute: () => frame,
    path: '$',
    component: NotFound,
    staticData: { title: NOT_FOUND },
  })
  const inside = pages.filter(({ guest }) => !guest).map(routeOf)
  const router = createRouter({
    routeTree: root.addChildren([
      ...pages.filter(({ guest }) => guest).map(routeOf),
      frame.addChildren([...inside, nowhere]),
    ]),
    history,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    scrollRestoration: true,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Failure,
    // the page of another journal begins anew
    defaultRemountDeps: ({ params }) => params,
  })
  return router
}
