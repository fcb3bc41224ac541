/** The counts in a form: one for each good, and those under unknown names. */
import { MILLIONTHS, parseDecimal } from '../../../../shared/numbers'
import { wordsOf } from '../../../../web/ui/fields/names'
import { MEASURES } from '../../../goods/good.contract'
import type { SheetLine, SheetLines } from '../../../goods/sheet/sheet-lines.web'
import type { LineTexts } from '../../fields/document-lines.web'
import type { CountedRow } from './counting.web'

const keyOf = (name = '') => wordsOf(name).join(' ')

/** A line of a sheet whose good is not found. */
export const isUnknown = ({ good_id, named }: LineTexts): boolean => !good_id && Boolean(named)

/** Nobody counts half a piece: a fractional book amount is not copied, but left to be counted. */
export const asInBook = (lines: LineTexts[], rest: readonly CountedRow[]): LineTexts[] => [
  ...lines,
  ...rest
    .filter(({ book, measure_name }) => measure_name !== MEASURES.piece.name || book % MILLIONTHS === 0)
    .map(({ good_id, book }) => ({ good_id: String(good_id), amount: String(book / MILLIONTHS) })),
]

/** Adds counts of one good from two places; text that is no number is left to be corrected. */
function together(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  const [first, second] = [parseDecimal(one, 6), parseDecimal(other, 6)]
  return first === null || second === null ? `${one} + ${other}` : String((first + second) / MILLIONTHS)
}

export interface Taken {
  lines: LineTexts[]
  /** place among the lines → Russian text */
  faults: Map<number, string>
  /** goods that stood in several rows, summed */
  summed: string[]
}

const asLine = ({ good_id, name, code, unit, amount }: SheetLine): LineTexts => ({
  good_id,
  amount,
  named: name,
  named_unit: unit,
  named_code: code,
})

/** Merges a pasted sheet into the counts: it replaces the goods it names and keeps all others. */
export function withSheet(before: readonly LineTexts[], sheet: SheetLines): Taken {
  const said = new Map<string, { line: LineTexts; fault: string | undefined }>()
  const summed = new Set<string>()
  for (const [index, one] of sheet.lines.entries()) {
    // a good without a number was not counted
    if (one.good_id && one.amount === '') continue
    const key = one.good_id || keyOf(one.name)
    const former = said.get(key)
    if (former) summed.add(one.name)
    const line = asLine(one)
    said.set(key, {
      line: former ? { ...line, amount: together(former.line.amount!, one.amount) } : line,
      fault: sheet.faults.find((fault) => fault.index === index && fault.field === 'amount')?.text ?? former?.fault,
    })
  }
  const kept = before.filter(({ good_id, named }) => !said.has(good_id || keyOf(named)))
  const added = [...said.values()]
  const faults = added.flatMap(({ fault }, at) => (fault ? [[kept.length + at, fault] as const] : []))
  return { lines: [...kept, ...added.map(({ line }) => line)], faults: new Map(faults), summed: [...summed] }
}

/** The lines after a good was chosen for an unknown name; what is counted of that good already is kept. */
export function withChosen(lines: readonly LineTexts[], name: string, good: number): Omit<Taken, 'faults'> {
  const id = String(good)
  const chosen = lines.find((line) => isUnknown(line) && keyOf(line.named) === keyOf(name))
  const former = lines.find(({ good_id }) => good_id === id)
  const others = lines.filter((line) => line !== chosen && line !== former)
  const amount = together(former?.amount ?? '', chosen?.amount ?? '')
  if (!chosen || amount === '') return { lines: others, summed: [] }
  return {
    lines: [...others, { ...chosen, good_id: id, amount }],
    summed: former?.amount && chosen.amount ? [name] : [],
  }
}
