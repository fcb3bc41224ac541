import {
  ANSWER_HEADER,
  DEVICE_HEADER,
  FOR_HEADER,
  KEY_HEADER,
  KNOWN_HEADER,
  OWNER_HEADER,
  type AnswerOf,
  type Endpoint,
  type InputOf,
  type KeyState,
} from '../shared/contract'
import type { ErrorAnswer, Refusal } from '../shared/errors'
import { expectAnswer, heardNow, setConnectivity } from './connectivity'
import { firstAnswer, forgetFirstAnswers } from './calls/first-calls'
import { deviceId, newKey } from './calls/keys'
import { chosenLanguage, i18n } from './i18n'

export { newKey }

export interface ApiError extends Error, Pick<ErrorAnswer, 'differing'> {
  name: 'ApiError'
  /** HTTP status; 0 when the server was not reached */
  status: number
  /** field → texts; the first is shown under the field */
  errors?: Record<string, string[]>
  /** the text is meant for people */
  msgShouldBeShown?: boolean
  /** a ledger refused: the first operation that would break */
  refusal?: Refusal
  /** somebody else is signed in in this browser */
  otherPerson?: boolean
  /** the company requires a second factor that the user has not set up */
  factorNeeded?: boolean
  /** the password has to be confirmed first */
  passwordNeeded?: boolean
  /** the company has to renew its subscription first */
  subscriptionEnded?: boolean
  /** seconds to wait, from Retry-After of a 429 */
  retryAfter?: number
  /** state of a write's key before the call; absent when the server did not look at the key */
  keyState?: KeyState
  /** called URL, for the error report */
  url: string
}

export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

const GATEWAY = [502, 503, 504]

/** No server of ours answered. */
export const isUnreachable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || GATEWAY.includes(error.status))

/** Whether the shared handler shows this error in a notice, so that nobody shows it twice. */
export const isShownByHandler = (error: unknown): boolean =>
  isApiError(error) && (error.msgShouldBeShown === true || error.status === 403)

const NO_CONNECTION = 'Нет связи с сервером. Проверьте сеть и повторите.'
const UNKNOWN = 'Что-то пошло не так. Повторите через минуту.'

/** The error's text in the user's language. */
export const errorText = (error: unknown): string => (isApiError(error) && error.message) || i18n.t(UNKNOWN)

interface Listeners {
  /** called with every failed call before it is thrown; a quiet one is shown by its caller */
  failed: (error: ApiError, quiet: boolean) => void
  /** a call that needs a session was answered 401 */
  sessionLost: () => void
  /** calls are refused until the user has set up a second factor */
  factorNeeded: () => void
  /** asks the user for their password; false when they decline */
  passwordNeeded: () => Promise<boolean>
  /** 'company:user' of the signed-in user; null while unknown */
  owner: () => string | null
}
const listeners: Listeners = {
  failed: () => undefined,
  sessionLost: () => undefined,
  factorNeeded: () => undefined,
  passwordNeeded: () => Promise.resolve(false),
  owner: () => null,
}
export const listenToCalls = (given: Partial<Listeners>): void => void Object.assign(listeners, given)

export interface CallOptions {
  /** pass the same key to repeat a write whose answer was lost: nothing is stored twice */
  idempotencyKey?: string
  signal?: AbortSignal
  /** the caller shows every error itself */
  quiet?: boolean
  /** the user the write belongs to, when that is not the signed-in one */
  owner?: string
  /** who recorded it, when an administrator sends it for them */
  maker?: string
  /** what the device knew when it was recorded: `begunOf` the answer on the screen */
  known?: number | null
  /** of a call with `upload` */
  file?: Blob
}

type Values = Record<string, unknown>

export function queryOf(values: Values): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one))
    }
  }
  return query.size ? `?${query}` : ''
}

/** The path with its parameters filled in, and the rest of the input for query or body. */
export function addressOf(path: string, input: Values): { address: string; rest: Values } {
  const rest = { ...input }
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { address: `/api${address}`, rest }
}

type FromHeaders = Pick<ApiError, 'retryAfter' | 'keyState'>

const readHeaders = (headers: Headers): FromHeaders => ({
  retryAfter: Number(headers.get('Retry-After')) || undefined,
  keyState: (headers.get(KEY_HEADER) as KeyState | null) ?? undefined,
})

/**
 * An error like that of a refused call, for a call that did not reach the server. Its texts are in the user's language.
 */
export function failure(
  url: string,
  status: number,
  answer: Partial<ErrorAnswer>,
  { retryAfter, keyState }: FromHeaders = {},
): ApiError {
  const { message = '', request_id: _, ...told } = answer
  const rest = { ...told, retryAfter, keyState }
  return Object.assign(new Error(message), { name: 'ApiError' as const, url, status, ...rest })
}

/** A call refused on this device. @param text a key */
export const failedHere = (url: string, status: number, text: string): ApiError =>
  failure(url, status, { message: i18n.t(text) })

export const noConnection = (url: string): ApiError => failedHere(url, 0, NO_CONNECTION)

