/** Translates a chart to options of echarts. Pure. */
import type { EChartsCoreOption } from 'echarts/core'
import { showAmount } from '../../format'
import { WORDS } from './axis-words'
import { dashOf, inkOf, markOf, msOf, placeOf, tickText, withGaps, type ChartAxis, type Series } from './chart-model'

/** With more points than this they have no marks, which would overlap. */
const MARKED_POINTS = 62
/** Width of an axis label and the space around it, pixels. */
const TICK_WIDTH = 80
const HAIR = { color: 'var(--chart-axis)', type: 'dashed' as const, width: 1 }

const sideOf = ({ side = 'left' }: Series) => side

function scaleOf(series: readonly Series[], side: 'left' | 'right') {
  const own = series.filter((one) => sideOf(one) === side)
  return {
    type: 'value',
    position: side,
    show: own.length > 0,
    // bars start at zero, and so do amounts
    scale: own.every(({ stack, step }) => stack === undefined && !step),
    splitNumber: 4,
    alignTicks: side === 'right',
    // ticks aligned with the left ones would go below zero, where there is no feed and no weight
    min: ({ min, max }: { min: number; max: number }) => (min >= 0 && min < (max - min) / 4 ? 0 : undefined),
    name: [...new Set(own.map(({ unit }) => unit).filter(Boolean))].join(', '),
    nameGap: 12,
    nameTextStyle: { ...WORDS, align: side === 'left' ? 'right' : 'left' },
    axisLabel: { ...WORDS, formatter: (value: number) => showAmount(value) },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: side === 'left', lineStyle: { color: 'var(--chart-grid)' } },
  }
}

/** Values of whole days have no hours between them. */
const DAY_MS = 86_400_000

function axisOf(axis: ChartAxis, series: readonly Series[], width: number, language: string) {
  const look = {
    axisLine: { lineStyle: { color: 'var(--line-2)' }, onZero: false },
    axisTick: { show: false },
    splitLine: { show: false },
  }
  if ('categories' in axis) {
    return { ...look, type: 'category', data: axis.categories, axisLabel: { ...WORDS, hideOverlap: true } }
  }
  return {
    ...look,
    type: 'time',
    min: msOf(axis.from),
    max: msOf(axis.to),
    ...(series.every(({ daily }) => daily) && { minInterval: DAY_MS }),
    splitNumber: Math.max(2, Math.floor(width / TICK_WIDTH)),
    // where the label of a month overlaps those of days, the days are hidden
    axisLabel: { ...WORDS, hideOverlap: true, textMargin: [0, 14], formatter: (ms: number) => tickText(ms, language) },
  }
}

/** One value for each category, null where there is none. */
function byCategory({ points }: Series, axis: ChartAxis & { categories: readonly string[] }): (number | null)[] {
  const values = new Map(points.map(({ at, value }) => [placeOf(axis, at), value]))
  return axis.categories.map((_, index) => values.get(index) ?? null)
}

/** The points and the stroke of a line. */
function lookOf(series: Series, ink: string) {
  const { look, points } = series
  if (look === 'points') return { symbolSize: 9, showSymbol: true, lineStyle: { width: 0 } }
  return {
    symbolSize: 6,
    // a single point would be invisible without its mark
    showSymbol: look !== 'thin' && points.length <= MARKED_POINTS,
    lineStyle: { color: ink, width: look === 'thin' ? 1 : 2, type: dashOf(series) ?? 'solid' },
  }
}

function seriesOf(series: Series, axis: ChartAxis) {
  const ink = inkOf(series)
  const same = {
    id: series.key,
    yAxisIndex: sideOf(series) === 'left' ? 0 : 1,
    data:
      'categories' in axis
        ? byCategory(series, axis)
        : series.step
          ? series.points.map(({ at, value }) => [msOf(at), value])
          : withGaps(series.points),
    itemStyle: { color: ink },
  }
  if (series.stack !== undefined) {
    return {
      ...same,
      type: 'bar',
      stack: series.stack,
      barMaxWidth: 44,
      itemStyle: { color: ink, borderColor: 'var(--surface)', borderWidth: 0.5 },
      // the library computes a highlight colour for a bar, which it cannot do from a CSS variable
      emphasis: { disabled: true },
    }
  }
  return {
    ...same,
    type: 'line',
    symbol: markOf(series),
    ...(series.step ? { step: 'end' } : { sampling: 'lttb' }),
    ...lookOf(series, ink),
    emphasis: {
      scale: 1.8,
      lineStyle: { color: ink, width: 2 },
      itemStyle: { color: 'var(--surface)', borderColor: ink, borderWidth: 2 },
    },
  }
}

/** The filling of a band: what lies between its edges, stacked on an unseen line. */
function fillingOf({ key, floor, points, side }: Series, ink: string) {
  if (!floor) return []
  const unseen = {
    type: 'line',
    stack: `${key}-band`,
    yAxisIndex: side === 'right' ? 1 : 0,
    symbol: 'none',
    silent: true,
    lineStyle: { width: 0 },
    emphasis: { disabled: true },
  }
  return [
    { ...unseen, id: `${key}-floor`, data: floor.map(({ at, value }) => [msOf(at), value]) },
    {
      ...unseen,
      id: `${key}-filling`,
      data: points.map(({ at, value }, index) => [msOf(at), value - (floor[index]?.value ?? value)]),
      areaStyle: { color: ink, opacity: 0.14 },
    },
  ]
}

/** A line across the chart, of no series: it stays when those are hidden. */
function markOfMoment(axis: ChartAxis) {
  if ('categories' in axis || !axis.mark) return []
  const { at, name } = axis.mark
  return [
    {
      id: 'mark',
      type: 'line',
      data: [],
      markLine: {
        silent: true,
        symbol: 'none',
        lineStyle: HAIR,
        label: { ...WORDS, formatter: name, position: 'insideEndTop', rotate: 0 },
        data: [{ xAxis: msOf(at) }],
      },
    },
  ]
}

/** The options for a chart of this width in pixels. */
export function optionOf(
  series: readonly Series[],
  axis: ChartAxis,
  { width, language }: { width: number; language: string },
): EChartsCoreOption {
  return {
    useUTC: true,
    animation: false,
    // inside are the labels of the axes; above are the units
    grid: { left: 4, right: 4, top: 28, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { ...axisOf(axis, series, width, language), axisPointer: { snap: true } },
    yAxis: [scaleOf(series, 'left'), scaleOf(series, 'right')],
    axisPointer: { label: { show: false } },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      axisPointer: series.some(({ stack }) => stack !== undefined)
        ? { type: 'shadow', shadowStyle: { color: 'var(--chart-axis)', opacity: 0.12 } }
        : { type: 'line', lineStyle: HAIR },
    },
    // the wheel alone, or one finger, scrolls the page
    dataZoom:
      'categories' in axis
        ? []
        : [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false }],
    series: [
      ...series.flatMap((one) => fillingOf(one, inkOf(one))),
      ...series.map((one) => seriesOf(one, axis)),
      ...markOfMoment(axis),
    ],
  }
}
