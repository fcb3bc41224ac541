/** What fish weigh: averages by weighings, and the biomass of the farm. */
import { seriesReport } from '../../../shared/report/report'

const reads = ['fish', 'places', 'lists'] as const

/** The average of a cage after its last weighing in a period: between two of them nobody knows it. */
export const weights = seriesReport({
  reads,
  path: 'weights',
  title: 'Отчет по навескам',
  x: 'detail',
  series: 'cage',
  value: { title: 'Навеска', type: 'average' },
  chart: 'line',
  rows: 'series',
  adds: false,
  empty: 'Навесок за указанный период не обнаружено.',
  journal: 'weight',
})

/** What is in the water when each period ends. */
export const weightsTotal = seriesReport({
  reads,
  path: 'weights-total',
  title: 'Отчет по биомассе',
  x: 'detail',
  series: 'module',
  value: { title: 'Биомасса', type: 'kg', unit: 'кг' },
  chart: 'bars',
  adds: 'series',
  empty: 'Нет данных для отображения',
  journal: null,
})
