import { useState } from 'react'
import type { Column } from '../../../shared/columns'
import { parseDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { DataTable } from '../../../web/ui/table/data-table'
import { DayWindow } from './day-window.web'
import type { Pair } from './tester-chart.web'

const kg = { type: 'number', unit: 'кг', decimals: 2 } as const
const COLUMNS: Column[] = [
  { key: 'day', title: 'День', type: 'count', always: true },
  { key: 'date', title: 'Дата', type: 'day' },
  { key: 'biomass', title: 'Биомасса', ...kg },
  { key: 'feeding_norm', title: 'Норма кормления', headline: 'unit', ...kg },
  { key: 'weight_gain', title: 'Прирост', ...kg },
]
const BESIDE: Column[] = [
  { key: 'other_biomass', title: 'Биомасса при втором расчёте', ...kg },
  { key: 'other_norm', title: 'Норма при втором расчёте', ...kg },
  { key: 'other_gain', title: 'Прирост при втором расчёте', ...kg },
]

/** Totals by day; a day opens what each cage would get. */
export function TesterTable({ own, other, names, inputs }: Pair) {
  const { t } = useTranslation()
  const [shown, show] = useState<{ opened: boolean; day: number }>({ opened: false, day: 0 })
  const rows = own.days.map((day, index) => ({
    id: day.day,
    ...day,
    date: parseDay(day.date)!,
    unit: 'кг',
    other_biomass: other?.days[index]?.biomass,
    other_norm: other?.days[index]?.feeding_norm,
    other_gain: other?.days[index]?.weight_gain,
  }))
  const open = (day: number) => show({ opened: true, day: day - 1 })
  return (
    <>
      <DataTable
        name="feeding-test"
        title={t('По дням')}
        titleLevel={2}
        columns={other ? [...COLUMNS, ...BESIDE] : COLUMNS}
        rows={rows}
        emptyText={t('Нет данных для отображения')}
        exportTitle={t('Проверка расчётов')}
        exportWhen={`${own.days[0]!.date}–${own.days.at(-1)!.date}`}
        exportNote={names.filter(Boolean).join(' / ')}
        onRowClick={({ day }) => open(day)}
        rowActions={({ day }) => [{ icon: 'list', title: t('Подробнее'), onClick: () => open(day) }]}
      />
      <DayWindow
        own={own}
        other={other}
        names={names}
        inputs={inputs}
        index={shown.day}
        opened={shown.opened}
        onClose={() => show((was) => ({ ...was, opened: false }))}
      />
    </>
  )
}
