/** The farm as it would stand, or stands: cages that change, and goods. */
import type { Column } from '../../../shared/columns'
import { useTranslation } from '../../../web/i18n'
import { PlainTable } from '../../../web/ui/table/plain-table'
import type { ImportDetails } from '../calls/past.contract'
import classes from './past.module.css'

const cageColumns: Column[] = [
  { key: 'cage', title: 'Садок', type: 'text', always: true },
  { key: 'count_before', title: 'Было', type: 'count', unit: 'шт' },
  { key: 'count', title: 'Станет', type: 'count', unit: 'шт' },
  { key: 'weight', title: 'Биомасса', type: 'kg', unit: 'кг' },
  { key: 'avg_weight', title: 'Навеска', type: 'average' },
]
const goodColumns: Column[] = [
  { key: 'good', title: 'Расходник', type: 'text', always: true },
  { key: 'stock', title: 'Склад', type: 'text' },
  { key: 'before', title: 'Было', type: 'amount' },
  { key: 'after', title: 'Станет', type: 'amount' },
  { key: 'measure', title: 'Ед.', type: 'text', words: true },
]

export function Outcome({ book: { state, cages, goods, first_day, last_day } }: { book: ImportDetails }) {
  const { t } = useTranslation()
  if (state === 'undone' || (cages.length === 0 && goods.length === 0)) return null
  return (
    <details className={classes.part} open={state === 'checked'}>
      <summary>
        {state === 'brought' ? t('Что стало с хозяйством') : t('Что станет с хозяйством')}{' '}
        {first_day && (
          <small>{t('операции с {{first}} по {{last}}', { first: first_day, last: last_day ?? '' })}</small>
        )}
      </summary>
      {cages.length > 0 && (
        <PlainTable columns={cageColumns} rows={cages} rowKey={({ cage }, index) => `${cage}${index}`} />
      )}
      {goods.length > 0 && (
        <PlainTable columns={goodColumns} rows={goods} rowKey={({ good, stock }) => `${good} ${stock}`} />
      )}
    </details>
  )
}
