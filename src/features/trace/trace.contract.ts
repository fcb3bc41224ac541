/**
 * Where a product comes from and where fish go: a chain of documents, each once, with their connections. Amounts in the
 * good's unit, weights in kilograms, moments 'YYYY-MM-DDTHH:mm', days 'YYYY-MM-DD'.
 */
import * as z from 'zod'
import { lotShape } from '../../core/documents/lots/lots.contract'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'

const amountOf = { good_id: z.number(), good: z.string(), amount: z.number(), measure_name: z.string() }

/** A part of an amount, and the document line that made it or brought it in. */
const part = z.object({ operation_id: z.number(), line: z.number(), ...amountOf })

/** What was given to fish, or consumed with them, of one lot. */
const lotUsed = z.object({
  ...amountOf,
  ...lotShape,
  /** who brought it, by which waybill */
  supplier: z.string().nullable(),
  waybill: z.string().nullable(),
  /** first and last day of its use */
  first: z.string(),
  last: z.string(),
})
export type LotUsed = z.infer<typeof lotUsed>

const product = z.object({
  operation_id: z.number(),
  line: z.number(),
  kind: z.string(),
  /** «переработка партии» */
  source: z.string(),
  datetime: z.string(),
  ...amountOf,
  lot: z.string().nullable(),
  best_before: z.string().nullable(),
  batch_id: z.number().nullable(),
  /** of what was received from outside */
  supplier: z.string().nullable(),
  /** products that went into it */
  made_of: z.array(part),
})
export type TracedProduct = z.infer<typeof product>

const shippedLine = z.object({
  id: z.number(),
  line: z.number(),
  datetime: z.string(),
  counterparty_id: z.number().nullable(),
  counterparty: z.string().nullable(),
  waybill_number: z.string().nullable(),
  ...amountOf,
  /** its ingredients; in a forward chain only those that belong to the chain */
  parts: z.array(part),
})

const position = z.object({
  withdrawal_id: z.number(),
  datetime: z.string(),
  cage_id: z.number(),
  cage: z.string(),
  module: z.string(),
  generation_id: z.number(),
  generation: z.string(),
  species: z.string(),
  category: z.string(),
  count: z.number(),
  weight: z.number(),
})
export type Position = z.infer<typeof position>

const batch = z.object({
  id: z.number(),
  name: z.string(),
  day: z.string(),
  stock: z.string(),
  processed_at: z.string().nullable(),
  count: z.number(),
  weight: z.number(),
  positions: z.array(position),
})
export type TracedBatch = z.infer<typeof batch>

/** Where the fish of a batch lived, from when until when. */
const place = z.object({
  cage_id: z.number(),
  cage: z.string(),
  module: z.string(),
  generation_id: z.number(),
  generation: z.string(),
  since: z.string(),
  until: z.string(),
})

const treatment = z.object({
  id: z.number(),
  datetime: z.string(),
  cage_id: z.number(),
  cage: z.string(),
  ...amountOf,
  /** the maker's, as far as they are known */
  lots: z.array(z.string()),
})
export type TracedTreatment = z.infer<typeof treatment>

/** Fish of a generation that left the farm without the workshop. */
const sale = z.object({
  id: z.number(),
  datetime: z.string(),
  cage: z.string(),
  reason: z.string(),
  counterparty: z.string().nullable(),
  count: z.number(),
  weight: z.number(),
})

const traceAnswer = z.object({
  what: z.enum(['shipment', 'batch', 'generation']),
  id: z.number(),
  /** of a generation: its name, species and day */
  generation: z.object({ name: z.string(), species: z.string(), date: z.string() }).nullable(),
  /** what was shipped: the lines of a shipment, else where the products went */
  shipped: z.array(shippedLine),
  /** the document lines that made or brought in a product of the chain */
  products: z.array(product),
  /** consumables that went into these products, by lot */
  used: z.array(lotUsed),
  batches: z.array(batch),
  places: z.array(place),
  /** by good and lot: the feed of the cages while the fish were there, not of single fish */
  feeds: z.array(lotUsed),
  treatments: z.array(treatment),
  /** the last hundred, newest first */
  sales: z.array(sale),
  /** there are earlier ones */
  more_sales: z.boolean(),
  /** products of the chain still in warehouses, and those written off */
  left: z.array(z.object(amountOf)),
  written_off: z.array(z.object(amountOf)),
  /** a part of it is in modules or warehouses closed to the user */
  partial: z.boolean(),
})
export type Trace = z.infer<typeof traceAnswer>
export type TraceOf = Trace['what']

const callOf = (what: TraceOf, { summary }: { summary: string }) =>
  endpoint({
    method: 'GET',
    path: `/trace/${what}/{id}`,
    reads: ['fish', 'goods', 'places', 'lists'],
    ability: 'access workshop',
    area: 'workshop',
    slow: true,
    summary,
    input: z.object({ id: f.id() }),
    answer: traceAnswer,
  })

export const traceCalls = {
  shipment: callOf('shipment', { summary: 'Из чего отгруженное: продукция, партии, рыба, корма и лечения' }),
  batch: callOf('batch', { summary: 'Откуда рыба партии, что она ела, что из неё сделано и кому отгружено' }),
  generation: callOf('generation', { summary: 'Куда ушла рыба генерации: партии, продукция, отгрузки, продажи' }),
}
