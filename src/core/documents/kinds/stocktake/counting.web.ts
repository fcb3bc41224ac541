/** The sheet of a stocktake while it is typed: book amounts and counted amounts. */
import { useMemo } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { parseDay } from '../../../../shared/dates'
import { parseDecimal, toMg } from '../../../../shared/numbers'
import { showAmount } from '../../../../web/format'
import { callKey, queryClient, useCall } from '../../../../web/query-client'
import { readTime } from '../../../../web/ui/fields/time-field'
import type { GoodRow } from '../../../goods/good.contract'
import { linesIn } from '../../fields/document-lines.web'
import type { FieldsProps, Values } from '../../fields/form-model.web'
import { cachedGoodOf, useGoods } from '../../fields/goods.web'
import { type CountedLine, differenceCost, sheetCall, type SheetRow } from './stocktake.contract'

const MILLION = 1_000_000

/** «−20», «+1,5» */
export const signed = (millionths: number) =>
  `${millionths > 0 ? '+' : millionths < 0 ? '−' : ''}${showAmount(Math.abs(millionths) / MILLION)}`

export interface CountedRow extends Omit<SheetRow, 'book'> {
  /** millionths */
  book: number
  /** as typed; '' while it was not counted */
  counted: string
  /** millionths; null while it was not counted */
  difference: number | null
  /** index of the form's line; -1 while it is not counted */
  line: number
  fault: string | undefined
  /** as the pasted sheet has it */
  named: { name: string; unit: string } | undefined
  known: GoodRow | undefined
}

const asRow = ({ id, name, kind, type_translation, measure_name, code, stocks_count }: GoodRow, stock: string) => ({
  good_id: id,
  good: name,
  kind,
  type_translation,
  measure_name,
  code,
  book: stocks_count[stock] ?? 0,
  // what it is worth is known to the server alone
  unit_cost: null,
})

/** Kopecks of the differences, of goods with a known cost; null when there are none. */
export function costOfDifferences(rows: readonly CountedRow[]): number | null {
  const costs = rows.flatMap(({ difference, unit_cost }) =>
    difference === null || unit_cost === null ? [] : [Math.abs(differenceCost(difference, unit_cost))],
  )
  return costs.length > 0 ? costs.reduce((sum, one) => sum + one, 0) : null
}

/** Book amounts at the form's moment; those known on this device until the server has answered. */
function useSheet({ stock_id: stock = '', date, time }: Values, except: number | undefined) {
  const wanted = JSON.stringify({ stock, date: parseDay(date ?? ''), time: readTime(time ?? '') })
  const [settled] = useDebouncedValue(wanted, 250)
  const input = JSON.parse(settled) as { stock: string; date: string | null; time: string | null }
  const asked = Boolean(input.stock && input.date && input.time)
  const answer = useCall(
    sheetCall,
    { stock_id: input.stock, date: input.date ?? '', time: input.time ?? '', except_id: except },
    { enabled: asked, retry: false, staleTime: 30_000 },
  )
  const consumables = useGoods()
  const products = useGoods(undefined, undefined, 'workshop_good')
  const known = useMemo(() => {
    const held = [...consumables.goods, ...products.goods].filter(({ stocks_count }) => stock in stocks_count)
    return held.map((good) => asRow(good, stock))
  }, [consumables.goods, products.goods, stock])
  const all = useMemo(() => [...consumables.goods, ...products.goods], [consumables.goods, products.goods])
  // the count stays visible while book amounts of another minute load
  return {
    rows: answer.data ?? known,
    all,
    name: consumables.stocks.get(stock) ?? '',
    settling: asked && answer.data === undefined && !answer.isError,
  }
}

/** The rows of the sheet, and of counted goods that the book does not have. */
export function useCounting({ form, row }: Pick<FieldsProps, 'form' | 'row'>) {
  const { values, errors } = form
  const stock = values.stock_id ?? ''
  const { rows, all, name, settling } = useSheet(values, row?.id)
  const lines = linesIn(values)
  const places = new Map(lines.map(({ good_id }, index) => [Number(good_id), index]))
  const byId = new Map(all.map((good) => [good.id, good]))
  const listed = new Set(rows.map(({ good_id }) => good_id))
  const former = ((row?.lines ?? []) as CountedLine[]).map((line) => ({
    ...line,
    type_translation: '',
    code: null,
    unit_cost: null,
  }))
  const found = lines.flatMap(({ good_id }) => {
    if (listed.has(Number(good_id))) return []
    const good = byId.get(Number(good_id))
    const own = former.find((line) => String(line.good_id) === good_id)
    return good ? [asRow(good, stock)] : own ? [own as SheetRow] : []
  })
  const shown = [...rows, ...found].map((one): CountedRow => {
    const line = places.get(one.good_id) ?? -1
    const { amount: counted = '', named = '', named_unit: unit = '' } = lines[line] ?? {}
    const typed = parseDecimal(counted, 6)
    const book = toMg(one.book)
    const fault = errors[`lines.${line}.amount`] ?? errors[`lines.${line}.good_id`]
    return {
      ...one,
      book,
      counted,
      difference: typed === null ? null : typed - book,
      line,
      fault: line < 0 || !fault ? undefined : String(fault),
      named: named === '' ? undefined : { name: named, unit },
      known: byId.get(one.good_id),
    }
  })
  const more = all.filter(({ id }) => !shown.some(({ good_id }) => good_id === id))
  return { shown, more, all, settling, stock: name }
}

/** «Соль +1,5 кг, Корм −20 кг» for a record the server does not have yet, by the book amounts on this device. */
export function unsavedCount(values: Values): { lines_count: number; differences: string } {
  const { stock_id = '', date = '', time = '' } = values
  const asked = { stock_id, date: parseDay(date) ?? '', time: readTime(time) ?? '', except_id: undefined }
  const sheet = queryClient.getQueryData<SheetRow[]>(callKey(sheetCall, asked)) ?? []
  const lines = linesIn(values)
  const differences = lines.flatMap(({ good_id = '', amount }) => {
    const listed = sheet.find((row) => String(row.good_id) === good_id)
    const good = cachedGoodOf('good', good_id) ?? cachedGoodOf('workshop_good', good_id)
    const known = listed ?? (good && asRow(good, stock_id))
    const difference = known ? (parseDecimal(amount, 6) ?? 0) - toMg(known.book) : 0
    return known && difference !== 0 ? [`${known.good} ${signed(difference)} ${known.measure_name}`] : []
  })
  return { lines_count: lines.length, differences: differences.join(', ') }
}
