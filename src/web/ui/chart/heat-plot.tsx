import { useEffect, useRef } from 'react'
import { CustomChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import type { CustomSeriesOption } from 'echarts/charts'
import { SVGRenderer } from 'echarts/renderers'
import { usePhone } from '../use-phone'
import { WORDS } from './axis-words'
import { tipOf, useChartIn } from './chart-in'
import { type HeatCell, type HeatStep, stepOf } from './heat-model'
import classes from './chart.module.css'

register([CustomChart, GridComponent, TooltipComponent, SVGRenderer])

interface HeatPlotProps {
  /** names of the rows, from above */
  rows: readonly string[]
  /** of the axis, translated */
  days: readonly string[]
  cells: readonly HeatCell[]
  steps: readonly HeatStep[]
  /** translated lines for the tooltip */
  words: (cell: HeatCell) => [string, string][]
  onPick: (cell: HeatCell) => void
}

const PLAIN = { axisTick: { show: false }, axisLine: { show: false } }

/** A rectangle in its day and row, with a gap to its neighbours. */
const drawn =
  (inks: readonly string[]): CustomSeriesOption['renderItem'] =>
  ({ dataIndex }, { coord, size, value }) => {
    const [x, y] = coord!([value!(0), value!(1)]) as [number, number]
    const [width, height] = size!([1, 1]) as [number, number]
    const gap = width > 6 ? 1 : 0
    const shape = { x: x - width / 2, y: y - height / 2 + 1, width: Math.max(1, width - gap), height: height - 2, r: 2 }
    return { type: 'rect', shape, style: { fill: inks[dataIndex]! } }
  }

/** Room of a day's name, in pixels. */
const NAME = 52

const optionOf = ({ rows, days, cells, steps }: HeatPlotProps, width: number) => ({
  animation: false,
  grid: { left: 8, right: 8, top: 4, bottom: 4, containLabel: true },
  tooltip: { trigger: 'item', confine: true },
  xAxis: {
    ...PLAIN,
    type: 'category',
    data: days,
    axisLabel: { ...WORDS, interval: Math.ceil((days.length * NAME) / width) - 1 },
    splitLine: { show: false },
  },
  yAxis: {
    ...PLAIN,
    type: 'category',
    data: rows,
    inverse: true,
    axisLabel: { ...WORDS, interval: 0 },
    splitLine: { show: true, lineStyle: { color: 'var(--chart-grid)' } },
  },
  series: [
    {
      type: 'custom',
      renderItem: drawn(cells.map(({ value }) => stepOf(steps, value).ink)),
      data: cells.map(({ day, row }) => [day, row]),
    },
  ],
})

/** The picture, drawn by echarts as SVG. Loaded when it is first shown. */
export function HeatPlot(given: HeatPlotProps) {
  const phone = usePhone()
  const place = useRef<HTMLDivElement>(null)
  const { chart, width } = useChartIn(place)
  const latest = useRef(given)
  latest.current = given
  const { rows, days, cells, steps } = given
  useEffect(() => {
    if (!chart) return
    chart.setOption(optionOf(latest.current, width), { notMerge: true })
    chart.setOption({
      tooltip: {
        // a thumb hides what is under it: on a phone the text is below the picture
        showContent: !phone,
        className: classes.tip,
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          tipOf(latest.current.words(latest.current.cells[dataIndex]!)),
      },
    })
  }, [chart, width, rows, days, cells, steps, phone])
  useEffect(() => {
    chart?.on('click', ({ dataIndex }) => {
      const cell = latest.current.cells[dataIndex]
      if (cell) latest.current.onPick(cell)
    })
  }, [chart])
  return <div ref={place} className={classes.canvas} aria-hidden="true" />
}
