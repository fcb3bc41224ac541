/**
 * The language of an answer is that of `Accept-Language`; our pages send the one that the person chose. Each request
 * has its own translator, so that requests in two languages can be answered at once.
 */
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import english from '../shared/i18n/en.json'
import details from '../shared/i18n/en-details.json'
import { type Language, LANGUAGES } from '../shared/i18n/languages'
import plurals from '../shared/i18n/ru.json'
import { translator } from '../shared/i18n/translator'
import { type Speak, speaker } from '../shared/say'

const speakers: Record<Language, Speak> = {
  ru: speaker('ru', translator('ru', plurals)),
  // what calls tell programs besides, no page loads
  en: speaker('en', translator('en', { ...english, ...details })),
}

/** Russian when the header names no language, or none that is supported. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language => {
  const wanted = new Negotiator({ headers }).language([...LANGUAGES])
  return LANGUAGES.find((language) => language === wanted) ?? 'ru'
}

export const speakIn = (language: Language): Speak => speakers[language]

/** A text in every language, to recognise it in a file that a person wrote. */
export const inEachLanguage = <T>(tell: (speak: Speak) => T): T[] =>
  LANGUAGES.map((language) => tell(speakIn(language)))

/** Formats phrases in the language of a request. */
export const speakTo = (request: Pick<FastifyRequest, 'headers'>): Speak => speakIn(languageOf(request))
