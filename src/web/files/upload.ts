/** A file on its way to the server. */
import { ANSWER_HEADER, type AnswerOf, type Endpoint, type InputOf } from '../../shared/contract'
import type { ErrorAnswer } from '../../shared/errors'
import {
  addressOf,
  failure,
  isOurs,
  languageHeader,
  newKey,
  noConnection,
  readAnswer,
  tellFailure,
  type CallOptions,
} from '../api'

interface UploadOptions extends Pick<CallOptions, 'idempotencyKey' | 'quiet' | 'signal'> {
  /** 0 to 1 while the file is sent; at 1 the server works on it */
  onProgress?: (share: number) => void
}

interface Received {
  status: number
  /** of our server alone */
  header: string | null
  text: string
}

/** Sends a form with XMLHttpRequest, because fetch does not report upload progress. */
function sendForm(url: string, form: FormData, options: UploadOptions): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? newKey(), ...languageHeader() }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? loaded / total : 0)
    request.upload.onload = () => options.onProgress?.(1)
    request.onload = () =>
      resolve({
        status: request.status,
        header: request.getResponseHeader(ANSWER_HEADER),
        text: request.responseText,
      })
    request.onerror = () => reject(noConnection(url))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Makes a call with `upload`: its fields and one file, as a form. Throws ApiError like `call`. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: { name: string; content: Blob },
  options: UploadOptions = {},
): Promise<AnswerOf<E>> {
  const { address: url, rest } = addressOf(endpoint.path, input as Record<string, unknown>)
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  form.append(endpoint.fileField ?? 'file', file.content, file.name)
  try {
    const { status, header, text } = await sendForm(url, form, options)
    const answer = readAnswer(text)
    if (!isOurs(header, answer)) throw noConnection(url)
    if (status >= 200 && status < 300) return answer as AnswerOf<E>
    throw failure(url, status, answer as Partial<ErrorAnswer>)
  } catch (error) {
    tellFailure(endpoint, error, options.quiet)
    throw error
  }
}
