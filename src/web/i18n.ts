/**
 * Russian text is the key, so Russian needs no dictionary but the plural forms. English is loaded when someone asks for
 * it; what it lacks is shown in Russian.
 */
import { useSyncExternalStore } from 'react'
import plurals from '../shared/i18n/ru.json'
import { translator, type TFunction } from '../shared/i18n/translator'
import { showNumbersIn } from './format'
import { sayHeard } from './said'

export type { TFunction }
export type Language = 'ru' | 'en'

const REMEMBERED = 'language'

export const rememberedLanguage = (): Language => (localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'ru')

const russian = translator('ru', plurals)
let english: TFunction | null = null
let shown: { readonly language: Language; readonly t: TFunction } = { language: 'ru', t: russian }
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const current = () => shown

/**
 * The language of the page and what says texts in it; what is drawn with it is drawn anew when the language changes.
 */
export const useTranslation = () => useSyncExternalStore(subscribe, current, current)

const t: TFunction = (text, values) => shown.t(text, values)
/** Outside a component: in the language of the moment it is called. */
export const i18n = { t }

/** Says texts in one language, English once it has been shown. */
export const fixedT = (language: Language): TFunction => (language === 'en' && english) || russian

async function loadEnglish(): Promise<TFunction> {
  const dictionary = await import('../shared/i18n/en.json')
  const t: TFunction = translator(
    'en',
    dictionary.default,
    (text, values) => sayHeard(text, t) ?? russian(text, values),
  )
  return t
}

export async function setLanguage(language: Language): Promise<void> {
  if (language === 'en') english ??= await loadEnglish()
  try {
    localStorage.setItem(REMEMBERED, language)
  } catch {
    // a full storage asks for the language again
  }
  document.documentElement.lang = language
  showNumbersIn(language)
  shown = { language, t: fixedT(language) }
  for (const listener of listeners) listener()
}
