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
  /** it is printed by its button alone, if there is anything to print */
  off: boolean
  /** reads all rows, then shows the sheet */
  all: (show: (sheet: Paper) => void) => void
  atOnce: () => Paper
}

/** Tables of the page and of windows above it; Ctrl+P prints the one opened last. */
const tables: symbol[] = []

/** The sheet of some table is on its way to paper: the browser's own signal is of that one. */
let underway = false

const isPrintKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyP'

/** What a table prints; while it does, no other one begins. */
function usePrinted() {
  const [printed, setPrinted] = useState<Printed | null>(null)
  const own = useRef(false)
  const onDone = useCallback(() => {
    underway = own.current = false
    setPrinted(null)
  }, [])
  const begin = useCallback((sheet: Paper, printing: boolean) => {
    underway = own.current = true
    setPrinted({ sheet, printing, onDone })
  }, [])
  // a page that is left while it prints gives its place
  useEffect(() => () => void (own.current && (underway = false)), [])
  return { printed, begin }
}

/** However printing is started, by the button, by Ctrl+P or in the browser's menu, the same sheet is printed. */
export function usePrinter(printer: Printer) {
  const { printed, begin } = usePrinted()
  const latest = useRef(printer)
  latest.current = printer
  const print = useCallback(() => latest.current.all((sheet) => begin(sheet, false)), [begin])
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
      if (tables.at(-1) !== self || underway) return
      flushSync(() => begin(latest.current.atOnce(), true))
    }
    window.addEventListener('keydown', onKey, { signal })
    window.addEventListener('beforeprint', onPrint, { signal })
    return () => {
      stop.abort()
      tables.splice(tables.indexOf(self), 1)
    }
  }, [printer.off, print, begin])
  return { printed, print }
}
