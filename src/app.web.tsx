/** The list of features in the browser, and the pages and menu made of it. */
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { HistoryLocation } from '@tanstack/history'
import { useQuery } from '@tanstack/react-query'
import { type Ability, can, NO_RIGHT } from './shared/abilities'
import { hrefOf, PAGES } from './shared/pages'
import { access, openSessions } from './features/access/feature.web'
import { FactorGate } from './features/access/second-factor/factor-host.web'
import { audit } from './features/audit/feature.web'
import { companies } from './features/companies/feature.web'
import { jobs } from './features/jobs/feature.web'
import { journals } from './features/journals/feature.web'
import { libraries } from './features/libraries/feature.web'
import { mainPage } from './features/main-page/feature.web'
import { measurements } from './features/measurements/feature.web'
import { people } from './features/people/feature.web'
import { AddressesBrief, outside } from './features/outside/feature.web'
import { papers } from './features/papers/feature.web'
import { AsYesterday, round } from './features/round/feature.web'
import { spending } from './features/spending/feature.web'
import { subscription } from './features/subscription/feature.web'
import { trace } from './features/trace/feature.web'
import { warehouse } from './features/warehouse/feature.web'
import { workshop } from './features/workshop/feature.web'
import { history, navigate, ShownAddress, useAddress } from './web/router/address'
import { isApiError, isUnreachable } from './web/api'
import { i18n } from './web/i18n'
import type { Feature } from './web/layout/feature'
import { PageFailure, PagePending } from './web/layout/full-page'
import { Layout } from './web/layout/layout'
import { NOT_FOUND, NotFound } from './web/layout/not-found'
import { notifyError } from './web/notify'
import { endLeft, hasLeft } from './web/offline/leave'
import { restoreFirstAnswers } from './web/offline/persisted-answers'
import { queryClient } from './web/query-client'
import { matcherOf, PageBoundary, Preload, useScrollMemory, useShownAddress } from './web/router/router'
import { cachedUser, persistedUser, userQuery } from './web/session'

/** Menu entries have this order. */
const features: readonly Feature[] = [
  mainPage(AsYesterday),
  round,
  measurements,
  journals,
  warehouse,
  workshop,
  spending,
  trace,
  papers,
  libraries,
  people(openSessions, AddressesBrief),
  subscription,
  access,
  audit,
  outside,
  companies,
  jobs,
]
const menu = features.flatMap((feature) => feature.menu ?? [])
const hosts = features.flatMap((feature) => feature.hosts ?? [])
const pages = features
  .flatMap((feature) => feature.pages ?? [])
  .map((page) => ({ ...page, paramsIn: matcherOf(PAGES[page.page].path) }))

function pageAt(pathname: string) {
  for (const page of pages) {
    const params = page.paramsIn(pathname)
    const { ability } = page
    if (params) return { ...page, params, ability: typeof ability === 'function' ? ability(params) : ability }
  }
  return null
}

const preload = (path: string) =>
  void pageAt(path)
    ?.component.preload()
    .catch(() => undefined)

/**
 * Loads the first page while the user is fetched. Without a network only this device is waited for: code and answers
 * are there before the page is rendered, once instead of piece by piece.
 */
export async function openFirst(): Promise<void> {
  const page = pageAt(history.location.pathname)
  if (!page) return
  const code = page.component.preload()
  if (navigator.onLine || hasLeft()) return void code.catch(() => undefined)
  await Promise.all([code, restoreFirstAnswers(page.shows ?? [])])
}

/**
 * Everything but login needs a user; without one, the login page keeps the address. Without a network it is the last
 * user. Answers whether the address may be opened.
 */
async function admit(href: string): Promise<boolean> {
  const toLogin = (values?: { to: string }) => {
    navigate(hrefOf('login', values), { replace: true, forced: true })
    return false
  }
  if (hasLeft()) {
    void endLeft()
    return toLogin()
  }
  try {
    await Promise.race([queryClient.ensureQueryData(userQuery), persistedUser()])
    return true
  } catch (error) {
    if (cachedUser() && isUnreachable(error)) return true
    if (!isApiError(error) || error.status !== 401) throw error
    return toLogin(href === hrefOf('farm') ? undefined : { to: href })
  }
}

