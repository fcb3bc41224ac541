import type { TFunction } from '../../shared/i18n/translator'

/** The purpose of a call from its contract: «Модули: создать» is the title of a list and the action. */
export const tellSummary = (summary: string, t: TFunction): string =>
  summary
    .split(': ')
    .map((part) => t(part))
    .join(': ')
