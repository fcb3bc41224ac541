/** The way of products between documents, backward and forward, by the lots that documents took. */
import { sql } from 'kysely'
import { type LotRules, readLots } from './lots.server'
import type { GoodKind, MEASURES } from '../../goods/good.contract'
import type { Context } from '../../../server/http/route'
import { entryKey, type Lot, type Lots, type Part } from '../../../shared/ledger/lots'

export interface MakerLine {
  line: number
  role: string
  good_id: number
  good: string
  kind: GoodKind
  measure: keyof typeof MEASURES
  stock_id: number
  /** millionths */
  amount: number
  lot: string | null
  best_before: string | null
}

/** A document of the workshop with its lines. */
export interface Maker {
  id: number
  kind: string
  at: string
  batch_id: number | null
  counterparty_id: number | null
  counterparty: string | null
  waybill: string | null
  lines: MakerLine[]
}

/** A line of a document that made or brought in a product. */
export interface Node {
  maker: Maker
  line: MakerLine
  /** products that went into it, by the lines that made them */
  madeOf: { good_id: number; part: Part }[]
}

/** An amount of a node that a document took. */
export interface TakenPart {
  maker: Maker
  line: MakerLine
  part: Part
}

const readMakers = ({ tx, company }: Context, ids: number[]) =>
  tx.rows<Maker>(sql`
    select o.id, o.kind, o.at, o.batch_id, o.counterparty_id, p.name as counterparty,
      o.extra ->> 'waybill_number' as waybill, (
        select json_agg(json_build_object('line', l.line, 'role', l.role, 'good_id', g.id, 'good', g.name, 'kind',
          g.kind,
          'measure', g.measure, 'stock_id', l.stock_id, 'amount', l.amount, 'lot', l.lot, 'best_before', l.best_before)
          order by l.line)
        from operation_lines l join goods g on g.company_id = ${company.id} and g.id = l.good_id
        where l.company_id = ${company.id} and l.operation_id = o.id) as lines
    from operations o
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    where o.company_id = ${company.id} and o.id = any(${ids}::bigint[])`)

const BROUGHT = new Set(['in', 'made'])

/**
 * Reads documents and folds once each; everything one step needs in one statement. Folds go up to `until`: what made
 * something came before it.
 */
export function openBook(context: Context, rules: LotRules, until?: string) {
  const makers = new Map<number, Maker>()
  const folds = new Map<number, Lots>()
  return {
    makers: async (ids: number[]) => {
      const unknown = [...new Set(ids)].filter((id) => !makers.has(id))
      if (unknown.length > 0)
        for (const maker of await readMakers(context, unknown))
          makers.set(maker.id, { ...maker, lines: maker.lines ?? [] })
      return makers
    },
    folds: async (goods: number[]) => {
      const unknown = [...new Set(goods)].filter((good) => !folds.has(good))
      const read = await readLots(context, rules, { goods: unknown, until })
      for (const good of unknown) folds.set(good, read.get(good) ?? { parts: new Map(), held: new Map() })
      return folds
    },
  }
}
export type ProductBook = ReturnType<typeof openBook>

const keyOf = ({ lot }: Part) => entryKey(lot)
const isProduct = ({ kind }: MakerLine) => kind === 'workshop_good'
const consumes = ({ role }: MakerLine) => role === 'consumed'

/** The lots that lines of a document took. */
async function partsOf(book: ProductBook, maker: Maker, lines: MakerLine[]): Promise<TakenPart[]> {
  const folds = await book.folds(lines.map(({ good_id }) => good_id))
  return lines.flatMap((line) =>
    (folds.get(line.good_id)!.parts.get(entryKey({ operation: maker.id, line: line.line })) ?? []).map((part) => ({
      maker,
      line,
      part,
    })),
  )
}

/** The line of a document that opened a lot. */
type LineKey = Pick<Lot, 'operation' | 'line'>

