/**
 * The Russian text is the key, so Russian needs only a dictionary of plural forms. English is loaded on demand; texts
 * it lacks are shown in Russian.
 */
import { useSyncExternalStore } from 'react'
import type { Language } from '../shared/i18n/languages'
import plurals from '../shared/i18n/ru.json'
import { translator, type TFunction } from '../shared/i18n/translator'
import { type Speak, speaker } from '../shared/say'
import { showNumbersIn } from './format'

export type { Language, TFunction }

const REMEMBERED = 'language'

export const storedLanguage = (): Language => (localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'ru')

const russian = translator('ru', plurals)
let english: TFunction | null = null
interface Shown {
  readonly language: Language
  readonly t: TFunction
  readonly speak: Speak
}
const showIn = (language: Language, t: TFunction): Shown => ({ language, t, speak: speaker(language, t) })
let shown = showIn('ru', russian)
let chosen: Language = 'ru'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const whenLanguageChanges = subscribe
const current = () => shown

/** The current language and its `t`; components that use it render again when the language changes. */
export const useTranslation = () => useSyncExternalStore(subscribe, current, current)

const t: TFunction = (text, values) => shown.t(text, values)
/** Tells a sentence with values. */
export const speak: Speak = (phrase) => shown.speak(phrase)

/** For code outside of components: uses the language of the moment it is called. */
export const i18n = { t }

/** `t` of one language; English only once it has been loaded. */
export const fixedT = (language: Language): TFunction => (language === 'en' && english) || russian

async function loadEnglish(): Promise<TFunction> {
  const dictionary = await import('../shared/i18n/en.json')
  return translator('en', dictionary.default, russian)
}

/** The language that was last chosen: its dictionary may still be loading. */
export const chosenLanguage = (): Language => chosen

export async function setLanguage(language: Language): Promise<void> {
  chosen = language
  if (language === 'en') english ??= await loadEnglish()
  // another one was chosen while this dictionary loaded
  if (chosen !== language) return
  try {
    localStorage.setItem(REMEMBERED, language)
  } catch {
    // without storage the language has to be chosen again
  }
  // set anew, even to the same, it makes the browser look up the styles of the whole page
  if (document.documentElement.lang !== language) document.documentElement.lang = language
  showNumbersIn(language)
  if (language === shown.language) return
  shown = showIn(language, fixedT(language))
  for (const listener of listeners) listener()
}
