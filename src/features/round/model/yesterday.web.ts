/** What cages were given yesterday, as a round tells it. Pure. */
import { parseDay } from '../../../shared/dates'
import { NBSP, NOTHING, showAmount } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import { goodById } from '../../../core/documents/batch/feed-choices.web'
import { toKg } from '../../../shared/numbers'
import { readMg } from '../../../core/documents/fields/fish-math.web'
import { operationsOf } from '../../../core/documents/form/estimate/estimate.web'
import { feedsOf, othersOf, withFeeding } from '../../../core/documents/recent/fed-feeds.contract'
import type { PlanOfFeed } from '../../../core/documents/recent/planned.contract'
import type { FedDay } from '../../../core/documents/recent/recent.contract'
import type { GoodRow } from '../../../core/goods/good.contract'

/** Adds yesterday's feedings that still wait on this device. */
export function withWaiting(
  fed: ReadonlyMap<number, FedDay>,
  records: readonly OutboxRecord[],
  day: string,
): ReadonlyMap<number, FedDay> {
  const days = new Map(fed)
  for (const { kind, typed } of records.flatMap(operationsOf)) {
    const volume = readMg(typed?.volume)
    if (kind !== 'feeding' || !typed || volume === null || parseDay(typed.date ?? '') !== day) continue
    const cage_id = Number(typed.cage_id)
    const own = { feed_type_id: Number(typed.feed_type_id), stock_id: Number(typed.stock_id), feed_type: '', stock: '' }
    const fed = { ...own, cage_id, day, volume: toKg(volume), rate: null, appetite: null }
    days.set(cage_id, withFeeding(days.get(cage_id), fed))
  }
  return days
}

export const amountsText = (feeds: readonly PlanOfFeed[]): string =>
  feeds.map(({ volume }) => showAmount(volume)).join(' + ')

/** «40», of two feeds «40 + 12». */
export const fedText = (yesterday: FedDay | undefined): string =>
  yesterday ? amountsText(feedsOf(yesterday)) : NOTHING

/** «Корм 8 мм 12 кг»: what the cage was given yesterday of other feeds than the proposed one. */
export const othersText = (yesterday: FedDay | undefined, goods: readonly GoodRow[], t: TFunction): string =>
  feedsText(othersOf(yesterday), goods, t)

export const feedsText = (feeds: readonly PlanOfFeed[], goods: readonly GoodRow[], t: TFunction): string =>
  feeds
    .map(({ feed_type_id, feed_type, volume }) => {
      const name = goodById(goods, String(feed_type_id))?.name ?? feed_type
      return `${name} ${showAmount(volume)}${NBSP}${t('кг')}`
    })
    .join(', ')
