import type { Column } from '../../../shared/columns'
import { call } from '../../../web/api'
import { NBSP, showAmount, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useWriteGate } from '../../../web/session'
import { confirm } from '../../../web/ui/overlay/confirm'
import { DataTable, type RowAction } from '../../../web/ui/table/data-table'
import { type Factor, forecastCalls } from './forecast.contract'
import classes from './forecast.module.css'

const COLUMNS: Column[] = [
  { key: 'feed_type', title: 'Корм', type: 'text', always: true },
  { key: 'species', title: 'Вид', type: 'text' },
  { key: 'water_name', title: 'Вода', type: 'text', words: true },
  { key: 'factor', title: 'Множитель', type: 'number', decimals: 2 },
  { key: 'band', title: 'Полоса 90 %', type: 'text' },
  { key: 'spans', title: 'Пар навесок', type: 'count' },
  { key: 'told', title: 'Что из этого следует', type: 'text', words: true, fill: true },
]

const WATERS: Record<Factor['water'], string> = {
  cold: 'холоднее 8 °C',
  mild: 'от 8 до 14 °C',
  warm: 'теплее 14 °C',
}

const factorText = (value: number) => showNumber(value, 2)

/** What new norms would change, column by column. */
const Changes = ({ changes }: Pick<Factor, 'changes'>) => (
  <ul className={classes.changes}>
    {changes.map(({ season, temperature, before, after }) => (
      <li key={`${season} ${temperature}`}>
        {`${season}, ${showAmount(temperature)}${NBSP}°C: ${showNumber(before, 3)} → ${showNumber(after, 3)}`}
      </li>
    ))}
  </ul>
)

function useTake() {
  const { t } = useTranslation()
  return async ({ feed_type_id, species_id, water, factor, version, feed_type, changes }: Factor) => {
    const text = t(
      'Открыть новые нормы корма «{{feed}}»? Коэффициенты температуры разделятся на {{factor}} для всей рыбы, которую им кормят. Прошлые кормления не изменятся.',
      { feed: feed_type, factor: factorText(factor) },
    )
    const details = () => <Changes changes={changes} />
    if (!(await confirm(text, { yes: t('Поправить нормы'), danger: false, details }))) return
    await call(forecastCalls.takeFactor, { feed_type_id, species_id, water, factor, version } as never)
      .then(() => notifySuccess(t('Нормы поправлены. Вернуть прежние можно в нормах кормления.')))
      // the call itself tells why
      .catch(() => undefined)
    await invalidateTags(['lists', 'fish'])
  }
}

/** What weighings say of the norms: offered where they are sure enough, never done by itself. */
export function FactorOffers() {
  const { t } = useTranslation()
  const query = useCall(forecastCalls.factors, {})
  const gate = useWriteGate('access library')
  const take = useTake()
  const actions = (row: Factor): RowAction[] =>
    row.offered
      ? [
          {
            icon: 'wand',
            title: t('Поправить нормы'),
            worded: true,
            disabled: gate !== null,
            disabledReason: gate ?? undefined,
            onClick: () => void take(row),
          },
        ]
      : []
  return (
    <DataTable
      name="forecast-factors"
      title={t('Прирост по навескам и по нормам')}
      titleLevel={2}
      columns={COLUMNS}
      rows={query.data?.map((row) => ({
        ...row,
        id: `${row.feed_type_id}-${row.species_id}-${row.water}`,
        water_name: WATERS[row.water],
        band: `${factorText(row.low)}${NBSP}–${NBSP}${factorText(row.high)}`,
        told: !row.offered
          ? 'нормы менять рано'
          : row.factor > 1
            ? 'рыба растёт быстрее норм'
            : 'рыба растёт медленнее норм',
      }))}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      rowActions={actions}
      emptyText={t(
        'Сравнивать пока нечего: нужны две навески одной рыбы, между которыми её кормили одним кормом с приростом по нормам.',
      )}
    />
  )
}
