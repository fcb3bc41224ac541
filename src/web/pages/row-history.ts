/**
 * «История»: what was done to one stored thing, asked for from wherever a row of it stands. Its window is a feature's.
 */
import type { TFunction } from '../i18n'
import { createWindowRequests } from '../ui/overlay/window-host'
import type { RowAction } from '../ui/table/view/view'

export interface HistoryTarget {
  /** its word in the audit log: 'feeding', 'cage', … */
  entity: string
  id: number
}

/** Over the form of the thing itself. */
export const historyRequests = createWindowRequests<HistoryTarget>()
export const openHistory = historyRequests.open

export const historyAction = (target: HistoryTarget, t: TFunction): RowAction => ({
  icon: 'hist',
  title: t('История'),
  onClick: () => openHistory(target),
})
