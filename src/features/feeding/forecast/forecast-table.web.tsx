import { useMemo } from 'react'
import type { Column } from '../../../shared/columns'
import { addDays, showDay } from '../../../shared/dates'
import { NBSP, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import { DataTable } from '../../../web/ui/table/data-table'
import type { ForecastAnswer, ForecastCage } from './forecast.contract'
import { meanDays } from './forecast-model.web'
import type { Forecast } from './use-forecast.web'

/** Days from today on that have a column, before the chosen one; whole weeks, which are told of in any case. */
const KEY_DAYS = [14, 28]

const columnsOf = (days: readonly string[]): Column[] => [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text', optional: true },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
  { key: 'now', title: 'Сегодня к вечеру', type: 'average' },
  ...days.map((day): Column => ({ key: day, title: showDay(day), type: 'average' })),
  { key: 'band', title: 'Полоса', type: 'text', unit: 'кг' },
  { key: 'weight', title: 'Биомасса на дату', type: 'kg', unit: 'кг', footer: true, headline: 'unit' },
  { key: 'feed', title: 'Корм до даты', type: 'kg', unit: 'кг', footer: true },
  { key: 'factor', title: 'Множитель', type: 'number', decimals: 2 },
  { key: 'weighings', title: 'Навесок', type: 'count', optional: true },
  { key: 'error', title: 'Ошибка прогноза', type: 'percent', optional: true },
]

const span = (low: number, high: number) => `${showKg(low, 3)}${NBSP}–${NBSP}${showKg(high, 3)}`

function rowOf(cage: ForecastCage, keyDays: readonly string[], today: string, on: string) {
  const days = meanDays(cage.groups)
  const at = (day: string) => days.find((one) => one.day === day)
  const [now, then] = [at(today), at(on)]
  return {
    id: cage.cage_id,
    cage_id: cage.cage_id,
    cage_number: cage.cage_number,
    location_name: cage.location_name,
    unit: 'кг',
    count: now?.count ?? null,
    now: now?.avg_weight ?? null,
    ...Object.fromEntries(keyDays.map((day) => [day, at(day)?.avg_weight ?? null])),
    band: then ? span(then.low, then.high) : null,
    weight: then?.weight ?? null,
    feed: then?.fed ?? null,
    factor: then?.factor ?? null,
    weighings: then?.weighings ?? null,
    error: cage.skill.error,
  }
}

/** Cages by key dates. */
export function ForecastTable({ answer, forecast }: { answer: ForecastAnswer; forecast: Forecast }) {
  const { t } = useTranslation()
  const { today, on, choice, set } = forecast
  const keyDays = useMemo(
    () => [...KEY_DAYS.map((days) => addDays(today, days)).filter((day) => day < on), on],
    [today, on],
  )
  const columns = useMemo(() => columnsOf(keyDays), [keyDays])
  const rows = useMemo(
    () => answer.cages.map((cage) => rowOf(cage, keyDays, today, on)).filter(({ count }) => count !== null),
    [answer, keyDays, today, on],
  )
  const colorOf = useCageColor()
  const several = answer.cages.length > 1
  return (
    <DataTable
      name="forecast"
      title={t('По садкам')}
      titleLevel={2}
      columns={columns}
      rows={rows}
      emptyText={t('Среди выбранных нет садков с рыбой.')}
      exportTitle={t('Прогноз')}
      exportWhen={showDay(on)}
      cageColor={({ cage_id }) => colorOf(cage_id)}
      selectedId={Number(choice.cage) || undefined}
      onRowClick={several ? ({ id }) => set({ cage: String(id) }) : undefined}
    />
  )
}
