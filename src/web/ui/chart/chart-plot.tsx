import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { showAmount } from '../../format'
import { useTranslation } from '../../i18n'
import { dashOf, inkOf, markOf, type ChartLine } from './chart-line'
import { msOf, pointNear, ticksOf, tickText, withGaps } from './chart-time'
import classes from './chart.module.css'

use([LineChart, GridComponent, SVGRenderer])

interface PlotProps {
  lines: readonly ChartLine[]
  from: string
  to: string
  /** marked by a hair line and a dot on each line */
  moment: number | null
  onPoint: (ms: number | null) => void
}

interface Mark {
  x: number
  dots: { key: string; y: number; ink: string }[]
}

const TOP = 28
const BOTTOM = 28
/** More points than this need no dots: they would run together. */
const DOTS_MOST = 62
const LABEL = { color: 'var(--chart-axis)', fontSize: 12, fontFamily: 'var(--font)' }

const sideLines = (lines: readonly ChartLine[], side: ChartLine['side']) => lines.filter((line) => line.side === side)

/** Room for the numbers of a scale, by the longest of them. */
function roomOf(lines: readonly ChartLine[]): number {
  if (lines.length === 0) return 12
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const longest = Math.max(
    3,
    ...[Math.max(...values, 0), Math.min(...values, 0)].map((value) => Math.round(value).toString().length + 2),
  )
  return 18 + longest * 7
}

function scaleOf(lines: readonly ChartLine[], side: ChartLine['side']) {
  return {
    type: 'value' as const,
    position: side,
    show: lines.length > 0,
    scale: true,
    splitNumber: 4,
    alignTicks: side === 'right',
    name: [...new Set(lines.map(({ unit }) => unit).filter(Boolean))].join(', '),
    nameGap: 12,
    nameTextStyle: { ...LABEL, align: side === 'left' ? ('right' as const) : ('left' as const) },
    axisLabel: { ...LABEL, formatter: (value: number) => showAmount(value) },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: side === 'left', lineStyle: { color: 'var(--chart-grid)' } },
  }
}

/** A word of the axis and the air around it. */
const TICK_WIDTH = 62

function ticksIn(from: string, to: string, width: number, language: string) {
  const [min, max] = [msOf(from), msOf(to)]
  const ticks = ticksOf(min, max, Math.floor(width / TICK_WIDTH))
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : max - min
  return { customValues: ticks, formatter: (value: number) => tickText(value, step, language) }
}

function optionOf({ lines, from, to }: Pick<PlotProps, 'lines' | 'from' | 'to'>) {
  const [left, right] = [sideLines(lines, 'left'), sideLines(lines, 'right')]
  return {
    useUTC: true,
    animation: false,
    grid: { left: roomOf(left), right: roomOf(right), top: TOP, bottom: BOTTOM, outerBoundsMode: 'none' as const },
    xAxis: {
      type: 'time' as const,
      min: msOf(from),
      max: msOf(to),
      axisLabel: LABEL,
      axisLine: { lineStyle: { color: 'var(--line-2)' }, onZero: false },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: [scaleOf(left, 'left'), scaleOf(right, 'right')],
    series: lines.map((line) => ({
      id: line.key,
      type: 'line' as const,
      yAxisIndex: line.side === 'left' ? 0 : 1,
      data: withGaps(line.points),
      silent: true,
      symbol: markOf(line),
      symbolSize: 6,
      // a lone point would not be seen at all
      showSymbol: line.points.length <= DOTS_MOST,
      sampling: 'lttb' as const,
      lineStyle: { color: inkOf(line), width: 2, type: dashOf(line) ?? ('solid' as const) },
      itemStyle: { color: inkOf(line) },
    })),
  }
}

/** Where the lines stand at a moment, in pixels of the picture. */
function momentMark(chart: EChartsType, lines: readonly ChartLine[], moment: number): Mark {
  const at = (axis: number, value: number) =>
    chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: axis }, [moment, value]) as [number, number]
  const dots = lines.flatMap((line) => {
    const point = pointNear(line.points, moment, 0)
    if (!point) return []
    return [{ key: line.key, y: at(line.side === 'left' ? 0 : 1, point.value)[1], ink: inkOf(line) }]
  })
  return { x: at(0, 0)[0], dots }
}

/** A chart as large as its place, made when the place has a size: without one echarts draws 100 pixels. */
function useChartIn(place: RefObject<HTMLDivElement | null>) {
  const [made, setMade] = useState<{ chart: EChartsType | null; width: number }>({ chart: null, width: 0 })
  useEffect(() => {
    const element = place.current!
    let chart: EChartsType | null = null
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      if (chart) chart.resize()
      else chart = init(element, null, { renderer: 'svg' })
      setMade({ chart, width: element.clientWidth })
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart?.dispose()
    }
  }, [place])
  return made
}

/** The picture itself, drawn by echarts as SVG. Loaded only when a chart is shown. */
export function Plot({ lines, from, to, moment, onPoint }: PlotProps) {
  const { language } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [mark, setMark] = useState<Mark | null>(null)
  const { chart, width } = useChartIn(place)
  useEffect(() => {
    chart?.setOption(optionOf({ lines, from, to }), { notMerge: true })
  }, [chart, lines, from, to])
  useEffect(() => {
    const room = roomOf(sideLines(lines, 'left')) + roomOf(sideLines(lines, 'right'))
    chart?.setOption({ xAxis: { axisLabel: ticksIn(from, to, width - room, language) } })
  }, [chart, lines, from, to, width, language])
  useEffect(() => {
    setMark(chart && moment !== null ? momentMark(chart, lines, moment) : null)
  }, [chart, lines, from, to, moment, width])
  const point = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const ms = chart?.convertFromPixel({ xAxisIndex: 0 }, x)
    if (typeof ms === 'number' && Number.isFinite(ms)) onPoint(ms)
  }
  return (
    <div
      className={classes.picture}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onPoint(null)}
    >
      <div ref={place} className={classes.canvas} aria-hidden="true" />
      {mark && (
        <div className={classes.hair} style={{ left: mark.x, top: TOP, bottom: BOTTOM }} aria-hidden="true">
          {mark.dots.map(({ key, y, ink }) => (
            <i key={key} className={classes.dot} style={{ top: y - TOP, borderColor: ink }} />
          ))}
        </div>
      )}
    </div>
  )
}