/** Everything that products consist of, down to batches and receipts; and their consumables. */
export async function backward(
  book: ProductBook,
  start: LineKey[],
): Promise<{ nodes: Map<string, Node>; used: TakenPart[] }> {
  const nodes = new Map<string, Node>()
  const seen = new Set<number>()
  const used: TakenPart[] = []
  let step = start
  while (step.length > 0) {
    const fresh = step.filter((key) => !nodes.has(entryKey(key)))
    const makers = await book.makers(fresh.map(({ operation }) => operation))
    const consumed = fresh.flatMap(({ operation }) => makers.get(operation)?.lines.filter(consumes) ?? [])
    await book.folds(consumed.map(({ good_id }) => good_id))
    step = []
    for (const key of fresh) {
      const maker = makers.get(key.operation)
      const line = maker?.lines.find((one) => one.line === key.line)
      if (!maker || !line || nodes.has(entryKey(key))) continue
      const taken = await partsOf(book, maker, maker.lines.filter(consumes))
      const products = taken.filter((one) => isProduct(one.line))
      const madeOf = products.map(({ line, part }) => ({ good_id: line.good_id, part }))
      nodes.set(entryKey(key), { maker, line, madeOf })
      step.push(...products.map(({ part }) => part.lot))
      if (!seen.has(maker.id)) used.push(...taken.filter((one) => !isProduct(one.line)))
      seen.add(maker.id)
    }
  }
  return { nodes, used }
}

export interface Forward {
  nodes: Map<string, Node>
  /** what was shipped or written off of them */
  taken: TakenPart[]
  /** what lies where of them */
  held: { good_id: number; stock_id: number; part: Part }[]
}

/** What documents made from these, and where that went. */
export async function forward(book: ProductBook, start: number[]): Promise<Forward> {
  const nodes = new Map<string, Node>()
  const taken = new Map<string, TakenPart>()
  let step = start
  while (step.length > 0) {
    const makers = await book.makers(step)
    const made = step.flatMap((id) => {
      const maker = makers.get(id)
      return (maker?.lines ?? []).filter(({ role }) => BROUGHT.has(role)).map((line) => ({ maker: maker!, line }))
    })
    for (const { maker, line } of made)
      nodes.set(entryKey({ operation: maker.id, line: line.line }), { maker, line, madeOf: [] })
    const folds = await book.folds(made.map(({ line }) => line.good_id))
    const takers = [...new Set(made.map(({ line }) => line.good_id))].flatMap((good) =>
      [...folds.get(good)!.parts].flatMap(([key, parts]) =>
        parts.filter((part) => nodes.has(keyOf(part))).map((part) => ({ id: Number(key.split(':')[0]), key, part })),
      ),
    )
    const known = await book.makers(takers.map(({ id }) => id))
    for (const { id, key, part } of takers) {
      const maker = known.get(id)!
      const line = maker.lines.find((one) => entryKey({ operation: id, line: one.line }) === key)
      if (line) taken.set(`${key} ${keyOf(part)}`, { maker, line, part })
    }
    const done = new Set([...nodes.values()].map(({ maker }) => maker.id))
    step = [...new Set([...taken.values()].filter(({ line }) => consumes(line)).map(({ maker }) => maker.id))].filter(
      (id) => !done.has(id),
    )
  }
  for (const { maker, line, part } of [...taken.values()].filter(({ line }) => consumes(line)))
    for (const node of nodes.values()) if (node.maker.id === maker.id) node.madeOf.push({ good_id: line.good_id, part })
  return { nodes, taken: [...taken.values()], held: await heldOf(book, nodes) }
}

async function heldOf(book: ProductBook, nodes: Map<string, Node>): Promise<Forward['held']> {
  const goods = [...new Set([...nodes.values()].map(({ line }) => line.good_id))]
  const folds = await book.folds(goods)
  return goods.flatMap((good_id) =>
    [...folds.get(good_id)!.held].flatMap(([stock_id, parts]) =>
      parts.filter((part) => nodes.has(keyOf(part))).map((part) => ({ good_id, stock_id, part })),
    ),
  )
}
