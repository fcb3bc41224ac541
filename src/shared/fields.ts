/**
 * The kinds of field that a contract is made of. Each reads what a form, a query or a program sends and yields the
 * exact value.
 */
import * as z from 'zod'
import { MAX_QUANTITY, parseDecimal } from './numbers'
import { parseDay, parseInstant, parseTime } from './dates'

const MAX_ID = 2_147_483_647
export const notGiven = new Set<unknown>([undefined, null, '', -1, 0, '-1', '0', '[Не выбрано]'])

/**
 * The message is a key of say(), filled with `params`. zod's own transforms hide the input from the JSON schema, so
 * every field names what it accepts.
 */
export function field<T>(
  read: (value: unknown) => T | undefined,
  message: string,
  accepts: Record<string, unknown>,
  params?: Record<string, number>,
) {
  return z
    .unknown()
    .transform((value, context): T => {
      const result = read(value)
      if (result !== undefined) return result
      context.addIssue({
        code: 'custom',
        message: value === undefined || value === '' || value === null ? REQUIRED : message,
        params,
      })
      return z.NEVER
    })
    .meta(accepts)
}

export const REQUIRED = 'Заполните поле'

const whole = (value: unknown): number | null => {
  const number =
    typeof value === 'string' && /^\d{1,15}$/.test(value.replace(/[\s\u00a0\u202f]/g, ''))
      ? Number(value.replace(/[\s\u00a0\u202f]/g, ''))
      : value
  return typeof number === 'number' && Number.isInteger(number) && !Object.is(number, -0) ? number : null
}

export const readId = (value: unknown) => {
  const id = whole(value)
  return id !== null && id > 0 && id <= MAX_ID ? id : undefined
}

/** An id that must be given. -1, 0 and «[Не выбрано]» mean "not given". */
export const id = () =>
  field((value) => (notGiven.has(value) ? undefined : readId(value)), 'Выберите значение', {
    type: ['integer', 'string'],
  })

/** An id that may be left out: null then. */
export const optionalId = () =>
  field<number | null>((value) => (notGiven.has(value) ? null : readId(value)), 'Выберите значение', {
    type: ['integer', 'string', 'null'],
  })
    .optional()
    .default(null)

/** Like an optional module id; this value means rows that belong to no module. */
export const NO_MODULE = -2
export const moduleFilter = () =>
  field<number | null>(
    (value) => (Number(value) === NO_MODULE ? NO_MODULE : notGiven.has(value) ? null : readId(value)),
    'Выберите значение',
    { type: ['integer', 'string', 'null'] },
  )
    .optional()
    .default(null)

/**
 * A filter of ids: an array, one id or `-1` for all (null). At most 1 000. With `none` given, its words and 0 are kept
 * as 0.
 */
export const idFilter = (none?: string) =>
  field<number[] | null>(
    (value) => {
      const isNone = (one: unknown) => none !== undefined && [0, '0', none].includes(one as string)
      const list = (Array.isArray(value) ? value : [value]).filter((one) => isNone(one) || !notGiven.has(one))
      if (list.length > 1000) return undefined
      const ids = list.map((one) => (isNone(one) ? 0 : readId(one)))
      return ids.some((one) => one === undefined) ? undefined : ids.length ? (ids as number[]) : null
    },
    'Неверный список',
    { type: ['array', 'integer', 'string'], items: { type: ['integer', 'string'] } },
  )
    .optional()
    .default(null)

/** A filter by a code word; null for all. */
export const codeFilter = () =>
  field<string | null>(
    (value) => (notGiven.has(value) ? null : /^[\w-]{1,50}$/.test(String(value)) ? String(value) : undefined),
    'Выберите значение',
    { type: ['string', 'null'] },
  )
    .optional()
    .default(null)

/** Whole pieces, 1 to 999 999 999; with `min` 0 also zero. */
export const count = (min = 1) =>
  field(
    (value) => {
      const number = whole(value)
      return number !== null && number >= min && number <= 999_999_999 ? number : undefined
    },
    min > 0 ? 'Введите целое число больше нуля' : 'Введите целое число',
    { type: ['integer', 'string'], minimum: min, maximum: 999_999_999 },
  )

const decimals = (places: number, min: number, message: string) =>
  field(
    (value) => {
      const number = parseDecimal(value, places)
      return number !== null && number >= min && number <= MAX_QUANTITY ? number : undefined
    },
    message,
    { type: ['number', 'string'], description: `up to ${places} decimals, comma or point` },
  )

const POSITIVE = 'Введите число больше нуля, не более 6 знаков после запятой'
/** Kilograms → whole milligrams, > 0. */
export const kilograms = () => decimals(6, 1, POSITIVE)
/** Like kilograms, but zero is allowed. */
export const kilogramsFromZero = () => decimals(6, 0, 'Введите число, не более 6 знаков после запятой')
/** An amount of goods → whole millionths of the unit, > 0. */
export const amount = () => decimals(6, 1, POSITIVE)
/** Like amount, but zero is allowed. */
export const amountFromZero = () => decimals(6, 0, 'Введите число, не более 6 знаков после запятой')
/** Roubles → whole kopecks, ≥ 0. */
export const roubles = () => decimals(2, 0, 'Введите сумму, не более двух знаков после запятой')
/** A cage's volume in m³ → tenths, > 0. */
export const cubicMetres = () => decimals(1, 1, 'Введите объём, не более одного знака после запятой')

