/** Chains from a shipment, a batch or a generation: a few statements for each step, however long it is. */
import { sql } from 'kysely'
import type { Registry } from '../../core/documents/engine/write/posting.server'
import type { LotRules } from '../../core/documents/lots/lots.server'
import { MEASURES } from '../../core/goods/good.contract'
import { notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { toUnits } from '../../shared/numbers'
import { entryKey, type Part } from '../../shared/ledger/lots'
import { readLifts, readTracedBatches } from './batches.server'
import { readLife, staysOf } from './fish-life.server'
import { byLot, readGivenIn } from './given.server'
import {
  backward,
  type ProductBook,
  forward,
  type Maker,
  type MakerLine,
  type Node,
  openBook,
  type TakenPart,
} from '../../core/documents/lots/product-chain.server'
import { type Trace, traceCalls, type TracedBatch, type TracedProduct, type TraceOf } from './trace.contract'

const SHIPMENT = 'workshop_good_shipping'
const WRITE_OFF = 'workshop_good_subtracting'

const empty = (what: TraceOf, id: number): Trace => ({
  what,
  id,
  generation: null,
  shipped: [],
  products: [],
  used: [],
  batches: [],
  places: [],
  feeds: [],
  treatments: [],
  sales: [],
  more_sales: false,
  left: [],
  written_off: [],
  partial: false,
})

const amountOf = ({ good_id, good, measure }: MakerLine, amount: number) => ({
  good_id,
  good,
  amount: toUnits(amount),
  measure_name: MEASURES[measure].name,
})

/** `lineOf` finds the line that a part comes from. */
const partOf = (nodes: Map<string, Node>, { lot, amount }: Part) => {
  const { line } = nodes.get(entryKey(lot))!
  return { operation_id: lot.operation, line: lot.line, ...amountOf(line, amount) }
}
const partsIn = (nodes: Map<string, Node>, parts: Part[]) =>
  parts.filter(({ lot }) => nodes.has(entryKey(lot))).map((part) => partOf(nodes, part))

const productsOf = (nodes: Map<string, Node>, { nounOf }: LotRules): TracedProduct[] =>
  [...nodes.values()]
    .sort((one, other) =>
      one.maker.at < other.maker.at ? -1 : one.maker.at > other.maker.at ? 1 : one.line.line - other.line.line,
    )
    .map(({ maker, line, madeOf }) => ({
      operation_id: maker.id,
      line: line.line,
      kind: maker.kind,
      source: nounOf(maker.kind),
      datetime: maker.at,
      ...amountOf(line, line.amount),
      lot: line.lot,
      best_before: line.best_before,
      batch_id: maker.batch_id,
      supplier: maker.batch_id === null ? maker.counterparty : null,
      made_of: partsIn(
        nodes,
        madeOf.map(({ part }) => part),
      ),
    }))

const shippedOf = (maker: Maker, line: MakerLine, nodes: Map<string, Node>, parts: Part[], amount = line.amount) => ({
  id: maker.id,
  line: line.line,
  datetime: maker.at,
  counterparty_id: maker.counterparty_id,
  counterparty: maker.counterparty,
  waybill_number: maker.waybill,
  ...amountOf(line, amount),
  parts: partsIn(nodes, parts),
})

/** Where the fish of batches lived, and what was given there. */
async function originOf(context: Context, rules: LotRules, batches: TracedBatch[]) {
  const positions = batches.flatMap((batch) => batch.positions)
  if (positions.length === 0) return { places: [], feeds: [], treatments: [], partial: false }
  const events = await readLife(context, [...new Set(positions.map(({ generation_id }) => generation_id))])
  const stays = staysOf(
    events,
    positions.map(({ cage_id, generation_id, datetime, withdrawal_id }) => ({
      cage: cage_id,
      generation: generation_id,
      until: { at: datetime, id: withdrawal_id },
    })),
  )
  const [cages, given] = await Promise.all([
    readCages(
      context,
      stays.map(({ cage }) => cage),
    ),
    readGivenIn(context, rules, stays),
  ])
  const names = new Map(positions.map(({ generation_id, generation }) => [generation_id, generation]))
  const places = stays.flatMap(({ cage, generation, since, until }) => {
    const known = cages.get(cage)
    if (!known) return []
    const { number, module } = known
    return [
      {
        cage_id: cage,
        cage: number,
        module,
        generation_id: generation,
        generation: names.get(generation) ?? '',
        since: since.at,
        until: until.at,
      },
    ]
  })
  return { places, ...given, partial: places.length < stays.length }
}

async function readCages({ tx, company, user }: Context, ids: number[]) {
  const rows = await tx.rows<{ id: number; number: string; module: string }>(sql`
    select c.id, c.number, l.name as module from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} and c.id = any(${ids}::int[]) ${scope(user).modules('c.location_id')}`)
  return new Map(rows.map((row) => [row.id, row]))
}

const batchesIn = (nodes: Map<string, Node>) => [
  ...new Set([...nodes.values()].flatMap(({ maker }) => maker.batch_id ?? [])),
]

const usedOf = (context: Context, rules: LotRules, used: TakenPart[]) =>
  byLot(
    context,
    rules,
    used.map(({ maker, line, part }) => ({ ...line, at: maker.at, lot: part.lot, amount: part.amount })),
  )

async function traceShipment(rules: LotRules, id: number, context: Context): Promise<Trace> {
  const maker = (await openBook(context, rules).makers([id])).get(id)
  const { opensStock } = scope(context.user)
  if (maker?.kind !== SHIPMENT || !maker.lines.every(({ stock_id }) => opensStock(stock_id)))
    throw notFound('Отгрузка не найдена: возможно, её уже удалили.')
  const book = openBook(context, rules, maker.at)
  const folds = await book.folds(maker.lines.map(({ good_id }) => good_id))
  const lines = maker.lines.map((line) => ({
    line,
    parts: folds.get(line.good_id)!.parts.get(entryKey({ operation: id, line: line.line })) ?? [],
  }))
  const { nodes, used } = await backward(
    book,
    lines.flatMap(({ parts }) => parts.map(({ lot }) => lot)),
  )
  const { batches, partial } = await readTracedBatches(context, batchesIn(nodes))
  const origin = await originOf(context, rules, batches)
  return {
    ...empty('shipment', id),
    shipped: lines.map(({ line, parts }) => shippedOf(maker, line, nodes, parts)),
    products: productsOf(nodes, rules),
    used: await usedOf(context, rules, used),
    batches,
    ...origin,
    partial: partial || origin.partial,
  }
}

/** The transformations of batches. */
const transformsOf = async ({ tx, company }: Context, batches: number[]) =>
  (
    await tx.rows<{ id: number }>(sql`
      select id from operations
      where company_id = ${company.id} and batch_id = any(${batches}::int[]) and kind = 'batch_transform'`)
  ).map(({ id }) => id)

function sumsOf(amounts: readonly { line: MakerLine; amount: number }[]) {
  const sums = new Map<number, { line: MakerLine; amount: number }>()
  for (const { line, amount } of amounts)
    sums.set(line.good_id, { line, amount: amount + (sums.get(line.good_id)?.amount ?? 0) })
  return [...sums.values()].map(({ line, amount }) => amountOf(line, amount))
}

/** What became of batches: products, recipients, and what is left. */
async function destinationOf(context: Context, rules: LotRules, book: ProductBook, batches: number[]) {
  const { nodes, taken, held } = await forward(book, await transformsOf(context, batches))
  const { opensStock } = scope(context.user)
  const open = taken.filter(({ line }) => opensStock(line.stock_id))
  const lines = new Map<string, TakenPart[]>()
  for (const one of open.filter(({ maker }) => maker.kind === SHIPMENT)) {
    const key = entryKey({ operation: one.maker.id, line: one.line.line })
    lines.set(key, [...(lines.get(key) ?? []), one])
  }
  const lineOf = (good: number) => [...nodes.values()].find(({ line }) => line.good_id === good)!.line
  const there = held.filter(({ stock_id }) => opensStock(stock_id))
  return {
    shipped: [...lines.values()]
      .map((own) => {
        const [{ maker, line }] = own as [TakenPart]
        const parts = own.map(({ part }) => part)
        return shippedOf(
          maker,
          line,
          nodes,
          parts,
          parts.reduce((sum, { amount }) => sum + amount, 0),
        )
      })
      .sort((one, other) =>
        one.datetime < other.datetime ? -1 : one.datetime > other.datetime ? 1 : one.line - other.line,
      ),
    products: productsOf(nodes, rules),
    left: sumsOf(there.map(({ good_id, part }) => ({ line: lineOf(good_id), amount: part.amount }))),
    written_off: sumsOf(
      open.filter(({ maker }) => maker.kind === WRITE_OFF).map(({ line, part }) => ({ line, amount: part.amount })),
    ),
    partial: open.length < taken.length || there.length < held.length,
  }
}

async function traceBatch(rules: LotRules, id: number, context: Context): Promise<Trace> {
  const { batches, partial } = await readTracedBatches(context, [id])
  if (batches.length === 0) throw notFound('Партия не найдена.')
  const book = openBook(context, rules)
  const origin = await originOf(context, rules, batches)
  const destination = await destinationOf(context, rules, book, [id])
  const made = destination.products.filter(({ batch_id }) => batch_id === id)
  const { used } = await backward(
    book,
    made.map(({ operation_id: operation, line }) => ({ operation, line })),
  )
  return {
    ...empty('batch', id),
    ...destination,
    used: await usedOf(context, rules, used),
    batches,
    ...origin,
    partial: partial || origin.partial || destination.partial,
  }
}

async function traceGeneration(rules: LotRules, id: number, context: Context): Promise<Trace> {
  const { tx, company } = context
  const generation = await tx.maybe<NonNullable<Trace['generation']>>(sql`
    select n.name, s.name as species, n.date from generations n
    join species s on s.company_id = ${company.id} and s.id = n.species_id
    where n.company_id = ${company.id} and n.id = ${id}`)
  if (!generation) throw notFound('Генерация не найдена.')
  const lifts = await readLifts(context, id)
  const { batches, partial } = await readTracedBatches(context, lifts.batches)
  const destination = await destinationOf(
    context,
    rules,
    openBook(context, rules),
    batches.map((batch) => batch.id),
  )
  return {
    ...empty('generation', id),
    generation,
    ...destination,
    batches,
    sales: lifts.sales,
    more_sales: lifts.moreSales,
    partial: partial || lifts.partial || destination.partial,
  }
}

export const traceRoutes = ({ lots }: Registry): Route[] => [
  route(traceCalls.shipment, ({ id }, context) => traceShipment(lots, id, context)),
  route(traceCalls.batch, ({ id }, context) => traceBatch(lots, id, context)),
  route(traceCalls.generation, ({ id }, context) => traceGeneration(lots, id, context)),
]
