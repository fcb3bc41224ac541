import type { TFunction } from '../../shared/i18n/translator'

/** What a call is for, as its contract says it: «Модули: создать» is the title of a list and what is done to it. */
export const tellSummary = (summary: string, t: TFunction): string =>
  summary
    .split(': ')
    .map((part) => t(part))
    .join(': ')
