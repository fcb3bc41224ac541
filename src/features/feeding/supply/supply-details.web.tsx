import { useMemo } from 'react'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import type { Column } from '../../../shared/columns'
import { parseDay } from '../../../shared/dates'
import { showAmount, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import { ErrorState } from '../../../web/ui/error-state'
import { GateButton } from '../../../web/ui/gate-button'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { DataTable } from '../../../web/ui/table/data-table'
import type { RowAction } from '../../../web/ui/table/view/view'
import { supplyCall, type SupplyDetails as Details, type SupplyRow } from './supply.contract'
import classes from './supply.module.css'

const kg = (value: number) => showNumber(value, 0)

interface Told {
  row: SupplyRow
  of: Details
}

/** Why that much, and why by that day. */
function Reasons({ row, of, days }: Told & { days: number }) {
  const { t } = useTranslation()
  const { left, need } = row
  const { stocks, common_left, planned, lead_days, safety_days, lot } = of
  return (
    <ul className={classes.reasons}>
      <li>
        {t('На складах {{left}} кг', { left: kg(left) })}
        {stocks.length > 1 &&
          `: ${stocks.map(({ name, amount }) => t('{{name}} {{amount}} кг', { name, amount: kg(amount) })).join(', ')}`}
        {common_left > 0 && `. ${t('Ещё {{left}} кг на общих складах, их берут потом', { left: kg(common_left) })}`}
      </li>
      <li>
        {t('За {{count}} дней нужно {{need}} кг: по планам {{planned}} кг, по нормам {{norms}} кг', {
          count: days,
          need: kg(need),
          planned: kg(planned),
          norms: kg(need - planned),
        })}
      </li>
      {row.runs_out && (
        <>
          <li>
            {t('Кончится {{day}}: до конца срока не хватает {{missing}} кг', {
              day: row.runs_out,
              missing: kg(of.missing),
            })}
          </li>
          <li>
            {t('Привезти за {{safety}} дн до этого, заказать ещё за {{lead}} дн: до {{day}}', {
              safety: safety_days,
              lead: lead_days,
              day: row.order_by,
            })}
          </li>
          <li data-late={row.late || undefined}>
            {t('Заказать {{order}} кг, придёт {{day}}', { order: kg(row.order), day: row.arrives })}
            {lot !== null && `. ${t('Заказывают по {{lot}} кг', { lot: showAmount(lot) })}`}
            {of.hungry > 0 && `. ${t('Дней без корма: {{days}}', { days: of.hungry })}`}
          </li>
        </>
      )}
    </ul>
  )
}

const HEIGHT = 220

/** What lies there as each day ends, against what the day takes. */
function Left({ row: { good }, of: { days, common_left } }: Told) {
  const { t } = useTranslation()
  const series = useMemo((): Series[] => {
    const line = (key: 'left' | 'need' | 'common', name: string, shade: number): Series => ({
      key,
      name,
      unit: t('кг'),
      shade,
      daily: true,
      ...(key === 'need' && { side: 'right', shade: 0 }),
      show: kg,
      points: days.map((day) => ({ at: `${parseDay(day.date)!}T00:00`, value: day[key] })),
    })
    return [
      line('left', t('Остаток'), 0),
      ...(common_left > 0 ? [line('common', t('На общих складах'), 1)] : []),
      line('need', t('Расход за день'), 0),
    ]
  }, [days, common_left, t])
  const [first, last] = [days[0]!, days.at(-1)!]
  const axis = useMemo(
    () => ({ from: `${parseDay(first.date)!}T00:00`, to: `${parseDay(last.date)!}T23:59` }),
    [first.date, last.date],
  )
  return <Chart title={`${good}. ${t('Остаток и расход по дням')}`} series={series} axis={axis} height={HEIGHT} />
}

const COLUMNS: Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'need', title: 'Нужно', type: 'number', unit: 'кг', decimals: 0 },
  { key: 'planned', title: 'Из них по планам', type: 'number', unit: 'кг', decimals: 0, noZero: true },
]

/** What a proposal is made of, asked when somebody looks. */
export function SupplyDetails({ row, days, actions }: { row: SupplyRow; days: number; actions: RowAction[] }) {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  const query = useCall(supplyCall, { days, row: row.id })
  const of = query.data?.rows[0]?.details
  if (!of)
    return query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowSkeletons />
  return (
    <div className={classes.details}>
      <Reasons row={row} of={of} days={days} />
      {actions.map(({ icon, title, disabledReason, onClick }) => (
        <GateButton key={title} icon={icon} reason={disabledReason ?? null} onClick={() => onClick?.()}>
          {title}
        </GateButton>
      ))}
      {of.days.length > 0 && <Left row={row} of={of} />}
      <DataTable
        name="feed-supply-cages"
        title={t('Кто его ест')}
        titleLevel={2}
        columns={COLUMNS}
        rows={of.cages.map((cage) => ({ ...cage, id: cage.cage_id, color: colorOf(cage.cage_id) }))}
        emptyText={t('Ни один садок на эти дни этим кормом не кормят.')}
        exportTitle={row.good}
      />
      {of.elsewhere > 0 && (
        <p>{t('Ещё {{need}} кг с этих складов возьмут другие модули.', { need: kg(of.elsewhere) })}</p>
      )}
    </div>
  )
}
