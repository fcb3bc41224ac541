/**
 * What a sentence says of cages and of the water: «садок семь отход двенадцать кислород восемь и три». Nothing is
 * guessed: a word that means nothing here is told as not understood, a number without its topic as well.
 */
import type { Language } from '../i18n/languages'
import { announcesCause, causeAt, type NamedCause } from './named-cause'
import { numberAt } from './spoken-numbers'
import { type Topic, WORDS } from './spoken-words'

/** A value of a cage; amounts as decimals with a point, '' for none, a cause by its id. */
export interface HeardValue {
  about: 'dead' | 'cause' | 'feed' | 'appetite' | 'note'
  value: string
}

export interface HeardCage {
  id: number
  number: string
  values: HeardValue[]
}

export interface HeardReading {
  about: 'oxygen' | 'temperature'
  value: string
  /** the cage named before it, whose module's water it is; null at the beginning */
  cage: number | null
}

export interface Heard {
  cages: HeardCage[]
  water: HeardReading[]
  /** words and names that mean nothing here, in their order */
  unknown: string[]
}

export interface NamedCage {
  id: number
  number: string
}

interface Token {
  word: string
  /** where it begins in the sentence, and ends */
  from: number
  to: number
}

const tokensOf = (sentence: string): Token[] =>
  [...sentence.matchAll(/\d+(?:[.,]\d+)?|\p{L}+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll('ё', 'е'),
    from: index,
    to: index + word.length,
  }))

/** Latin letters that look like Russian ones: a keyboard mixes them in names. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  x: 'х',
}
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\d]/gu, '')
    .replace(/[a-z]/g, (letter) => ALIKE[letter] ?? letter)

const topicOf = (word: string, language: Language): Topic | null =>
  WORDS[language].topics.find(([start]) => word.startsWith(start))?.[1] ?? null

const isIdle = (word: string, language: Language): boolean => {
  const { idle, and } = WORDS[language]
  return and.includes(word) || idle.some((one) => word === one || (one.length > 3 && word.startsWith(one)))
}

/** So many words make the name of a cage at most. */
const NAME_WORDS = 4

/** The cage whose name begins at a word: the longest name that fits. */
function cageAt(words: readonly string[], at: number, language: Language, cages: ReadonlyMap<string, NamedCage>) {
  let found: { cage: NamedCage; taken: number } | null = null
  let name = ''
  let index = at
  for (let parts = 0; parts < NAME_WORDS && index < words.length; parts++) {
    const word = words[index]!
    const number = numberAt(words, index, language, { decimal: false })
    if (!number && topicOf(word, language)) break
    name += number ? number.text : (WORDS[language].letters[word] ?? word)
    index += number?.taken ?? 1
    const cage = cages.get(plainName(name))
    if (cage) found = { cage, taken: index - at }
  }
  return found
}

const APPETITE = /^[1-5]$/

/** Half a fish is none, and nothing but water is below zero. */
const FITS: Readonly<Record<HeardValue['about'] | HeardReading['about'], (value: string) => boolean>> = {
  dead: (value) => /^\d+$/.test(value),
  cause: () => true,
  feed: (value) => !value.startsWith('-'),
  appetite: (value) => APPETITE.test(value),
  note: () => true,
  oxygen: (value) => !value.startsWith('-'),
  temperature: () => true,
}

/** A sentence, and what it said so far. */
interface Reading {
  sentence: string
  tokens: readonly Token[]
  words: readonly string[]
  language: Language
  names: ReadonlyMap<string, NamedCage>
  causes: readonly NamedCause[]
  heard: Heard
  /** whose values come; none after a name that nobody has, so that they do not go to the cage before */
  cage: HeardCage | null
  /** the topic of the last value: its word may follow again, «дали 40 килограмм корма» */
  last: Topic | null
}

/** Each reads what begins at a word, and answers how many words it was. */
type Reader = (reading: Reading, at: number) => number

const said = ({ sentence, tokens }: Reading, at: number, taken: number) =>
  sentence.slice(tokens[at]!.from, tokens[at + taken - 1]!.to)

function lose(reading: Reading, at: number, taken: number): number {
  reading.heard.unknown.push(said(reading, at, taken))
  return taken
}

