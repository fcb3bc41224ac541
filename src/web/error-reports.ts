/** Handles a failure: a notice for the user, a report for those who run the server, or both. */
import { sessionCalls } from '../shared/user'
import { call, isApiError, isShownByHandler, listenToCalls, type ApiError } from './api'
import { notifyError } from './notify'

const MAX_REPORTS = 20
const sent = new Set<string>()

/** Reports to those who run the server, not to the user; each error once. */
export function report(caption: string, data: Record<string, unknown>): void {
  const key = JSON.stringify([caption, data])
  // an error in a loop must not send a flood of reports
  if (sent.has(key) || sent.size >= MAX_REPORTS) return
  sent.add(key)
  const place = new URL(location.href)
  // the link in a letter opens an account, so it must not get into a log
  place.searchParams.delete('token')
  place.hash = ''
  const url = place.href.slice(0, 2000)
  void call(sessionCalls.debug, { caption, data, url }, { quiet: true }).catch(() => undefined)
}

function callFailed(error: ApiError, quiet: boolean): void {
  const shown = isShownByHandler(error)
  if (shown && !quiet) notifyError(error.message)
  const [address, params = ''] = error.url.split('?')
  // a report that failed to be sent is not reported
  if (shown || error.status < 500 || address === `/api${sessionCalls.debug.path}`) return
  report('Ошибка API', { status: error.status, url: address, params })
}

const harmless = (error: unknown) =>
  isApiError(error) ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof Error && error.message.startsWith('ResizeObserver loop'))

export function reportFrontError(error: unknown, place?: string | null): void {
  if (harmless(error)) return
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  report('Ошибка на фронте', { message, stack: stack?.slice(0, 4000), place: place?.slice(0, 1000) })
}

export function startErrorReports(): void {
  listenToCalls({ failed: callFailed })
  window.addEventListener('error', (event) => reportFrontError(event.error ?? new Error(event.message)))
  window.addEventListener('unhandledrejection', (event) => reportFrontError(event.reason))
}
