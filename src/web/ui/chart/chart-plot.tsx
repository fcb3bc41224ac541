import { useEffect, useRef } from 'react'
import { BarChart, LineChart } from 'echarts/charts'
import { DataZoomInsideComponent, GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useTranslation } from '../../i18n'
import { usePhone } from '../use-phone'
import { tipOf, useChartIn } from './chart-in'
import type { ChartAxis, Series } from './chart-model'
import { optionOf } from './chart-option'
import classes from './chart.module.css'

register([
  BarChart,
  LineChart,
  DataZoomInsideComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  SVGRenderer,
])

interface PlotProps {
  series: readonly Series[]
  axis: ChartAxis
  /** a moment that was chosen by keys: it is shown like one under the pointer */
  shown: number | null
  /** translated lines for the tooltip */
  words: (moment: number) => [string, string][]
  /** the moment under the pointer */
  onPoint: (moment: number | null) => void
  onPick: (() => void) | undefined
  /** increases when the whole period is requested */
  whole: number
  onZoom: (zoomed: boolean) => void
}

interface Pointed {
  axesInfo?: { axisDim: string; value: number }[]
}

/** The picture, drawn by echarts as SVG. Loaded when a chart is first shown. */
export function Plot({ series, axis, shown, whole, ...given }: PlotProps) {
  const { language } = useTranslation()
  const phone = usePhone()
  const place = useRef<HTMLDivElement>(null)
  const { chart, width } = useChartIn(place)
  const latest = useRef({ ...given, phone })
  latest.current = { ...given, phone }
  useEffect(() => {
    if (!chart) return
    chart.setOption(optionOf(series, axis, { width, language }), { notMerge: true })
    chart.setOption({
      tooltip: {
        // a thumb hides what is under it: on a phone the text is below the picture
        showContent: !phone,
        className: classes.tip,
        formatter: ([point]: { axisValue: number | string; dataIndex: number }[]) =>
          tipOf(latest.current.words('categories' in axis ? point!.dataIndex : Number(point!.axisValue))),
      },
    })
  }, [chart, series, axis, width, language, phone])
  useEffect(() => {
    if (!chart) return
    chart.on('updateAxisPointer', (event) => {
      const [pointed] = ((event as Pointed).axesInfo ?? []).filter(({ axisDim }) => axisDim === 'x')
      latest.current.onPoint(pointed ? pointed.value : null)
    })
    chart.on('datazoom', () => {
      const [{ start = 0, end = 100 } = {}] = (chart.getOption() as { dataZoom: { start?: number; end?: number }[] })
        .dataZoom
      latest.current.onZoom(start > 0 || end < 100)
    })
    // without a pointer, a tap only chooses the moment
    chart.getZr().on('click', () => !latest.current.phone && latest.current.onPick?.())
  }, [chart])
  useEffect(() => {
    if (whole > 0) chart?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 })
  }, [chart, whole])
  useEffect(() => {
    if (!chart || shown === null) return
    const x = chart.convertToPixel({ xAxisIndex: 0 }, shown)
    chart.dispatchAction({ type: 'showTip', x, y: chart.getHeight() / 2 })
  }, [chart, shown])
  return <div ref={place} className={classes.canvas} aria-hidden="true" />
}
