import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sheet } from '../../../shared/sheets/sheet'

type Paper = Omit<Sheet, 'translate'>

interface Printed {
  sheet: Paper
  /** the browser prints already; else it is asked to as soon as the sheet stands */
  printing: boolean
  onDone: () => void
}

interface Printer {
  /** there is nothing to print */
  off: boolean
  /** reads everything, then shows it */
  all: (show: (sheet: Paper) => void) => void
  atOnce: () => Paper
}

/** Tables on the page and in windows over it; the last one opened is what Ctrl+P prints. */
const tables: symbol[] = []

const isPrintKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyP'

/**
 * Whichever way printing is asked for, by the button, by Ctrl+P, in the menu of the browser, the same sheet goes to
 * paper.
 */
export function usePrinter(printer: Printer) {
  const [printed, setPrinted] = useState<Printed | null>(null)
  const latest = useRef({ ...printer, printed })
  latest.current = { ...printer, printed }
  const onDone = useCallback(() => setPrinted(null), [])
  const print = useCallback(
    () => latest.current.all((sheet) => setPrinted({ sheet, printing: false, onDone })),
    [onDone],
  )
  useEffect(() => {
    if (printer.off) return
    const self = Symbol()
    tables.push(self)
    const stop = new AbortController()
    const { signal } = stop
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event) || tables.at(-1) !== self) return
      event.preventDefault()
      print()
    }
    const onPrint = () => {
      if (tables.at(-1) !== self || latest.current.printed) return
      flushSync(() => setPrinted({ sheet: latest.current.atOnce(), printing: true, onDone }))
    }
    window.addEventListener('keydown', onKey, { signal })
    window.addEventListener('beforeprint', onPrint, { signal })
    return () => {
      stop.abort()
      tables.splice(tables.indexOf(self), 1)
    }
  }, [printer.off, print, onDone])
  return { printed, print }
}
