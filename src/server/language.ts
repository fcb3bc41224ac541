/**
 * Whoever asks is answered in the language of their `Accept-Language`; the pages of ours send the one that the person
 * has chosen. A request holds its own translator, so that people of two languages may ask at once.
 */
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import english from '../shared/i18n/en.json'
import { type Language, LANGUAGES } from '../shared/i18n/languages'
import plurals from '../shared/i18n/ru.json'
import { translator } from '../shared/i18n/translator'
import { type Speak, speaker } from '../shared/say'

const speakers: Record<Language, Speak> = {
  ru: speaker('ru', translator('ru', plurals)),
  en: speaker('en', translator('en', english)),
}

/** Russian for who names no language, or only languages that nobody speaks here. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language => {
  const wanted = new Negotiator({ headers }).language([...LANGUAGES])
  return LANGUAGES.find((language) => language === wanted) ?? 'ru'
}

export const speakIn = (language: Language): Speak => speakers[language]

/** What a text may be called in a file that somebody wrote. */
export const inEachLanguage = <T>(tell: (speak: Speak) => T): T[] =>
  LANGUAGES.map((language) => tell(speakIn(language)))

/** Tells what is answered to a request. */
export const speakTo = (request: Pick<FastifyRequest, 'headers'>): Speak => speakIn(languageOf(request))
