/** The kinds that can be recorded in many cages at once. */
import { i18n } from '../../../web/i18n'
import { NBSP, showAmount, showCount } from '../../../web/format'
import { toKg, toMg } from '../../../shared/numbers'
import { feedingBatch, retreatBatch } from './batch.contract'
import { typedIn, type BatchKind } from './batch-model.web'
import type { BatchName } from '../form/estimate/batch-names.web'

interface Listed extends BatchKind {
  /** «1 240,5 кг»: sum of rows for a notice, stored or typed */
  sum: (rows: readonly Record<string, unknown>[]) => string
}

const total = (rows: readonly Record<string, unknown>[], key: string, exact: (value: number) => number) =>
  rows.reduce((sum, row) => sum + exact(Number(row[key])), 0)

export const batchKinds: Record<BatchName, Listed> = {
  feeding: {
    title: 'Групповое кормление',
    icon: 'feed',
    create: feedingBatch.create,
    remove: feedingBatch.remove,
    fields: ['feed_type_id', 'stock_id', 'rate', 'volume', 'appetite'],
    isTyped: typedIn('volume', 'rate'),
    sum: (rows) => `${showAmount(toKg(total(rows, 'volume', toMg)))}${NBSP}${i18n.t('кг')}`,
  },
  retreat: {
    title: 'Групповой отход',
    icon: 'bone',
    create: retreatBatch.create,
    remove: retreatBatch.remove,
    fields: ['count', 'weight', 'generation_id', 'age_category_id', 'loss_cause_id'],
    isTyped: typedIn('count', 'weight'),
    sum: (rows) => `${showCount(total(rows, 'count', (count) => count))}${NBSP}${i18n.t('шт')}`,
  },
}
