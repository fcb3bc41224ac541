/** The chart of a report out of its answer: as many series as an eye can tell apart. */
import { unitOf } from '../../shared/columns'
import { parseDay } from '../../shared/dates'
import { groupBy } from '../../shared/collections'
import type { Definition, Measure, SeriesAnswer } from '../../shared/report/report'
import type { TFunction } from '../../web/i18n'
import type { ChartAxis, Series } from '../../web/ui/chart/chart-model'
import { keyOf, measureAt } from '../../shared/report/series-table'

/** More lines or bars than this cannot be told apart. */
const MOST_DRAWN = 12

type Dataset = SeriesAnswer['datasets'][number]
type Data = Dataset['data']

const exact = (value: number) => Math.round(value * 1e6) / 1e6
const placesOf = (all: readonly Dataset[]) => all[0]?.data.map((_, place) => all.map(({ data }) => data[place]!)) ?? []
const known = (values: Data) => values.filter((value): value is number => value !== null)
const sumOf = (values: Data) => exact(known(values).reduce((sum, one) => sum + one, 0))
const meanOf = (values: Data) => (known(values).length === 0 ? null : exact(sumOf(values) / known(values).length))

const added = (all: readonly Dataset[]): Data => placesOf(all).map(sumOf)
const averaged = (all: readonly Dataset[]): Data => placesOf(all).map(meanOf)

/** Bars of more cages than this are too thin to be picked. */
const MOST_CAGES = 60

/** The series that are drawn, and what is said about it. */
interface Chosen {
  datasets: readonly Dataset[]
  note: string | null
}

export interface Drawn extends Chosen {
  labels: readonly string[]
  /** of each label, where modules stand for their cages */
  modules: readonly number[] | null
}

interface Words {
  t: TFunction
  moduleName: (id: number) => string
  moduleOf: (cage: number) => number | undefined
}

/** Of cages the mean of each module, or of all of them. */
function meansOf(datasets: readonly Dataset[], { t, moduleName }: Words): Chosen {
  const modules = groupBy(datasets, ({ locationId }) => locationId)
  const groups: [string, readonly Dataset[]][] =
    modules.size > MOST_DRAWN ? [[t('Среднее'), datasets]] : [...modules].map(([id, own]) => [moduleName(id), own])
  return {
    datasets: groups.map(([label, own]) => ({ ...own[0]!, label, data: averaged(own) })),
    note:
      modules.size > MOST_DRAWN
        ? t('На графике среднее всех: их {{number}}', { number: datasets.length })
        : t('На графике средние по модулям, садков {{number}}', { number: datasets.length }),
  }
}

/** The largest, and the others as one, among them what the answer has put together already. */
function largestOf(datasets: readonly Dataset[], { t }: Words): Chosen {
  const nameless = ({ id }: Dataset) => id === null
  const bySize = datasets.toSorted(
    (one, other) => Number(nameless(one)) - Number(nameless(other)) || sumOf(other.data) - sumOf(one.data),
  )
  const others = bySize.slice(MOST_DRAWN - 1)
  return {
    datasets: [...bySize.slice(0, MOST_DRAWN - 1), { ...others[0]!, label: t('Остальные'), data: added(others) }],
    // how many the answer has put together it does not say
    note: others.some(nameless)
      ? t('На графике {{most}} самых больших, остальные вместе', { most: MOST_DRAWN - 1 })
      : t('На графике {{most}} самых больших, остальные {{number}} вместе', {
          most: MOST_DRAWN - 1,
          number: others.length,
        }),
  }
}

function seriesDrawn(definition: Definition, answer: SeriesAnswer, words: Words): Chosen {
  // of several measures with scales of their own the first is drawn
  if (definition.series === 'measures')
    return { datasets: definition.compared ? answer.datasets : answer.datasets.slice(0, 1), note: null }
  const merged = definition.each
    ? [...groupBy(answer.datasets, ({ id }) => id).values()].map((own) => ({ ...own[0]!, data: added(own) }))
    : answer.datasets
  if (merged.length <= MOST_DRAWN) return { datasets: merged, note: null }
  return definition.adds === false ? meansOf(merged, words) : largestOf(merged, words)
}

/** Modules in place of their cages, where these are too many. */
function byModule({ datasets }: Chosen, cages: readonly number[], { t, moduleName, moduleOf }: Words): Drawn {
  const places = groupBy(
    cages.map((cage, place) => ({ place, module: moduleOf(cage) ?? 0 })),
    ({ module }) => module,
  )
  const sumIn = (data: Data, at: readonly { place: number }[]) => sumOf(at.map(({ place }) => data[place]!))
  return {
    datasets: datasets.map((one) => ({ ...one, data: [...places.values()].map((at) => sumIn(one.data, at)) })),
    labels: [...places.keys()].map((module) => moduleName(module)),
    modules: [...places.keys()],
    note: t('На графике модули: садков {{number}}', { number: cages.length }),
  }
}

/** Cages of one number are told apart by their modules. */
const told = (labels: readonly string[], cages: readonly number[], { moduleName, moduleOf }: Words) =>
  labels.map((label, place) =>
    cages.length === 0 || labels.indexOf(label) === labels.lastIndexOf(label)
      ? label
      : `${label}, ${moduleName(moduleOf(cages[place]!) ?? 0)}`,
  )

export function drawnOf(definition: Definition, answer: SeriesAnswer, labels: readonly string[], words: Words): Drawn {
  const drawn = seriesDrawn(definition, answer, words)
  const cages = definition.x === 'cage' ? (answer.extra.cages ?? []).map(Number) : []
  if (cages.length > MOST_CAGES) return byModule(drawn, cages, words)
  return { ...drawn, labels: told(labels, cages, words), modules: null }
}

/** Bars of all series are stacked; measures that are compared stand side by side. */
export function seriesOf(
  definition: Definition,
  datasets: readonly Dataset[],
  { extra }: SeriesAnswer,
  labels: readonly string[],
  show: (value: number, measure: Measure) => string,
  t: TFunction,
): Series[] {
  const line = definition.chart === 'line'
  const side = definition.series === 'measures'
  return datasets.map((one, index): Series => {
    const measure = measureAt(definition, one)
    const unit = unitOf({ ...measure, key: '' }, 'kg')
    const instantOf = (label: number) => `${parseDay(extra.periods![label]!.start)!}T00:00`
    return {
      key: keyOf(index),
      name: t(one.label),
      ...(unit && { unit: t(unit) }),
      shade: index,
      ...(!line && { stack: side ? keyOf(index) : 'all' }),
      daily: line,
      show: (value) => show(value, measure),
      // a bar of nothing would be a line
      points: one.data.flatMap((value, label) =>
        value === null || (value === 0 && !line) ? [] : [{ at: line ? instantOf(label) : labels[label]!, value }],
      ),
    }
  })
}

export const axisOf = ({ chart }: Definition, { extra }: SeriesAnswer, labels: readonly string[]): ChartAxis =>
  chart === 'line'
    ? {
        from: `${parseDay(extra.periods![0]!.start)!}T00:00`,
        to: `${parseDay(extra.periods!.at(-1)!.end)!}T23:59`,
      }
    : { categories: labels }
