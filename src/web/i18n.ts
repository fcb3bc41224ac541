/**
 * Russian text is the key, so Russian needs no dictionary but the plural forms. English is loaded when someone asks for it;
 * what it lacks is shown in Russian.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import plurals from '../shared/i18n/ru.json'
import { showNumbersIn } from './format'

export type Language = 'ru' | 'en'

const REMEMBERED = 'language'

export const rememberedLanguage = (): Language => (localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'ru')

export const i18n = i18next.createInstance()
void i18n.use(initReactI18next).init({
  lng: 'ru',
  fallbackLng: 'ru',
  resources: { ru: { translation: plurals } },
  keySeparator: false,
  nsSeparator: false,
  // one Russian word, two English ones: «Навеска» is an average weight, «Навеска|операция» a weighing
  contextSeparator: '|',
  postProcess: ['sentences'],
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnEmptyString: false,
})

export async function setLanguage(language: Language): Promise<void> {
  if (language === 'en' && !i18n.hasResourceBundle('en', 'translation')) {
    const [dictionary, { sentences }] = await Promise.all([import('../shared/i18n/en.json'), import('./sentences')])
    i18n.use(sentences(i18n.t)).addResourceBundle('en', 'translation', dictionary.default)
  }
  localStorage.setItem(REMEMBERED, language)
  document.documentElement.lang = language
  showNumbersIn(language)
  await i18n.changeLanguage(language)
}
