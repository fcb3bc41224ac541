import './web/calls/no-eval'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, openFirst } from './app.web'
import { history } from './web/router/address'
import { listenToCalls } from './web/api'
import { reportFrontError, startErrorReports } from './web/error-reports'
import { storedLanguage, setLanguage, whenLanguageChanges } from './web/i18n'
import { Notices } from './web/layout/notices'
import { invalidateTexts, queryClient, restoreWith } from './web/query-client'
import { cachedUser, currentOwner, userQuery } from './web/session'
import { listenForHomeScreen } from './web/offline/home-screen'
import { startOnDevice } from './web/offline/on-device'
import { restoreAnswer } from './web/offline/persisted-answers'
import { setSignedOut } from './web/offline/signed-out'
import './web/styles/global.css'
import { cssVariables, theme } from './web/theme'

startErrorReports()
listenForHomeScreen()
listenToCalls({
  sessionLost: () => {
    // before anyone is known, the route itself leads to the login page
    if (cachedUser()) setSignedOut(true)
  },
  // who they are says so, and what is shown follows from that
  factorNeeded: () => void queryClient.refetchQueries({ queryKey: userQuery.queryKey }),
  owner: currentOwner,
})
restoreWith(restoreAnswer)
whenLanguageChanges(() => void invalidateTexts())
window.addEventListener('load', startOnDevice)
// a page that comes back out of the browser's memory may be another person's
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
const reportFault = (error: unknown, info: { componentStack?: string }) => reportFrontError(error, info.componentStack)

/**
 * Opened from the home screen, or as a tab of its own, the first page has nothing before it: the back button would
 * close the application and not the window that lies open in it. So the page stands there twice.
 */
const standBeforeFirst = () => {
  if (window.history.length === 1) history.push(history.location.href)
}

function start(): void {
  standBeforeFirst()
  createRoot(document.getElementById('root')!, { onCaughtError: reportFault, onUncaughtError: reportFault }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <App />
          <Notices />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// without its dictionary the page is Russian, which is better than none
const ready = () => Promise.allSettled([setLanguage(storedLanguage()), openFirst()])
void Promise.resolve().then(ready).then(start)
