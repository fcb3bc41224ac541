import { useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import { useCageColor } from '../../../core/cages/cage-cache.web'
import type { Column } from '../../../shared/columns'
import { NOTHING, showAmount } from '../../../web/format'
import { type TFunction, useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { Window } from '../../../web/ui/overlay/window'
import { DataTable } from '../../../web/ui/table/data-table'
import type { Pair } from './tester-chart.web'
import { type CageDay, type TesterAnswer, testerCall } from './tester.contract'
import { PROBLEM_WORDS, SOURCE_TEXTS } from './tester-words.web'
import classes from './tester.module.css'

const kg = { type: 'number', unit: 'кг', decimals: 2 } as const
const COLUMNS: Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text', optional: true },
  { key: 'biomass', title: 'Биомасса', ...kg, optional: true },
  { key: 'avg_weight', title: 'Навеска', type: 'number', unit: 'кг', decimals: 4 },
  { key: 'feed', title: 'Корм', type: 'text', fill: true },
  { key: 'calc', title: 'Расчёт', type: 'text', optional: true },
  { key: 'temperature', title: 'Температура', type: 'number', unit: '°C', decimals: 1 },
  { key: 'source', title: 'Откуда температура', type: 'text', yields: true },
  { key: 'weights', title: 'Навеска по норме', type: 'text', unit: 'кг' },
  { key: 'temperature_fcr', title: 'Температурный КК', type: 'amount' },
  { key: 'weight_fcr', title: 'КК по навеске', type: 'amount' },
  { key: 'feeding_rate', title: 'Норма', type: 'amount', unit: '%' },
  { key: 'coefficient', title: 'Коэффициент', type: 'amount', optional: true },
  { key: 'rate', title: 'Рацион', ...kg, headline: 'unit' },
  { key: 'gain', title: 'Прирост', ...kg },
  { key: 'problem_text', title: 'Почему нет нормы', type: 'text', words: true },
]

const sourceText = ({ temperature_source, temperature_on }: CageDay, t: TFunction): string =>
  temperature_source === null
    ? NOTHING
    : [t(SOURCE_TEXTS[temperature_source]), temperature_on].filter(Boolean).join(' ')

const weightsText = ({ weight_from, weight_to }: CageDay) =>
  weight_from === null || weight_to === null ? NOTHING : `${showAmount(weight_from)}–${showAmount(weight_to)}`

function rowsOf({ cages, calcs }: TesterAnswer, colorOf: (id: number) => number | undefined, t: TFunction) {
  const calcOf = new Map(calcs.map((calc) => [calc.id, calc]))
  return cages.flatMap(({ day, problems: _, ...cage }) => {
    if (!day) return []
    const calc = day.calc_id === null ? undefined : calcOf.get(day.calc_id)
    return {
      id: cage.cage_id,
      color: colorOf(cage.cage_id),
      ...cage,
      ...day,
      unit: 'кг',
      feed: calc?.feed_type ?? NOTHING,
      calc: calc?.name ?? NOTHING,
      source: sourceText(day, t),
      weights: weightsText(day),
      problem_text: day.problem && PROBLEM_WORDS[day.problem],
    }
  })
}

interface Props extends Pair {
  /** of the day, from 0 */
  index: number
  opened: boolean
  onClose: () => void
}

/** What each cage would get on one day, and what it is made of. */
export function DayWindow({ own, other, names, inputs, index, opened, onClose }: Props) {
  const { t } = useTranslation()
  const colorOf = useCageColor()
  const [which, choose] = useState<'own' | 'other'>('own')
  const beside = which === 'other' && other !== undefined
  const day = (beside ? other : own).days[index]
  const input = { ...inputs[beside ? 'other' : 'own'], date: day?.date }
  const { data, error, refetch } = useCall(testerCall, input, { enabled: opened && day !== undefined })
  if (!day) return null
  const rows = data && rowsOf(data, colorOf, t)
  const columns = COLUMNS.filter(({ key }) => key !== 'problem_text' || rows?.some(({ problem }) => problem))
  return (
    <Window
      title={t('День {{day}}, {{date}}', { day: day.day, date: day.date })}
      subtitle={names[beside ? 1 : 0]}
      icon="feed"
      opened={opened}
      onClose={onClose}
      size={1180}
    >
      {other && (
        <SegmentedControl
          className={classes.which}
          aria-label={t('Расчёт')}
          value={which}
          onChange={(value) => choose(value as 'own' | 'other')}
          data={[
            { value: 'own', label: names[0] },
            { value: 'other', label: names[1] },
          ]}
        />
      )}
      <DataTable
        name="feeding-test-day"
        columns={columns}
        rows={rows}
        error={error}
        onRetry={() => void refetch()}
        emptyText={t('Нет данных для отображения')}
        exportTitle={t('Кормление садков')}
        exportWhen={day.date}
      />
    </Window>
  )
}
