import type { IconName } from '../../../shared/icon-names'
import type { ShownStatus } from '../person/rights.contract'

/** Texts are the i18n keys. */
export const STATE_LOOKS: Record<ShownStatus, { name: string; short: string; icon: IconName }> = {
  write: { name: 'полный доступ', short: 'полный', icon: 'check' },
  read: { name: 'только просмотр', short: 'просмотр', icon: 'book' },
  none: { name: 'нет', short: 'нет', icon: 'minus' },
  other: { name: 'частично', short: 'частично', icon: 'dots' },
}