/**
 * Blocks a page without its ability, with a notice, and a page only for visitors: the current page stays. Answers the
 * address to show; null when there was none yet.
 */
function usePermitted(): HistoryLocation | null {
  const asked = useAddress()
  // the user may be known only after the address, and an ability may be taken away while its page is open
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const page = pageAt(asked.pathname)
  const refused = user && page?.ability && !can(user, page.ability)
  const signedIn = user && page?.guest
  const opened = useRef<HistoryLocation>(null)
  if (!refused && !signedIn) opened.current = asked
  const before = opened.current?.pathname === asked.pathname ? null : opened.current
  useEffect(() => {
    if (refused) notifyError(i18n.t(NO_RIGHT))
    if (refused || signedIn) navigate((refused && before?.href) || hrefOf('farm'), { replace: true, forced: true })
  }, [refused, signedIn, asked, before])
  return refused || signedIn ? before : asked
}

/**
 * A user who has to set up a second factor first sees nothing else, until the recovery codes were shown as well. On an
 * open page it is a window instead.
 */
function useFactorGate(entered: boolean) {
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const [place, set] = useState<'outside' | 'at the gate' | 'inside'>('outside')
  if (entered && user && place === 'outside') set(user.factor_needed ? 'at the gate' : 'inside')
  return { closed: place === 'at the gate', open: () => set('inside') }
}

/** The frame of signed-in users, once the user is known. */
function SignedIn({ href, title, children }: { href: string; title?: string; children: ReactNode }) {
  const [state, set] = useState<{ entered: boolean; error?: unknown }>({ entered: !!cachedUser() && !hasLeft() })
  const [attempt, setAttempt] = useState(0)
  const gate = useFactorGate(state.entered)
  useEffect(() => {
    let current = true
    admit(href).then(
      (entered) => current && entered && set({ entered }),
      (error: unknown) => current && set({ entered: false, error }),
    )
    return () => void (current = false)
  }, [href, attempt])
  if (state.error) return <PageFailure error={state.error} onRetry={() => setAttempt(attempt + 1)} />
  if (!state.entered) return <PagePending />
  if (gate.closed) return <FactorGate onDone={gate.open} />
  return (
    <Layout
      menu={menu}
      title={title}
      host={hosts.map((Host, index) => (
        <Host key={index} />
      ))}
    >
      {children}
    </Layout>
  )
}

/** Renders nothing once the user may not see the page: `usePermitted` navigates away a little later. */
function Permitted({ ability, children }: { ability?: Ability; children: ReactNode }) {
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  return ability && !(user && can(user, ability)) ? null : children
}

/** The page of an address; an unknown one is reported inside the frame, with the menu. */
function PageOf({ address }: { address: HistoryLocation }) {
  const page = pageAt(address.pathname)
  useScrollMemory(address)
  const drawn = (
    // one boundary for all pages: the current page stays until the next has loaded
    <Suspense fallback={<PagePending />}>
      <PageBoundary key={address.pathname} instead={failure}>
        {page ? (
          <Permitted ability={page.ability}>
            <page.component params={page.params} />
          </Permitted>
        ) : (
          <NotFound />
        )}
      </PageBoundary>
    </Suspense>
  )
  if (page?.guest) return drawn
  return (
    <SignedIn href={address.href} title={page ? page.title : NOT_FOUND}>
      {drawn}
    </SignedIn>
  )
}

// a page does not request a failed file again by itself
const failure = (error: unknown) => <PageFailure error={error} onRetry={() => location.reload()} />

export function App() {
  const address = useShownAddress(usePermitted())
  return (
    <Preload value={preload}>
      <ShownAddress value={address}>
        <PageBoundary instead={failure}>{address ? <PageOf address={address} /> : <PagePending />}</PageBoundary>
      </ShownAddress>
    </Preload>
  )
}
