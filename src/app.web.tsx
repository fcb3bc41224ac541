/** The list of features in the browser, and the application made of it. */
import { Matches, RouterContextProvider } from '@tanstack/react-router'
import { access, openSessions } from './features/access/feature.web'
import { FactorGate } from './features/access/second-factor/factor-host.web'
import { alarms } from './features/alarms/feature.web'
import { assistants } from './features/assistants/feature.web'
import { audit } from './features/audit/feature.web'
import { companies } from './features/companies/feature.web'
import { jobs } from './features/jobs/feature.web'
import { feeding } from './features/feeding/feature.web'
import { journals } from './features/journals/feature.web'
import { libraries } from './features/libraries/feature.web'
import { mainPage } from './features/main-page/feature.web'
import { measurements } from './features/measurements/feature.web'
import { people } from './features/people/feature.web'
import { exportData } from './features/export/feature.web'
import { AddressesBrief, outside } from './features/outside/feature.web'
import { movingIn } from './features/moving-in/feature.web'
import { norms } from './features/norms/feature.web'
import { papers } from './features/papers/feature.web'
import { reports } from './features/reports/feature.web'
import { AsYesterday, round } from './features/round/feature.web'
import { spending } from './features/spending/feature.web'
import { subscription } from './features/subscription/feature.web'
import { views } from './features/views/feature.web'
import { tasks } from './features/tasks/feature.web'
import { trace } from './features/trace/feature.web'
import { warehouse } from './features/warehouse/feature.web'
import { workshop } from './features/workshop/feature.web'
import { wizard } from './features/wizard/feature.web'
import type { Feature } from './web/layout/feature'
import { Notices } from './web/layout/notices'
import { makeRouter } from './web/layout/routes'
import { hasLeft } from './web/offline/leave'
import { restoreFirstAnswers } from './web/offline/persisted-answers'
import { history } from './web/router/address'
import type { LazyPage } from './web/router/router'
import type { Endpoint } from './shared/contract'
import { callQuery, queryClient } from './web/query-client'
import { cachedUser, userQuery } from './web/session'

/** Menu entries have this order. */
const features: readonly Feature[] = [
  mainPage(AsYesterday),
  round,
  measurements,
  tasks,
  alarms,
  assistants,
  journals,
  feeding,
  reports,
  views,
  warehouse,
  workshop,
  spending,
  trace,
  papers,
  libraries,
  norms,
  people(openSessions, AddressesBrief),
  subscription,
  access,
  audit,
  exportData,
  outside,
  movingIn,
  companies,
  jobs,
  wizard,
]
const router = makeRouter(features, FactorGate)

/** How long the first page waits for its answers before it is shown without them, ms. */
const PATIENCE_MS = 200
const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))

/** The user and what the page shows. */
async function fetchFirstAnswers(shows: readonly Endpoint[]): Promise<void> {
  await queryClient.prefetchQuery(userQuery)
  const user = cachedUser()
  if (user && !user.factor_needed) await Promise.all(shows.map((one) => queryClient.prefetchQuery(callQuery(one, {}))))
}

/**
 * Code and answers are there before the first page is rendered, once instead of piece by piece. Without a network only
 * this device is waited for; a slow network is not waited for.
 */
export async function openFirst(): Promise<void> {
  const [, , route] = router.getMatchedRoutes(history.location.pathname)
  const code = (route?.options.component as LazyPage | undefined)?.preload()
  const { shows } = route?.options.staticData ?? {}
  if (hasLeft() || (navigator.onLine && !shows)) return void code?.catch(() => undefined)
  if (navigator.onLine) {
    // the route waits for the same answer about the user: who is refused is led to the login page without a second one
    const all = Promise.all([code, fetchFirstAnswers(shows ?? []), router.load()])
    return void (await Promise.race([all, patience()]))
  }
  await Promise.all([code, restoreFirstAnswers(shows ?? [])])
  if (cachedUser()) await router.load()
}

export const App = () => (
  <RouterContextProvider router={router}>
    <Matches />
    <Notices />
  </RouterContextProvider>
)
