/** What the heading of a column says stands in it. */
import { wordsOf } from '../../../web/ui/fields/names'

/** Prices and sums are with VAT unless `net`. */
export type SheetField =
  'good' | 'code' | 'unit' | 'amount' | 'price' | 'price_net' | 'sum' | 'sum_net' | 'vat_rate' | 'lot' | 'best_before'
/** 'skip' is of no use here */
export type Placement = SheetField | 'skip'

const MAX_HEADING = 120

const NUMBERING = /^\s*(№|n|no\.?)?\s*(п\s*[/.\\]?\s*п\.?)?\s*$/i

/** The first match counts; words are separated by single spaces, with one at both ends. */
const WORDS: readonly [RegExp, Placement][] = [
  [
    / (океи|окпд|гтд|стран\S*|примеч\S*|производ\S*|изготов\S*|выработк\S*|скидк\S*|акциз\S*|штрих\S*|мест|брутто) /,
    'skip',
  ],
  [/ (в одном месте|упаков\S*|порядк\S*|строк\S*) /, 'skip'],
  [/ (ед|единиц\S*|изм|измер\S*) /, 'unit'],
  [/ (по учету|учетн\S*|бухгалтер\S*|книжн\S*|расхожден\S*|недостач\S*|излиш\S*) /, 'skip'],
  [/ ставка | % ндс | ндс % /, 'vat_rate'],
  [/ (цена|цены) .*без .*(ндс|налога) /, 'price_net'],
  [/ (цена|цены) /, 'price'],
  [/ (сумма|стоимость|всего|итого) .*без .*(ндс|налога) /, 'sum_net'],
  [/ (сумма|стоимость|всего|итого) .*(с|со|включая) .*(ндс|налогом) /, 'sum'],
  [/ (сумма|стоимость) (ндс|налога) | ндс (сумма|руб) | (ч|числе) ндс /, 'skip'],
  [/ (сумма|стоимость|всего|итого) /, 'sum'],
  [/ (наимен\S*|номенкл\S*|названи\S*) /, 'good'],
  [/ (код|артикул|арт) /, 'code'],
  [/ (годен|годност\S*|срок\S*|реализации) /, 'best_before'],
  [/ (партия|партии|серия|серии|лот|лота) /, 'lot'],
  [
    / (кол|количество|колво|отпущено|нетто|масса|вес|факт|фактически\S*|посчитано|подсчитано|пересчитано|наличие) /,
    'amount',
  ],
  [/ (товар|товара|товары|продукция|продукции|материал\S*|расходник\S*|корм|корма) /, 'good'],
  [/ ндс /, 'vat_rate'],
]

/** Null when the heading is not known. */
export function readHeading(text: string): Placement | null {
  if (text.length > MAX_HEADING) return null
  if (text.trim() !== '' && NUMBERING.test(text)) return 'skip'
  const words = ` ${wordsOf(text.replaceAll('%', ' процент ')).join(' ').replaceAll('процент', '%')} `
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
