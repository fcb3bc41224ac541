/**
 * Renders only the visible rows of a long list, some around them, and those around the focus, so that a field one types
 * into stays mounted. The heights of omitted rows are kept as gaps. Print has all rows.
 */
import { useEffect, useLayoutEffect, useState, type Key, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual'

/** With more rows than this only the visible ones are rendered. */
const FROM = 100
const AHEAD = 12

interface RowWindow {
  /** the element with the rows: a table's body, or a list */
  list: RefObject<HTMLElement | null>
  count: number
  /** usual height of a row in pixels; rendered rows are measured */
  height: number
  keyOf: (index: number) => Key
  /** rows that are rendered wherever one scrolls */
  kept?: readonly number[]
}

/** The element that scrolls the list vertically, or null for the page. */
function scrollerOf(list: HTMLElement): Element | null {
  for (let around = list.parentElement; around && around !== document.body; around = around.parentElement)
    if (around.scrollHeight > around.clientHeight && /auto|scroll/.test(getComputedStyle(around).overflowY))
      return around
  return null
}

/** How far the list begins below the start of its scroll container. */
const marginOf = (list: HTMLElement, scroller: Element | null): number =>
  Math.round(
    list.getBoundingClientRect().top +
      (scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY),
  )

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // the browser prints without waiting for a later render
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    window.addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => stop.abort()
  }, [])
  return printing
}

/** A row and the rows around it. */
const near = (index: number, count: number) =>
  Array.from({ length: 2 * AHEAD + 1 }, (_, place) => index - AHEAD + place).filter((one) => one >= 0 && one < count)

/** A row's height includes the lines of messages under it in a table. */
function heightOf(row: Element): number {
  let height = row.getBoundingClientRect().height
  for (
    let next = row.nextElementSibling;
    next && next.matches('tr:not([data-row], [aria-hidden])');
    next = next.nextElementSibling
  )
    height += next.getBoundingClientRect().height
  return height
}

const allOf = (count: number): Drawn[] => Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))

/** The rows that stay rendered in addition to the visible ones. */
const alwaysOf = (kept: readonly number[], focused: number, reached: number, count: number) => [
  ...kept,
  ...(focused < 0 ? [] : near(focused, count)),
  ...(reached < 0 ? [] : near(reached, count)),
]

/** The list's place in its scroll container. What is above the list may change with any render. */
function usePlace(list: RowWindow['list'], long: boolean) {
  const [place, setPlace] = useState<{ scroller: Element | null | undefined; margin: number }>({
    scroller: undefined,
    margin: 0,
  })
  useLayoutEffect(() => {
    if (!long || !list.current) return
    const scroller = scrollerOf(list.current)
    const margin = marginOf(list.current, scroller)
    setPlace((was) => (was.scroller === scroller && was.margin === margin ? was : { scroller, margin }))
  })
  return place
}

interface Drawn {
  index: number
  /** height of the omitted rows before it */
  gap: number
}

function drawnOf(items: readonly VirtualItem[], margin: number): Drawn[] {
  return items.map(({ index, start }, place) => ({ index, gap: start - (items[place - 1]?.end ?? margin) }))
}

export function useRowWindow({ list, count, height, keyOf, kept = [] }: RowWindow) {
  const printing = usePrinting()
  const long = count > FROM && !printing
  const { scroller, margin } = usePlace(list, long)
  const [{ focused, reached }, setNear] = useState({ focused: -1, reached: -1 })
  const always = alwaysOf(kept, focused, reached, count)
  const options = {
    count,
    estimateSize: () => height,
    getItemKey: keyOf as (index: number) => string | number,
    measureElement: heightOf,
    indexAttribute: 'data-row',
    overscan: AHEAD,
    scrollMargin: margin,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...always])].filter((one) => one < count).sort((a, b) => a - b),
  }
  const inPage = useWindowVirtualizer({ ...options, enabled: long && scroller === null })
  const inBox = useVirtualizer({ ...options, enabled: long && !!scroller, getScrollElement: () => scroller ?? null })
  const virtual = scroller === null ? inPage : inBox
  const items = virtual.getVirtualItems()
  const draw = (index: number) => flushSync(() => setNear({ focused, reached: index }))
  const onFocus = ({ target }: { target: Element }) => {
    const row = target.closest<HTMLElement>('[data-row]')
    if (long && row) setNear({ focused: Number(row.dataset['row']), reached: -1 })
  }
  if (!long) return { long, drawn: allOf(count), below: 0, draw, onFocus }
  return {
    long,
    drawn: drawnOf(items, margin),
    below: scroller === undefined ? count * height : virtual.getTotalSize() + margin - (items.at(-1)?.end ?? margin),
    measure: virtual.measureElement as (row: Element | null) => void,
    draw,
    onFocus,
  }
}
