/** What every picture drawn by echarts needs. */
import { useEffect, useState, type RefObject } from 'react'
import { init, type EChartsType } from 'echarts/core'

/** A chart that fills its element. It is made once the element has a size: without one echarts draws 100 pixels. */
export function useChartIn(place: RefObject<HTMLDivElement | null>) {
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

/** Built from elements, not from HTML text, because people type the names. */
export function tipOf([[title = ''] = ['', ''], ...lines]: [string, string][]): HTMLElement {
  const tip = document.createElement('div')
  tip.append(Object.assign(document.createElement('b'), { textContent: title }))
  for (const [name, value] of lines) {
    const line = document.createElement('div')
    line.append(name, Object.assign(document.createElement('b'), { textContent: value }))
    tip.append(line)
  }
  return tip
}
