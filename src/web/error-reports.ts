/** What becomes of a failure: a notice for the person, a report for the people who run the server, or both. */
import { sessionCalls } from '../shared/user'
import { call, isApiError, isShownByHandler, listenToCalls, type ApiError } from './api'
import { notifyError } from './notify'

const MAX_REPORTS = 20
const sent = new Set<string>()

/** Tells those who run the server, not the person; the same thing once. */
export function report(caption: string, data: Record<string, unknown>): void {
  const key = JSON.stringify([caption, data])
  // a fault in a loop must not become a flood of reports
  if (sent.has(key) || sent.size >= MAX_REPORTS) return
  sent.add(key)
  const place = new URL(location.href)
  // the link of a letter opens an account, and a log is no place for it
  place.searchParams.delete('token')
  place.hash = ''
  const url = place.href.slice(0, 2000)
  void call(sessionCalls.debug, { caption, data, url }, { quiet: true }).catch(() => undefined)
}

function callFailed(error: ApiError, quiet: boolean): void {
  const shown = isShownByHandler(error)
  if (shown && !quiet) notifyError(error.message)
  const [address, params = ''] = error.url.split('?')
  // a report that could not be sent is not reported
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
