/** A file on its way from the server. */
import { ANSWER_HEADER, type Endpoint, type InputOf } from '../../shared/contract'
import type { ErrorAnswer } from '../../shared/errors'
import { addressOf, failure, languageHeader, noConnection, queryOf, readAnswer, tellFailure } from '../api'

const fileName = (response: Response) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '')

/**
 * Makes a call that answers a file. Throws ApiError; the caller shows errors that the shared handler does not
 * (`isShownByHandler`).
 */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<{ blob: Blob; name: string }> {
  const { address, rest } = addressOf(endpoint.path, (input ?? {}) as Record<string, unknown>)
  const url = address + queryOf(rest)
  const found = await fetch(url, { credentials: 'same-origin', headers: languageHeader() }).catch(() => null)
  const response = found?.headers.has(ANSWER_HEADER) ? found : null
  if (response?.ok) return { blob: await response.blob(), name: fileName(response) }
  const error = response
    ? failure(url, response.status, (readAnswer(await response.text()) ?? {}) as Partial<ErrorAnswer>)
    : noConnection(url)
  tellFailure(endpoint, error)
  throw error
}
