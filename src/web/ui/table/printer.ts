import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Sheet } from '../../../shared/sheets/sheet'
import { LayerContext } from '../overlay/open-windows'

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
  /** reads all rows, then shows the sheet; ends when it is shown, or was told why not */
  all: (show: (sheet: Paper) => void) => Promise<void> | void
  atOnce: () => Paper
}

/** A table of the page, or of a window above it. */
interface Member {
  /** how many windows it stands above the page */
  layer: number
  read: () => Promise<Paper | null>
  atOnce: () => Paper
  show: (sheet: Paper, printing: boolean) => void
}
const tables: Member[] = []

/** Ctrl+P prints what is in sight: all tables of the page, or of the window opened last. */
const together = () => tables.filter(({ layer }) => layer === tables.at(-1)!.layer)

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

/** One after the other, as they stand on the page: sheets that are shown at once keep their order. */
const showAll = (sheets: readonly (readonly [Member, Paper | null])[]) =>
  flushSync(() => {
    for (const [member, sheet] of sheets) if (sheet) member.show(sheet, true)
  })

async function printAll(): Promise<void> {
  showAll(await Promise.all(together().map(async (one) => [one, await one.read()] as const)))
  if (underway) window.print()
}

/** However printing is started, by the button, by Ctrl+P or in the browser's menu, the same sheet is printed. */
export function usePrinter(printer: Printer) {
  const { printed, begin } = usePrinted()
  const layer = useContext(LayerContext)
  const latest = useRef(printer)
  latest.current = printer
  const print = useCallback(() => void latest.current.all((sheet) => begin(sheet, false)), [begin])
  useEffect(() => {
    if (printer.off) return
    const self: Member = {
      layer,
      read: async () => {
        let read: Paper | null = null
        await latest.current.all((sheet) => void (read = sheet))
        return read
      },
      atOnce: () => latest.current.atOnce(),
      show: begin,
    }
    tables.push(self)
    const stop = new AbortController()
    const { signal } = stop
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event) || tables.at(-1) !== self) return
      event.preventDefault()
      void printAll()
    }
    const onPrint = () => {
      if (tables.at(-1) !== self || underway) return
      showAll(together().map((one) => [one, one.atOnce()] as const))
    }
    window.addEventListener('keydown', onKey, { signal })
    window.addEventListener('beforeprint', onPrint, { signal })
    return () => {
      stop.abort()
      tables.splice(tables.indexOf(self), 1)
    }
  }, [printer.off, layer, begin])
  return { printed, print }
}
