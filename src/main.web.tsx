import './web/calls/no-eval'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, openFirst } from './app.web'
import { history } from './web/router/address'
import { listenToCalls } from './web/api'
import { forgetFirstAnswers } from './web/calls/first-calls'
import { reportFrontError, startErrorReports } from './web/error-reports'
import { storedLanguage, setLanguage, whenLanguageChanges } from './web/i18n'
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
  // the user says what is needed, and the application then shows it
  factorNeeded: () => void queryClient.refetchQueries({ queryKey: userQuery.queryKey }),
  owner: currentOwner,
})
restoreWith(restoreAnswer)
window.addEventListener('load', startOnDevice)
// a page restored from the browser's back-forward cache may be another user's
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
const reportFault = (error: unknown, info: { componentStack?: string }) => reportFrontError(error, info.componentStack)

/**
 * When the application is opened from the home screen or in a new tab, its first page has no history before it: Back
 * would close the application instead of the window open in it. So the page is pushed twice.
 */
const standBeforeFirst = () => {
  if (window.history.length === 1) history.push(history.location.href)
}

function start(): void {
  createRoot(document.getElementById('root')!, { onCaughtError: reportFault, onUncaughtError: reportFault }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <App />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** The first answers are asked for in the language that was last chosen, before its dictionary has come. */
const showTexts = () =>
  setLanguage(storedLanguage()).finally(() =>
    whenLanguageChanges(() => {
      forgetFirstAnswers()
      void invalidateTexts()
    }),
  )

// without its dictionary the page is Russian, which is better than no page
const ready = () => {
  standBeforeFirst()
  return Promise.allSettled([showTexts(), openFirst()])
}
void Promise.resolve().then(ready).then(start)
