/** Tries the documents of a book on the goods ledger; «Начальный остаток» receives on the first day what it lacks. */
import { goodsLine } from '../../../core/documents/engine/goods-lines.contract'
import { stockLinesOf } from '../../../core/documents/engine/write/posting.server'
import { type GoodsBalance, type GoodsShortage, tryGoods } from '../../../core/documents/engine/write/try-goods.server'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import { MEASURES } from '../../../core/goods/good.contract'
import { provisionalId } from '../../../server/db/ledger/entries'
import { flatSlowly } from '../../../server/base/breath'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import { EMPTY } from '../../../shared/ledger/document'
import { toUnits } from '../../../shared/numbers'
import { at, say, word } from '../../../shared/say'
import type { Names } from '../reading/names.server'
import type { Fault, PastDocument } from '../reading/rows.server'
import { kindOf } from './kind-of.server'
import type { PlannedImport, Trying } from './plan.server'

export interface StocksTried {
  balances: GoodsBalance[]
  /** what each warehouse lacks at its worst; what `openings` bring, where they are wanted */
  lacking: GoodsBalance[]
  openings: PastDocument[]
}

/** As a form of receipts has it. */
const MAX_LINES = 200
const NOTE = 'Начальный остаток'

const linesOf = (documents: readonly PastDocument[]) =>
  flatSlowly(documents, (document) => stockLinesOf(kindOf(document), document))

/** Receipts of what is lacking, for each warehouse, before everything else of that day. */
function openingsOf({ id, user_id }: PlannedImport, lacking: readonly GoodsBalance[], at: string): PastDocument[] {
  const parts = [...groupBy(lacking, ({ stock }) => stock).values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / MAX_LINES) }, (_, part) =>
      own.slice(part * MAX_LINES, (part + 1) * MAX_LINES),
    ),
  )
  return parts.map((own, index) => {
    const stock_id = own[0]!.stock
    return {
      ...EMPTY,
      id: provisionalId(index),
      kind: kindServers.receipt.contract.kind,
      at,
      moves_fish: false,
      user_id,
      note: NOTE,
      stock_id,
      lines: own.map(({ good, lack }) =>
        goodsLine('in', stock_id, { good_id: good, amount: lack, lot: null, best_before: null }),
      ),
      import_id: id,
      source_row: null,
    }
  })
}

/** «кг», of a good that is there or will be. */
export const measureName = (names: Names, good: number): string =>
  (MEASURES[names.measureOf(good) as keyof typeof MEASURES] ?? MEASURES.kg).name

const faultOf = ({ own, shortage, line, at: moment }: GoodsShortage, names: Names): Fault => ({
  field: 'volume',
  text: own
    ? say('На складе не хватает {{amount}} {{unit}}', {
        amount: toUnits(shortage),
        unit: word(measureName(names, line.good)),
      })
    : say('Из-за этой строки не хватит на складе для записанного {{instant}}', { instant: at(moment) }),
})

/** What refuses is told to `faults`. */
export async function tryStocks(
  { tx, company, names }: Trying,
  of: PlannedImport,
  documents: readonly PastDocument[],
  faults: Map<number, Fault>,
): Promise<StocksTried> {
  const first = documents.reduce((least, { at: moment }) => (moment < least ? moment : least), documents[0]?.at ?? '')
  const from = `${dayOf(first)}T00:00`
  const attempt = async (tried: readonly PastDocument[]) => {
    const refused: GoodsShortage[] = []
    const balances = await tryGoods(
      tx,
      company.id,
      await linesOf(tried),
      from,
      (shortage) => void refused.push(shortage),
    )
    return { balances, refused }
  }
  let found = await attempt(documents)
  const lacking = found.balances.filter(({ lack }) => lack > 0)
  const openings = of.opening ? openingsOf(of, lacking, from) : []
  if (openings.length > 0) found = await attempt([...openings, ...documents])
  for (const shortage of found.refused) faults.set(shortage.line.id, faultOf(shortage, names))
  return { balances: found.balances, lacking, openings }
}
