/** The status and the text that a failed call answers. */
import type { FastifyError } from 'fastify'
import { CallError } from '../errors'
import { isFull } from '../room'

const BUSY = 'Сервер не успел ответить. Повторите через минуту.'
const NO_ROOM = 'На сервере кончилось место. Сообщите администратору сервера и повторите позже.'

/** Refusals by the database of values that no schema could foresee. Any other database error is a fault of ours. */
const databaseAnswers: Record<string, [number, string]> = {
  '23505': [409, 'Такая запись уже есть.'],
  '23503': [409, 'Запись используется в других данных.'],
  '22021': [422, 'Недопустимые знаки в тексте.'],
  '22003': [422, 'Слишком большое число.'],
  '22008': [422, 'Неверная дата.'],
  '22P02': [422, 'Данные не прочитаны: проверьте их вид.'],
  '22P05': [422, 'Недопустимые знаки в тексте.'],
}

const AWAY = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']

/** What pg says of a connection that is lost, also to what is asked behind that. */
const LOST =
  /^timeout exceeded when trying to connect|^Connection terminated|connection timeout$|^Client .* is not queryable$/

/** The database cannot be reached, or has no free connection. */
const isAway = ({ code, message, syscall }: FastifyError & { syscall?: string }) =>
  AWAY.includes(code) || syscall === 'connect' || LOST.test(message)

const shown = (status: number, text: string) => new CallError(status, text, { msgShouldBeShown: true })

export function describeError(error: FastifyError | CallError): CallError {
  if (error instanceof CallError) return error
  if (isFull(error)) return shown(503, NO_ROOM)
  // a statement that ran out of time: the caller may try again
  if (error.code === '57014' || isAway(error)) return shown(503, BUSY)
  const known = databaseAnswers[error.code]
  if (known) return shown(...known)
  if (error.statusCode === 413) return shown(413, 'Слишком большой запрос.')
  if (error.statusCode && error.statusCode < 500)
    return new CallError(error.statusCode, 'Запрос не прочитан: проверьте его вид.')
  return new CallError(500, 'Внутренняя ошибка. Повторите позже.')
}
