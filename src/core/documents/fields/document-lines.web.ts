/** The lines of a document in its form, and their totals. Amounts in millionths, money in kopecks. */
import type { GoodsLine } from '../../../shared/ledger/document'
import { MILLIONTHS, mulDiv, parseDecimal } from '../../../shared/numbers'
import { showAmount, showNumber } from '../../../web/format'
import { MEASURES, type GoodRow } from '../../goods/good.contract'
import { textsOf, type Values } from './form-model.web'

/** One line, as typed. */
export type LineTexts = Record<string, string>

export function linesIn(values: object, name = 'lines'): LineTexts[] {
  const lines = (values as Record<string, unknown>)[name]
  return Array.isArray(lines) ? (lines as LineTexts[]) : []
}

const withLines = (values: Values, lines: LineTexts[], name = 'lines'): Values =>
  ({ ...values, [name]: lines }) as unknown as Values

export const isBlank = (line: LineTexts): boolean => Object.values(line).every((text) => text === '')

/**
 * Drops empty lines at the end. The first line of an only list stays, so that its missing fields are reported; of
 * several lists each may be empty.
 */
export function untilLastTyped(values: Values): Values {
  const names = Object.keys(values).filter((name) => Array.isArray(values[name] as unknown))
  const least = names.includes('lines') ? 1 : 0
  return names.reduce((cut, name) => {
    const lines = linesIn(values, name)
    const typed = Math.max(lines.findLastIndex((line) => !isBlank(line)) + 1, least)
    return lines.length > typed ? withLines(cut, lines.slice(0, typed), name) : cut
  }, values)
}

/** The lines of a stored row as texts of the named fields; a single empty line when it has none. */
export const lineTexts = (row: Record<string, unknown> | undefined, ...keys: string[]): Values =>
  listTexts('lines', (row?.lines ?? [{}]) as Record<string, unknown>[], ...keys)

/** A list of lines under its name, as texts of the named fields. */
export const listTexts = (name: string, rows: readonly Record<string, unknown>[], ...keys: string[]): Values =>
  withLines(
    {},
    rows.map((row) => textsOf(row, ...keys)),
    name,
  )

/** The cost of an amount, half up; null while amount or price is missing. Takes texts or numbers. */
export function costOf({ amount, price }: Record<string, unknown>): number | null {
  const [many, each] = [parseDecimal(amount, 6), parseDecimal(price, 2)]
  return many === null || each === null ? null : mulDiv(many, each, MILLIONTHS)
}

export interface LineTotals {
  /** lines with something typed */
  count: number
  /** unit → millionths, in the order of lines */
  amounts: Map<string, number>
  /** null while no line has a price */
  cost: number | null
}

/** Totals of a form or a stored row; amounts of unknown units are left out. */
export function totalsOf(lines: Record<string, unknown>[], unitOf: (good: string) => string | undefined): LineTotals {
  const typed = lines.filter((line) => Object.values(line).some((value) => value !== '' && value !== null))
  const amounts = new Map<string, number>()
  for (const { good_id, amount } of typed) {
    const unit = unitOf(String(good_id))
    const many = parseDecimal(amount, 6)
    if (unit && many) amounts.set(unit, (amounts.get(unit) ?? 0) + many)
  }
  const costs = typed.map(costOf).filter((cost) => cost !== null)
  return { count: typed.length, amounts, cost: costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null }
}

/** The current amount in a warehouse and the one after saving, with the document's own amount. */
export interface GoodsChange extends GoodsLine {
  before: number
  after: number
}

const pairOf = ({ good, stock }: { good: number; stock: number }) => `${good}:${stock}`

const sumsOf = (lines: GoodsLine[]) => {
  const sums = new Map<string, GoodsLine>()
  for (const line of lines) {
    const sum = sums.get(pairOf(line))
    sums.set(pairOf(line), { ...line, amount: line.amount + (sum?.amount ?? 0) })
  }
  return sums
}

/** `former` is what the stored document did, which is already part of `there`. */
export function goodsChanges(
  typed: GoodsLine[],
  former: GoodsLine[],
  there: (good: number, stock: number) => number,
): GoodsChange[] {
  const undone = sumsOf(former)
  return [...sumsOf(typed)].map(([pair, line]) => {
    const before = there(line.good, line.stock)
    return { ...line, before, after: before - (undone.get(pair)?.amount ?? 0) + line.amount }
  })
}

export const unitOf = (good: GoodRow | undefined) => good && MEASURES[good.measure].name
export const showMillionths = (amount: number): string => showAmount(amount / MILLIONTHS)
export const showMoney = (kopecks: number): string => showNumber(kopecks / 100, 2)
