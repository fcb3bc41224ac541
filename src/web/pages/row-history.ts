/** «История»: the changes of one stored object, opened from any row that shows it. A feature provides the window. */
import type { TFunction } from '../i18n'
import { createWindowRequests } from '../ui/overlay/window-host'
import type { RowAction } from '../ui/table/view/view'

export interface HistoryTarget {
  /** its name in the audit log: 'feeding', 'cage', … */
  entity: string
  id: number
}

/** Opened above the form of the object. */
export const historyRequests = createWindowRequests<HistoryTarget>()
export const openHistory = historyRequests.open

export const historyAction = (target: HistoryTarget, t: TFunction): RowAction => ({
  icon: 'hist',
  title: t('История'),
  onClick: () => openHistory(target),
})
