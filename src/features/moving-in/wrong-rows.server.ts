/** Only the rows with errors, with their reasons, as a workbook that can be mended and brought back. */
import { sql } from 'kysely'
import { openBreath } from '../../server/base/breath'
import { fileRoute } from '../../server/http/route'
import { sheetNames, writeWorkbook, XLSX } from '../../server/sheets/excel'
import type { SheetCell } from '../../shared/sheets/sheet'
import { pastCalls } from './calls/past.contract'
import { PAST_FIELDS, type PastField, placeOfKey } from './calls/past-words.contract'
import { keysOf, readListed, requireImport, valuesOf } from './row-list.server'

const MAX_ROWS = 30_000
const REASON = 'Что исправить'

const bold = (value: string): SheetCell => ({ value, type: String, fontWeight: 'bold', wrap: true })
const text = (value: string): SheetCell => (value === '' ? {} : { value, type: String })

export const wrongRows = fileRoute(pastCalls.wrongRows, async ({ id }, context) => {
  const { company, speak } = context
  const { file, sheets } = await requireImport(context, id)
  const rows = await readListed(context, id, sql`and state = 'wrong'`, sql`limit ${MAX_ROWS}`)
  const used = sheets.flatMap((plan, place) => {
    const own = rows.filter(({ sheet }) => sheet === place)
    return own.length > 0 ? [{ plan, own }] : []
  })
  const names = sheetNames(used.map(({ plan }) => plan.name))
  const breath = openBreath()
  const bookOf = async ({ plan, own }: (typeof used)[number], index: number) => {
    const keys = keysOf(own, plan)
    const titles = keys.map(
      (key) =>
        plan.titles[placeOfKey(key) ?? plan.columns[key as PastField] ?? -1] ?? speak(PAST_FIELDS[key as PastField]),
    )
    const data: SheetCell[][] = []
    for (const row of own) {
      const values = valuesOf(row, plan)
      const reasons = (row.faults ?? []).map((fault) => speak(fault.text)).join('; ')
      data.push([...keys.map((key) => text(values[key] ?? '')), text(reasons)])
      await breath()
    }
    return {
      sheet: names[index]!,
      data: [[...titles, speak(REASON)].map(bold), ...data],
      columns: [...titles.map(() => ({ width: 16 })), { width: 60 }],
      stickyRowsCount: 1,
    }
  }
  const books = await Promise.all(used.map(bookOf))
  const name = `${speak('Исправить')} ${file}`.replace(/(\.xlsx)?$/i, '.xlsx')
  return { name, type: XLSX, bytes: () => writeWorkbook(company.id, books) }
})
