/** A batch: warehouse, weight, author, its positions, and what was made of it. */
import type { Column } from '../../shared/columns'
import { showDay } from '../../shared/dates'
import { NBSP, NOTHING, showAmount, showCount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { NoteBox } from '../../web/ui/note-box'
import { PlainTable } from '../../web/ui/table/plain-table'
import { type BatchDetails, workshopCalls } from './workshop.contract'
import classes from './workshop.module.css'

const positions: Column[] = [
  { key: 'name', title: 'Рыба', type: 'text' },
  { key: 'type_translation', title: 'Категория', type: 'text' },
  { key: 'cage', title: 'Садок', type: 'text' },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
  { key: 'avg_weight', title: 'Навеска', type: 'number', unit: 'кг' },
  { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг' },
]

/** `transformer`: also who transformed it. */
export function BatchCard({ batch, transformer = true }: { batch: BatchDetails; transformer?: boolean }) {
  const { t } = useTranslation()
  const facts = [
    [t('Склад'), batch.stock_name],
    [t('Рыба'), `${showCount(batch.sum_entities_count)}${NBSP}${t('шт')}`],
    [t('Общий вес'), `${showAmount(batch.sum_entities_weight)}${NBSP}${t('кг')}`],
    [t('Создал'), batch.creator_user_name ?? NOTHING],
    ...(transformer && batch.transformator_user_name ? [[t('Переработал'), batch.transformator_user_name]] : []),
  ]
  return (
    <div className={classes.card}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <UnderPeriod batch={batch.id} />
      <h3>{t('Позиции партии')}</h3>
      <PlainTable columns={positions} rows={batch.entities} rowKey={({ withdrawal_id }) => withdrawal_id} />
    </div>
  )
}

/** Tells that fish were lifted before their withdrawal period was over. */
function UnderPeriod({ batch }: { batch: number }) {
  const { t } = useTranslation()
  const { data = [] } = useCall(workshopCalls.batchPeriods, { id: batch })
  if (data.length === 0) return null
  const told = data.map(({ cage, medicine, free_on }) =>
    free_on === null
      ? t('садок {{cage}}: {{medicine}}', { cage, medicine })
      : t('садок {{cage}}: {{medicine}}, до ~{{day}}', { cage, medicine, day: showDay(free_on) }),
  )
  return (
    <NoteBox kind="warn" icon="pill">
      {t('Рыба поднята до конца каренции')}. {[...new Set(told)].join('; ')}
    </NoteBox>
  )
}

const moved: Column[] = [
  { key: 'good_name', title: 'Название', type: 'text' },
  { key: 'stock_name', title: 'Склад', type: 'text' },
  { key: 'count', title: 'Количество', type: 'amount', headline: 'measure_name' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг' },
]

export function Made({ batch }: { batch: BatchDetails }) {
  const { t } = useTranslation()
  if (batch.status === 'new') return <p className={classes.quiet}>{t('Партия ещё не переработана.')}</p>
  const percents = new Map(batch.output_percent_list.map(({ name, percent }) => [name, percent]))
  return (
    <div className={classes.card}>
      <h3>{t('Используемые расходники')}</h3>
      {batch.consumed_goods.length === 0 ? (
        <p className={classes.quiet}>{t('При переработке данной партии расходники не использовались.')}</p>
      ) : (
        <PlainTable columns={moved} rows={batch.consumed_goods} rowKey={(_, index) => index} />
      )}
      <h3>{t('Получаемая продукция')}</h3>
      <PlainTable
        columns={[...moved, { key: 'percent', title: 'Выход', type: 'number', unit: '%' }]}
        rows={batch.workshop_goods.map((line) => ({ ...line, percent: percents.get(line.good_name) ?? null }))}
        rowKey={(_, index) => index}
      />
      <p className={classes.total}>
        {t('Всего продукции {{weight}} кг, выход {{percent}} %', {
          weight: showAmount(batch.workshop_goods_total),
          percent: batch.total_percent === null ? NOTHING : showAmount(batch.total_percent),
        })}
      </p>
    </div>
  )
}