const readCage: Reader = (reading, at) => {
  const { words, language, names, heard } = reading
  const found = cageAt(words, at + 1, language, names)
  reading.cage = null
  if (!found) return lose(reading, at, 1 + (numberAt(words, at + 1, language, { decimal: false })?.taken ?? 0))
  reading.cage = heard.cages.find(({ id }) => id === found.cage.id) ?? { ...found.cage, values: [] }
  if (!heard.cages.includes(reading.cage)) heard.cages.push(reading.cage)
  return 1 + found.taken
}

/** Puts a value of a cage in the place of what was said of it before; false where it has no cage or cannot be so. */
function put({ cage }: Reading, about: HeardValue['about'], value: string): boolean {
  if (!cage || (value !== '' && !FITS[about](value))) return false
  cage.values = [...cage.values.filter((one) => one.about !== about), { about, value }]
  return true
}

/** Up to the next cage, as it was said. */
const readNote: Reader = (reading, at) => {
  const { words, language } = reading
  const end = words.findIndex((word, index) => index > at && topicOf(word, language) === 'cage')
  const taken = (end < 0 ? words.length : end) - at
  return taken > 1 && put(reading, 'note', said(reading, at + 1, taken - 1)) ? taken : lose(reading, at, taken)
}

/** The number of a topic, over words that say nothing: «отход составил двенадцать». */
function numberOf({ words, language }: Reading, at: number, decimal: boolean) {
  let from = at + 1
  while (from < words.length && isIdle(words[from]!, language)) from++
  const number = numberAt(words, from, language, { decimal })
  return { from, number, taken: number ? from - at + number.taken : 1 }
}

const readAmount =
  (about: 'dead' | 'feed' | 'appetite'): Reader =>
  (reading, at) => {
    const { from, number, taken } = numberOf(reading, at, about === 'feed')
    const none = about !== 'appetite' && WORDS[reading.language].none.includes(reading.words[from] ?? '')
    if (none) return put(reading, about, '') ? from - at + 1 : lose(reading, at, from - at + 1)
    if (!number && reading.last === about) return 1
    reading.last = about
    const value = about === 'dead' && number?.text === '0' ? '' : number?.text
    return value !== undefined && put(reading, about, value) ? taken : lose(reading, at, taken)
  }

const readWater =
  (about: HeardReading['about']): Reader =>
  (reading, at) => {
    const { number, taken } = numberOf(reading, at, true)
    if (!number && reading.last === about) return 1
    reading.last = about
    if (!number || !FITS[about](number.text)) return lose(reading, at, taken)
    reading.heard.water.push({ about, value: number.text, cage: reading.cage?.id ?? null })
    return taken
  }

const READERS: Readonly<Record<Topic, Reader>> = {
  cage: readCage,
  note: readNote,
  dead: readAmount('dead'),
  feed: readAmount('feed'),
  appetite: readAmount('appetite'),
  oxygen: readWater('oxygen'),
  temperature: readWater('temperature'),
}

/** A word without a topic: «не кормили», a filler, or nothing that is understood. */
const readOther: Reader = (reading, at) => {
  const { words, language } = reading
  const word = words[at]!
  const denied = WORDS[language].none.includes(word) ? topicOf(words[at + 1] ?? '', language) : null
  if (denied === 'dead' || denied === 'feed') return put(reading, denied, '') ? 2 : lose(reading, at, 2)
  if (isIdle(word, language)) return 1
  return lose(reading, at, numberAt(words, at, language, { decimal: false })?.taken ?? 1)
}

/** What the fish of a cage died of, where the farm's own list has it; 0 words where none is said. */
const readCause: Reader = (reading, at) => {
  const { words, language, causes } = reading
  if (topicOf(words[at]!, language) && !announcesCause(words[at - 1], language)) return 0
  const cause = reading.cage && causeAt(words, at, causes)
  return cause && put(reading, 'cause', String(cause.id)) ? cause.taken : 0
}

/** @param cages those that may be named, and causes of death */
export function hear(
  sentence: string,
  language: Language,
  cages: readonly NamedCage[],
  causes: readonly NamedCause[],
): Heard {
  const tokens = tokensOf(sentence)
  const words = tokens.map(({ word }) => word)
  const names = new Map(cages.map(({ id, number }) => [plainName(number), { id, number }]))
  const heard: Heard = { cages: [], water: [], unknown: [] }
  const reading: Reading = { sentence, tokens, words, language, names, causes, heard, cage: null, last: null }
  for (let at = 0; at < words.length;) {
    const topic = topicOf(words[at]!, language)
    at += readCause(reading, at) || (topic ? READERS[topic](reading, at) : readOther(reading, at))
  }
  return heard
}
