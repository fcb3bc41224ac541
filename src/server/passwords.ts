import { hash, hashRaw, verify } from '@node-rs/argon2'
import { fieldErrors } from './errors'

/** argon2id with the library's defaults, which are OWASP's: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** For comparing a value with several hashes at once: equal text and salt give an equal hash. */
export const hashWithSalt = async (text: string, salt: string): Promise<string> =>
  (await hashRaw(text, { salt: Buffer.from(salt) })).toString('base64url')

const nobody = hash('nobody has this password')

/**
 * Takes as long for an account that does not exist (null) as for a wrong password, so that timing does not reveal
 * accounts.
 */
export async function isPassword(stored: string | null, typed: string): Promise<boolean> {
  const known = stored ?? (await nobody)
  const right = await verify(known, typed)
  return right && stored !== null
}

const KEYS = ['qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', '`1234567890-=', '1234567890', '0987654321']
const RUSSIAN_KEYS = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю.', 'ё1234567890-=']
/** Keyboard columns and alphabets. */
const WAYS = ['1qaz2wsx3edc4rfv5tgb6yhn7ujm', 'qazwsxedcrfvtgbyhnujm', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0']
const RUSSIAN_LETTERS = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', RUSSIAN_LETTERS, 'a1b2c3d4e5f6g7h8i9j0']
const ROWS = [...KEYS, ...RUSSIAN_KEYS, ...WAYS, ...ALPHABETS].flatMap((row) => [row, [...row].reverse().join('')])

/** Lower case, with one letter where people type either of two. */
const normal = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

const MIN_RUN = 3
/** Characters around a known word or row that do not make it a good password: a year, «123», «!». */
const ENDING = 6

/** How many characters from `start` on follow a keyboard row. */
function runAt(text: string, start: number): number {
  let end = start + MIN_RUN
  const isRun = () => end <= text.length && ROWS.some((row) => row.includes(text.slice(start, end)))
  while (isRun()) end++
  const run = end - 1 - start
  return run >= MIN_RUN ? run : 0
}

/** Whether the text is keyboard rows, with at most two characters between or after them. */
function isRow(text: string): boolean {
  let strange = 0
  for (let at = 0; at < text.length && strange < 3;) {
    const run = runAt(text, at)
    if (run === 0) strange++
    at += run || 1
  }
  return strange < 3
}

const isRepeated = (text: string) => new Set(text).size < 4 || /^(.{1,8}?)\1+.{0,2}$/su.test(text)
const isDate = (text: string) =>
  /^(\d{1,2}[-./ ]?\d{1,2}[-./ ]?(19|20)\d\d|(19|20)\d\d[-./ ]?\d{1,2}[-./ ]?\d{1,2})$/.test(text)

const LATIN = 'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sch  y  e yu ya'.split(' ')
const SOUNDS = new Map([...RUSSIAN_LETTERS].map((letter, index) => [letter, LATIN[index]!]))
const inLatin = (text: string) => [...text].map((letter) => SOUNDS.get(letter) ?? letter).join('')

const LATIN_LAYOUT = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN_LAYOUT = RUSSIAN_KEYS.slice(0, 3).join('').replace('.', '')
/** The text as typed on the other keyboard layout. */
const onOtherLayout = (text: string): string => {
  const pick = (letter: string, from: string, to: string) => to[from.indexOf(letter)]
  return [...text]
    .map((letter) => pick(letter, RUSSIAN_LAYOUT, LATIN_LAYOUT) ?? pick(letter, LATIN_LAYOUT, RUSSIAN_LAYOUT) ?? letter)
    .join('')
}
const spellings = (word: string) => new Set([word, inLatin(word), onOtherLayout(word)])

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const asLetters = (text: string) => [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('')
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

let common: Promise<Set<string>> | null = null
const readCommon = async () => {
  const { COMMON_WORDS } = await import('./common-words')
  return new Set(COMMON_WORDS.flatMap((word) => [...spellings(word)]))
}

/** Whether the text is a known word with a short ending, also with signs in place of letters. */
async function isCommon(text: string): Promise<boolean> {
  const words = await (common ??= readCommon())
  // a word whose letters are signs on the other layout must not lose them
  const cores = [text, withoutEnds(text), text.replace(/\d+$/, ''), withoutEnds(asLetters(withoutEnds(text)))]
  return cores.some((core) => words.has(core) && text.length - core.length <= ENDING)
}

const OWN = ['sadok', 'садок']

/** Whether the text consists of the farm's words and a short ending. */
function isOfFarm(text: string, words: readonly string[]): boolean {
  const known = [...OWN, ...words.flatMap((word) => [normal(word), ...normal(word).split(/[^\p{L}\d]+/u)])]
  const forms = known.filter((word) => word.length >= 3).flatMap((word) => [...spellings(word)])
  const rest = forms
    .sort((one, other) => other.length - one.length)
    .reduce((left, form) => left.replaceAll(form, ''), text)
  const letters = rest.replace(/[^\p{L}]/gu, '')
  return rest.length < text.length && rest.length <= ENDING && letters.length < MIN_RUN
}

const ROW = 'Это ряд клавиш, повтор или дата: такие пароли пробуют первыми. Придумайте другой.'
const OF_FARM = 'Пароль состоит из имени, адреса почты или названия, а их знают многие. Добавьте другие слова.'
const COMMON = 'Это один из самых частых паролей: такие пробуют первыми. Придумайте другой.'

/**
 * Refuses, under the field `password`, a new password that would be guessed first. `words` is what others know about
 * its owner, such as the names of company and person and the e-mail. The length is checked by `f.password()`.
 */
export async function checkPassword(password: string, words: readonly string[]): Promise<void> {
  const text = normal(password)
  const refuse = (why: string) => fieldErrors({ password: why })
  if (isRow(text) || isRepeated(text) || isDate(text)) throw refuse(ROW)
  if (isOfFarm(text, words)) throw refuse(OF_FARM)
  if (await isCommon(text)) throw refuse(COMMON)
}
