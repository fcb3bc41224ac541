/** Data of printed papers: a document with lines, money and parties. Kilograms, roubles. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'

/** Kinds of documents with papers, by their word in the address, and the forms of each; the first is the default. */
export const PAPERS = {
  receipt: { ability: 'read stocks', area: 'warehouse', title: 'Приход', forms: ['torg-1', 'torg-12'] },
  'workshop-receipt': {
    ability: 'access workshop',
    area: 'workshop',
    title: 'Приход продукции',
    forms: ['torg-1', 'torg-12'],
  },
  shipment: { ability: 'access workshop', area: 'workshop', title: 'Отгрузка', forms: ['torg-12'] },
} as const
export type PaperKind = keyof typeof PAPERS

export const FORMS = {
  'torg-12': 'Товарная накладная (ТОРГ-12)',
  'torg-1': 'Акт о приёмке товаров (ТОРГ-1)',
} as const
export type FormName = keyof typeof FORMS

const line = z.object({
  good: z.string(),
  code: z.string().nullable(),
  measure_name: z.string(),
  /** code of the unit in the classifier of units */
  okei: z.string(),
  amount: z.number(),
  /** kg; 0 of what has no weight */
  mass: z.number(),
  /** without and with VAT; null without a price */
  net_price: z.number().nullable(),
  price: z.number().nullable(),
  net: z.number().nullable(),
  vat: z.number().nullable(),
  cost: z.number().nullable(),
  lot: z.string().nullable(),
  /** 'YYYY-MM-DD' */
  best_before: z.string().nullable(),
})
export type PaperLine = z.infer<typeof line>

const party = z.object({
  name: z.string(),
  inn: z.string().nullable(),
  kpp: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
})
export type Party = z.infer<typeof party>

export const paperAnswer = z.object({
  id: z.number(),
  /** 'YYYY-MM-DDTHH:mm' */
  datetime: z.string(),
  /** of the waybill; '' when a supplier gave none */
  number: z.string(),
  /** of the act of acceptance */
  act_number: z.string().nullable(),
  waybill_number: z.string().nullable(),
  /** DD.MM.YYYY */
  waybill_date: z.string().nullable(),
  vat_rate: z.string().nullable(),
  stock: z.string(),
  note: z.string().nullable(),
  user: z.string().nullable(),
  company: party,
  director: z.string().nullable(),
  /** null when none was named */
  partner: party.nullable(),
  lines: z.array(line),
  /** sums of the lines; null where no line has a price */
  totals: z.object({
    amount: z.number().nullable(),
    mass: z.number(),
    net: z.number().nullable(),
    vat: z.number().nullable(),
    cost: z.number().nullable(),
  }),
})
export type PaperAnswer = z.infer<typeof paperAnswer>

const callOf = (kind: PaperKind) =>
  endpoint({
    method: 'GET',
    path: `/papers/${kind}/{id}`,
    reads: ['goods', 'lists', 'people'],
    ability: PAPERS[kind].ability,
    area: PAPERS[kind].area,
    summary: `${PAPERS[kind].title}: что стоит в печатных документах`,
    input: z.object({ id: f.id() }),
    answer: paperAnswer,
  })

export const paperCalls = {
  receipt: callOf('receipt'),
  'workshop-receipt': callOf('workshop-receipt'),
  shipment: callOf('shipment'),
}
