/** Reports whose answer is series; what they open in journals. */
import { seriesReport } from '../../shared/report/report'

const FED = { title: 'Корм', type: 'kg', unit: 'кг' } as const
const NO_FEEDINGS = 'Кормлений за указанный период не обнаружено.'
const NO_LOSSES = 'Отходов за указанный период не обнаружено.'
const NO_CATCHES = 'Подъемов за указанный период не обнаружено.'
const LOST = {
  count: { title: 'Кол-во шт', type: 'count' },
  weight: { title: 'Вес', type: 'kg', unit: 'кг' },
} as const

const fed = { reads: ['fish', 'places', 'lists'], chart: 'bars', value: FED, journal: 'feeding' } as const

export const feedings = seriesReport({
  ...fed,
  path: 'feedings',
  title: 'Кормление по садкам',
  x: 'cage',
  series: 'feed',
  empty: NO_FEEDINGS,
})

export const feedingsByMonths = seriesReport({
  ...fed,
  path: 'feedings-by-months',
  title: 'Кормление по месяцам',
  x: 'month',
  series: 'feed',
  empty: 'Кормлений не обнаружено.',
})

export const feedingsByModules = seriesReport({
  ...fed,
  path: 'feedings-by-locations',
  title: 'Кормление по модулям',
  x: 'detail',
  series: 'module',
  empty: NO_FEEDINGS,
})

export const feedingsByCategories = seriesReport({
  ...fed,
  path: 'feedings-by-categories',
  title: 'Кормление по категориям',
  x: 'detail',
  series: 'category',
  each: true,
  empty: NO_FEEDINGS,
})

export const feedingsByGenerations = seriesReport({
  ...fed,
  path: 'feedings-by-generations',
  title: 'Отчет по генерациям',
  x: 'cage',
  series: 'category',
  filters: ['generation', 'ageCategories'],
  perPage: 100,
  empty: NO_FEEDINGS,
})

export const feedingsRateVsFact = seriesReport({
  reads: ['fish', 'water', 'places', 'lists'],
  path: 'feedings-rate-vs-fact',
  title: 'Норма и факт кормления',
  x: 'detail',
  series: 'measures',
  measures: {
    norm: { title: 'Норма', type: 'kg', unit: 'кг', derived: true },
    fact: { title: 'Факт', type: 'kg', unit: 'кг' },
  },
  compared: true,
  chart: 'bars',
  axis: 'Потребление корма, кг',
  empty: NO_FEEDINGS,
  journal: 'feeding',
})

export const appetite = seriesReport({
  reads: ['fish', 'places', 'lists'],
  path: 'appetite',
  title: 'Отчет по аппетиту',
  x: 'day',
  series: 'module',
  value: { title: 'Аппетит', type: 'number', decimals: 2 },
  chart: 'line',
  adds: false,
  empty: NO_FEEDINGS,
  journal: 'feeding',
})

const lost = { reads: ['fish', 'places', 'lists'], series: 'measures', chart: 'bars', journal: 'retreat' } as const

export const retreats = seriesReport({
  ...lost,
  path: 'retreats',
  title: 'Отходы по садкам',
  x: 'cage',
  measures: LOST,
  empty: NO_LOSSES,
})

export const retreatsByPeriod = seriesReport({
  ...lost,
  path: 'retreats-by-period',
  title: 'Отходы за период',
  x: 'detail',
  measures: LOST,
  empty: NO_LOSSES,
})

const byCause = { ...lost, series: 'cause', x: 'month', shares: true, empty: NO_LOSSES } as const

export const retreatsByCauses = seriesReport({
  ...byCause,
  path: 'retreats-by-causes',
  title: 'Отход по причинам, шт',
  value: LOST.count,
})

export const retreatsByCausesWeight = seriesReport({
  ...byCause,
  path: 'retreats-by-causes-weight',
  title: 'Отход по причинам, кг',
  value: LOST.weight,
})

const caught = {
  reads: ['fish', 'places', 'lists'],
  series: 'reason',
  value: { title: 'Вес', type: 'kg', unit: 'кг' },
  chart: 'bars',
  journal: 'withdrawal',
} as const

export const withdrawals = seriesReport({
  ...caught,
  path: 'withdrawals',
  title: 'Подъёмы по садкам',
  x: 'cage',
  empty: NO_CATCHES,
})

export const withdrawalsByMonths = seriesReport({
  ...caught,
  path: 'withdrawals-by-months',
  title: 'Подъёмы по месяцам',
  x: 'month',
  empty: 'Подъемов не обнаружено.',
})
