/** The languages that people read; Russian where nothing says otherwise. */
export const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** How numbers are written in each. */
export const LOCALES: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-GB' }