/** What was measured, negative too → whole millionths. */
export const reading = () =>
  field((value) => parseDecimal(value, 6) ?? undefined, 'Введите число, не более 6 знаков после запятой', {
    type: ['number', 'string'],
  })

/** Makes any of the number fields above optional: null when it is left out. */
export const optional = <T>(inner: z.ZodType<T>) =>
  z
    .preprocess((value) => (value === '' || value === undefined ? null : value), inner.nullable())
    .optional()
    .default(null)

/** A whole number between two bounds. */
export const integer = (min: number, max: number) =>
  field(
    (value) => {
      const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value
      return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
        ? number
        : undefined
    },
    'Введите целое число от {{min}} до {{max}}',
    { type: ['integer', 'string'], minimum: min, maximum: max },
    { min, max },
  )

/** Any coordinate of the map. */
export const coordinate = () =>
  field(
    (value) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return typeof number === 'number' && Math.abs(number) <= 1_000_000 ? Math.round(number * 100) / 100 : undefined
    },
    'Неверная координата',
    { type: ['number', 'string'] },
  )

// control characters and unpaired surrogates, which neither PostgreSQL text nor the XML of a workbook can hold
const control =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

const MAX_LETTERS = 'Не более {{maximum}} знаков'

/** One line or a note; trimmed, without control characters. */
export const text = (max: number) =>
  z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(max, MAX_LETTERS)
    .refine((value) => !control.test(value), 'Недопустимые знаки')

/** A name. Always one line, because headings, letters and lists show it. */
export const name = (max: number) =>
  text(max).refine((value) => !/[\t\n\v\f\r\u0085\u2028\u2029]/.test(value), 'Одной строкой, без переносов')

/** Like text, but '' becomes null. */
export const optionalText = (max: number) =>
  z
    .preprocess(
      (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
      text(max).nullable(),
    )
    .optional()
    .default(null)

export const email = () =>
  text(200)
    .toLowerCase()
    .refine((value) => /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value), 'Введите адрес электронной почты')
export const password = () =>
  z
    .string({ error: REQUIRED })
    .min(8, 'Не менее 8 знаков')
    .max(200, MAX_LETTERS)
    .refine((value) => !value.includes('\u0000'), 'Недопустимые знаки')

/** DD.MM.YYYY or ISO → 'YYYY-MM-DD'. */
export const day = () =>
  field(
    (value) => (typeof value === 'string' && value.length <= 40 ? (parseDay(value) ?? undefined) : undefined),
    'Введите дату, например 20.11.2026',
    { type: 'string', examples: ['20.11.2026'] },
  )
/** '2026-11', '11.2026' or any day of it → 'YYYY-MM'. */
export const month = () =>
  field(
    (value) => {
      if (typeof value !== 'string' || value.length > 40) return undefined
      const text = value.trim()
      const day = /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : /^\d{1,2}\.\d{4}$/.test(text) ? `01.${text}` : text
      return parseDay(day)?.slice(0, 7)
    },
    'Введите месяц, например 11.2026',
    { type: 'string', examples: ['11.2026', '2026-11'] },
  )
/** HH:mm → 'HH:mm'. */
export const time = () =>
  field(
    (value) => (typeof value === 'string' && value.length <= 20 ? (parseTime(value) ?? undefined) : undefined),
    'Введите время, например 08:30',
    { type: 'string', examples: ['08:30'] },
  )

/** A bound of a period. A bare day becomes its first or last minute. */
export const instant = (edge: 'start' | 'end') =>
  field(
    (value) => (typeof value === 'string' && value.length <= 40 ? (parseInstant(value, edge) ?? undefined) : undefined),
    'Введите дату, например 20.11.2026',
    { type: 'string', examples: ['20.11.2026', '20.11.2026 08:30'] },
  )

const TRUTH = new Map<unknown, boolean>([
  ...[true, 'true', 1, '1', 'on'].map((one) => [one, true] as const),
  ...[false, 'false', 0, '0', undefined, null, ''].map((one) => [one, false] as const),
])
export const flag = () =>
  field((value) => TRUTH.get(value), 'Да или нет', { type: ['boolean', 'string', 'integer'] })
    .optional()
    .default(false)

/** An IANA name like «Asia/Vladivostok». Offsets («+03:00») are refused: programs disagree about their sign. */
const isTimeZone = (name: string): boolean => {
  if (!/^([A-Za-z_]+(\/[A-Za-z0-9_+-]+)+|UTC)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
export const timeZone = () =>
  z.string({ error: REQUIRED }).max(64, 'Выберите часовой пояс').refine(isTimeZone, 'Выберите часовой пояс')

export const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, { error: 'Выберите значение' })

/**
 * Input of every long list. Without `page` the answer is a plain array of at most 10 000 rows; the header `X-Truncated:
 * true` says that there are more.
 */
export const paging = {
  page: integer(1, 1_000_000).optional(),
  per_page: integer(1, 1000).optional().default(10),
  sort: z
    .string()
    .max(60)
    .regex(/^-?[a-zA-Z_]+$/, 'Неверная сортировка')
    .optional(),
}
