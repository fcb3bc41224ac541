/**
 * The few ways a call may be refused. Anything else is a fault: logged with its request id, answered with a bare 500.
 */
import type { ErrorAnswer, Refusal } from '../shared/errors'
import { NO_RIGHT } from '../shared/abilities'

export class CallError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Omit<ErrorAnswer, 'message' | 'request_id'> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

/** 422, the first text of each field stands under it. */
export const fieldErrors = (errors: Record<string, string | string[]>, refusal?: Refusal) => {
  const lists = Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text].flat()]))
  return new CallError(422, Object.values(lists)[0]?.[0] ?? 'Проверьте введённые данные.', { errors: lists, refusal })
}
/** 422 with a text for the user. */
export const notice = (text: string, refusal?: Refusal) => new CallError(422, text, { msgShouldBeShown: true, refusal })
export const forbidden = (text: string = NO_RIGHT) => new CallError(403, text, { msgShouldBeShown: true })
export const notFound = (text = 'Запись не найдена.') => new CallError(404, text, { msgShouldBeShown: true })
export const conflict = (text: string) => new CallError(409, text, { msgShouldBeShown: true })
/** A page of one person must not write in the session of another who has signed in beside it. */
export const otherPerson = () =>
  new CallError(409, 'В этом браузере вошёл другой человек. Войдите снова, чтобы записать от своего имени.', {
    msgShouldBeShown: true,
    otherPerson: true,
  })
export const unauthorized = () => new CallError(401, 'Войдите, чтобы продолжить.')
export const tooMany = (seconds: number) =>
  new CallError(
    429,
    `Слишком много попыток. Повторите через ${seconds} с.`,
    { msgShouldBeShown: true },
    { 'retry-after': String(seconds) },
  )
