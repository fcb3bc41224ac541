import { useLayoutEffect, useState, type RefObject } from 'react'
import type { Column } from '../../../shared/columns'

/**
 * How many more to drop: the others are as narrow as they can be while the table is wider than its box, so each takes
 * its own width away.
 */
function enough(box: HTMLElement, columns: readonly Column[], yielding: readonly Column[], count: number): number {
  const heads = box.querySelectorAll<HTMLElement>('thead th')
  const shown = columns.filter((column) => !yielding.slice(0, count).includes(column))
  let over = box.scrollWidth - box.clientWidth
  let more = 0
  for (; over >= 1 && count + more < yielding.length; more++)
    over -= heads[shown.indexOf(yielding[count + more]!)]!.getBoundingClientRect().width
  return Math.max(1, more)
}

/**
 * Fits the columns into the box: those that yield are dropped from the right; when none is left to drop, long texts are
 * cut (`tight`). Runs before painting; a wider box, other rows or other columns start over.
 */
export function useFitting(box: RefObject<HTMLElement | null>, columns: readonly Column[], rows: readonly unknown[]) {
  const [width, setWidth] = useState(0)
  const of = [columns.map(({ key }) => key).join(), width, rows] as const
  const [gone, setGone] = useState<{ count: number; of: readonly unknown[] }>({ count: 0, of })
  const same = gone.of.every((one, place) => one === of[place])
  const count = same ? gone.count : 0
  const yielding = columns.filter((column) => column.yields).reverse()
  const left = new Set(yielding.slice(0, count))
  useLayoutEffect(() => {
    const element = box.current
    if (element && element.scrollWidth > element.clientWidth && count <= yielding.length)
      setGone({ count: count + enough(element, columns, yielding, count), of })
  })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = new ResizeObserver(() => setWidth(element.clientWidth))
    look.observe(element)
    return () => look.disconnect()
  }, [box])
  return {
    columns: left.size === 0 ? columns : columns.filter((column) => !left.has(column)),
    tight: count > yielding.length,
  }
}
