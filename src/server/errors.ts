/**
 * The few ways a call may be refused. Anything else is a fault: logged with its request id, answered with a bare 500.
 */
import type { Tx } from './db/client'
import type { ErrorAnswer, Refusal } from '../shared/errors'
import { say, type Phrase, type Speak, textOf } from '../shared/say'
import { NO_RIGHT, NO_SUBSCRIPTION } from '../shared/abilities'

type RefusalField =
  'msgShouldBeShown' | 'refusal' | 'differing' | 'otherPerson' | 'factorNeeded' | 'passwordNeeded' | 'subscriptionEnded'

interface Body extends Pick<ErrorAnswer, RefusalField> {
  errors?: Record<string, Phrase[]>
}

export class CallError extends Error {
  /** stored in a transaction of its own after the rollback, before the answer, such as that an attempt was made */
  afterRollback?: (tx: Tx) => Promise<unknown>

  constructor(
    readonly status: number,
    readonly text: Phrase,
    readonly body: Body = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(textOf(text))
  }
}

/** The refusal as the client gets it. */
export function errorAnswer({ text, body: { errors, ...body } }: CallError, speak: Speak): ErrorAnswer {
  const told = errors && Object.entries(errors).map(([field, texts]) => [field, texts.map(speak)] as const)
  return { message: speak(text), ...body, ...(told && { errors: Object.fromEntries(told) }) }
}

/** 422; the first text of each field is shown under it. */
export const fieldErrors = (errors: Record<string, Phrase | Phrase[]>, refusal?: Refusal) => {
  const lists = Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text].flat()]))
  return new CallError(422, Object.values(lists)[0]?.[0] ?? 'Проверьте введённые данные.', { errors: lists, refusal })
}
/** 422 with a text for the user. */
export const notice = (text: Phrase, refusal?: Refusal) => new CallError(422, text, { msgShouldBeShown: true, refusal })
export const forbidden = (text: Phrase = NO_RIGHT) => new CallError(403, text, { msgShouldBeShown: true })
export const notFound = (text: Phrase = 'Запись не найдена.') => new CallError(404, text, { msgShouldBeShown: true })
export const conflict = (text: Phrase, differing?: ErrorAnswer['differing']) =>
  new CallError(409, text, { msgShouldBeShown: true, ...(differing && { differing }) })
/** A page opened as one person must not write in the session of another who has signed in since. */
export const otherPerson = () =>
  new CallError(409, 'В этом браузере вошёл другой человек. Войдите снова, чтобы записать от своего имени.', {
    msgShouldBeShown: true,
    otherPerson: true,
  })
export const factorNeeded = () =>
  new CallError(403, 'Сначала включите второй фактор входа: в хозяйстве он обязателен.', {
    msgShouldBeShown: true,
    factorNeeded: true,
  })
export const passwordNeeded = () =>
  new CallError(403, 'Подтвердите это своим паролем.', { msgShouldBeShown: true, passwordNeeded: true })
export const subscriptionEnded = () =>
  new CallError(403, NO_SUBSCRIPTION, { msgShouldBeShown: true, subscriptionEnded: true })
/** A browser sends this request on behalf of another site. */
export const foreignSite = () =>
  new CallError(403, 'Запрос пришёл с другого сайта и не выполнен.', { msgShouldBeShown: true })
export const unauthorized = () => new CallError(401, 'Войдите, чтобы продолжить.')
export const tooMany = (seconds: number) =>
  new CallError(
    429,
    say('Слишком много попыток. Повторите через {{seconds}} с.', { seconds }),
    { msgShouldBeShown: true },
    { 'retry-after': String(seconds) },
  )

/** Renames the fields of a refusal to those of the call. */
export async function underNames<T>(names: Record<string, string>, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof CallError && error.body.errors)
      error.body.errors = Object.fromEntries(
        Object.entries(error.body.errors).map(([field, texts]) => [names[field] ?? field, texts]),
      )
    throw error
  })
}
