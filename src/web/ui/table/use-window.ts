/**
 * Of a long table only the rows in sight are drawn. All rows are of one height, so where one lies is a multiplication.
 */
import { useLayoutEffect, useState, type RefObject, type UIEvent } from 'react'

const ROW = 36
const HEAD = 36
const FOOT = 40
/** Above this many rows only those in sight are drawn. */
const FROM = 100
const AHEAD = 12

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

export function useWindow(box: RefObject<HTMLDivElement | null>, count: number) {
  const long = count > FROM
  const [{ first, seen }, setSight] = useState({ first: 0, seen: 0 })
  const look = (element: HTMLElement) => {
    const next = { first: Math.floor(element.scrollTop / ROW), seen: Math.ceil(element.clientHeight / ROW) }
    setSight((was) => (was.first === next.first && was.seen === next.seen ? was : next))
  }
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !long) return
    const observer = new ResizeObserver(() => look(element))
    observer.observe(element)
    look(element)
    return () => observer.disconnect()
  }, [box, long, count])
  if (!long) return { drawn: range(0, count), above: 0, below: 0, reveal: () => undefined }
  const from = Math.max(0, Math.min(first, count - seen) - AHEAD)
  const to = Math.min(count, first + seen + AHEAD)
  /** The least scroll that shows a row between the sticky header and the totals. */
  const reveal = (index: number) => {
    const element = box.current
    if (!element) return
    const [low, high] = [index * ROW, (index + 1) * ROW + HEAD + FOOT - element.clientHeight]
    if (element.scrollTop > low) element.scrollTop = low
    else if (element.scrollTop < high) element.scrollTop = high
    // drawn at once, so that the row can take the focus
    look(element)
  }
  return {
    drawn: range(from, to),
    above: from * ROW,
    below: (count - to) * ROW,
    reveal,
    onScroll: (event: UIEvent<HTMLDivElement>) => look(event.currentTarget),
  }
}