/** The language that the user chose, instead of the browser's. */
export const languageHeader = () => ({ 'Accept-Language': chosenLanguage() })

/** The parsed answer; undefined when it did not come from our server. */
export function readAnswer(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
const readJson = async (response: Response): Promise<unknown> => readAnswer(await response.text())

/** URL of a reading → the moment its last answer was begun, by the server's clock, ms. */
const begun = new Map<string, number>()
const MAX_BEGUN = 500

function noteBegun(url: string, at: number): void {
  if (begun.size >= MAX_BEGUN) begun.clear()
  begun.set(url, at)
}

/**
 * The moment the page's answer of this reading was begun: what was stored later is not in it. Undefined when unknown.
 */
export function begunOf(path: string, input: unknown): number | undefined {
  const { address, rest } = addressOf(path, (input ?? {}) as Values)
  return begun.get(address + queryOf(rest))
}

/** Sets it for an answer that was kept on the device. */
export function restoreBegun(path: string, input: unknown, at: number): void {
  const { address, rest } = addressOf(path, (input ?? {}) as Values)
  noteBegun(address + queryOf(rest), at)
}

/**
 * Whether our server made the answer: a captive portal, an error page of a proxy or half an answer may have any status.
 */
export const isOurs = (header: string | null, answer: unknown): boolean => header !== null && answer !== undefined

async function exchange(url: string, init: RequestInit): Promise<unknown> {
  const lost = (error?: unknown): never => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    setConnectivity('offline')
    throw noConnection(url)
  }
  const headers = { ...languageHeader(), ...init.headers }
  const ask = async () =>
    (init.method ? undefined : await firstAnswer(url)) ?? fetch(url, { credentials: 'same-origin', ...init, headers })
  const response = await ask().catch(lost)
  // the connection may also break in the middle of the answer
  const answer = await readJson(response).catch(lost)
  if (!isOurs(response.headers.get(ANSWER_HEADER), answer)) return lost()
  setConnectivity(GATEWAY.includes(response.status) ? 'offline' : 'online')
  heardNow()
  // an answer that was overtaken by a later one is not what the page shows
  const at = Number(response.headers.get(ANSWER_HEADER))
  if (response.ok && !init.method) noteBegun(url, Math.max(at, begun.get(url) ?? 0))
  if (response.ok) return answer
  throw failure(url, response.status, answer as Partial<ErrorAnswer>, readHeaders(response.headers))
}

const send = (url: string, init: RequestInit): Promise<unknown> => exchange(url, init).finally(expectAnswer())

/** A form with one file; the browser writes its header. */
function formOf(rest: Values, file: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) form.append(name, String(value))
  form.append('file', file, 'file')
  return form
}

function write(endpoint: Endpoint, address: string, rest: Values, options: CallOptions): Promise<unknown> {
  const inQuery = endpoint.method === 'DELETE'
  forgetFirstAnswers()
  const headers: Record<string, string> = { 'Idempotency-Key': options.idempotencyKey ?? newKey() }
  const { file } = options
  if (!inQuery && !file) headers['Content-Type'] = 'application/json'
  const owner = options.owner ?? (endpoint.ability === 'public' ? null : listeners.owner())
  if (owner) headers[OWNER_HEADER] = owner
  if (options.maker) headers[FOR_HEADER] = options.maker
  if (options.known) {
    headers[KNOWN_HEADER] = String(options.known)
    headers[DEVICE_HEADER] = deviceId()
  }
  return send(inQuery ? address + queryOf(rest) : address, {
    method: endpoint.method,
    headers,
    signal: options.signal,
    body: inQuery ? undefined : file ? formOf(rest, file) : JSON.stringify(rest),
  })
}

/**
 * Makes one call of a contract. `{id}` of the path comes from the input, the rest goes to the query (GET, DELETE; an
 * array as name=1&name=2) or to a JSON body. Throws ApiError; a lost session leads to the login page.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const { address, rest } = addressOf(endpoint.path, (input ?? {}) as Values)
  const ask = () =>
    endpoint.method === 'GET'
      ? send(address + queryOf(rest), { signal: options.signal })
      : write(endpoint, address, rest, options)
  const askAgain = async (error: unknown) => {
    const mayBeRenewed = endpoint.method === 'GET' && endpoint.ability !== 'public'
    // its session may have got a new token while the call was in flight
    if (mayBeRenewed && isApiError(error) && error.status === 401) return ask()
    if (isApiError(error) && error.passwordNeeded && (await listeners.passwordNeeded())) return ask()
    throw error
  }
  try {
    return (await ask().catch(askAgain)) as AnswerOf<E>
  } catch (error) {
    tellFailure(endpoint, error, options.quiet)
    throw error
  }
}

/** Handles every failed call before it is thrown: a lost session leads to the login page, a refusal may be shown. */
export function tellFailure(endpoint: Endpoint, error: unknown, quiet = false): void {
  if (!isApiError(error)) return
  const lost = error.status === 401 || error.otherPerson === true
  if (lost && endpoint.ability !== 'public') listeners.sessionLost()
  else if (error.factorNeeded) listeners.factorNeeded()
  else listeners.failed(error, quiet)
}
