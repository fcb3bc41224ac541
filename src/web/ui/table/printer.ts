import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sheet } from '../../../shared/sheets/sheet'

type Paper = Omit<Sheet, 'translate'>

interface Printed {
  sheet: Paper
  /** true: the browser is printing already. Otherwise it prints once the sheet is rendered */
  printing: boolean
  onDone: () => void
}

interface Printer {
  /** there is nothing to print */
  off: boolean
  /** reads all rows, then shows the sheet */
  all: (show: (sheet: Paper) => void) => void
  atOnce: () => Paper
}

/** Tables of the page and of windows above it; Ctrl+P prints the one opened last. */
const tables: symbol[] = []

const isPrintKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyP'

/** However printing is started, by the button, by Ctrl+P or in the browser's menu, the same sheet is printed. */
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
