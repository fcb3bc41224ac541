import { sql } from 'kysely'
import type * as z from 'zod'
import { vatOfLines, type GoodsLineRow } from '../../core/documents/engine/goods-lines.contract'
import type { KindServer } from '../../core/documents/engine/document.server'
import { readOperations } from '../../core/documents/engine/journal.server'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import type { shipment } from '../../core/documents/kinds/shipment/shipment.contract'
import { weightOf } from '../../core/goods/weights.contract'
import { notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { MILLIONTHS, mulDiv, toKg, toUnits } from '../../shared/numbers'
import { type PaperAnswer, paperCalls, type PaperKind, type PaperLine, type Party } from './papers.contract'

type Row = z.infer<typeof shipment.row> & { act_number?: string | null }

const KINDS: Record<PaperKind, KindServer> = {
  receipt: kindServers.receipt,
  'workshop-receipt': kindServers.workshopReceipt,
  shipment: kindServers.shipment,
}

const OKEI: Record<string, string> = { kg: '166', liter: '112', piece: '796' }

interface Good {
  id: number
  code: string | null
  measure: string
  weight: number | null
}

const readGoods = ({ tx, company }: Context, ids: number[]) =>
  tx.rows<Good>(
    sql`select id, code, measure, weight from goods where company_id = ${company.id} and id = any(${ids}::int[])`,
  )

const readPartner = ({ tx, company }: Context, id: number | null) =>
  tx.maybe<Omit<Party, 'phone'>>(
    sql`select name, inn, kpp, address from counterparties where company_id = ${company.id} and id = ${id}::int`,
  )

/** The document, if it is of this kind and in a warehouse open to the user. */
async function readDocument({ tx, company, user }: Context, kind: PaperKind, id: number) {
  const { contract } = KINDS[kind]
  const found = await tx.maybe<{ id: number }>(sql`
    select id from operations where company_id = ${company.id} and id = ${id} and kind = ${contract.kind}
      ${scope(user).stocks('stock_id')}`)
  if (!found) throw notFound('Документ не найден: возможно, его уже удалили.')
}

const kopecks = (roubles: number) => Math.round(roubles * 100)
const millionths = (units: number) => Math.round(units * MILLIONTHS)
const roubles = (amount: number | null) => (amount === null ? null : amount / 100)

/** VAT is divided between lines so that they sum to that of the whole; without a rate it is left blank. */
function linesOf(rows: readonly GoodsLineRow[], rate: string | null, goods: Map<number, Good>): PaperLine[] {
  const priced = rate === null ? [] : rows.filter(({ cost }) => cost !== null)
  const shares = vatOfLines(
    priced.map(({ cost }) => kopecks(cost!)),
    rate!,
  )
  const vats = new Map(priced.map((row, index) => [row, shares[index]!]))
  return rows.map((row): PaperLine => {
    const good = goods.get(row.good_id)
    const amount = millionths(row.amount)
    const vat = vats.get(row) ?? null
    const net = vat === null ? null : kopecks(row.cost!) - vat
    return {
      good: row.good,
      code: good?.code ?? null,
      measure_name: row.measure_name,
      okei: OKEI[good?.measure ?? ''] ?? '',
      amount: row.amount,
      mass: toKg(weightOf({ amount, measure: good?.measure ?? null, good_weight: good?.weight ?? null })),
      net_price: roubles(net === null ? null : mulDiv(net, MILLIONTHS, amount)),
      price: row.price,
      net: roubles(net),
      vat: roubles(vat),
      cost: row.cost,
      lot: row.lot,
      best_before: row.best_before,
    }
  })
}

function totalsOf(lines: PaperLine[]): PaperAnswer['totals'] {
  const sum = (of: (line: PaperLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const money = (key: 'net' | 'vat' | 'cost') =>
    lines.every((line) => line[key] === null) ? null : sum((line) => kopecks(line[key] ?? 0)) / 100
  const alike = new Set(lines.map(({ okei }) => okei)).size === 1
  return {
    amount: alike ? toUnits(sum(({ amount }) => millionths(amount))) : null,
    mass: toKg(sum(({ mass }) => millionths(mass))),
    net: money('net'),
    vat: money('vat'),
    cost: money('cost'),
  }
}

function ownParty({ company }: Context): Pick<PaperAnswer, 'company' | 'director'> {
  const { settings } = company
  const { inn, kpp, director, 'legal-name': name, 'legal-address': address, 'legal-phone': phone } = settings
  return { company: { name: name ?? company.name, inn, kpp, address, phone }, director }
}

async function paperOf(kind: PaperKind, id: number, context: Context): Promise<PaperAnswer> {
  await readDocument(context, kind, id)
  const [row] = (await readOperations(KINDS[kind], [id], context)) as unknown as [Row]
  const [goods, partner] = await Promise.all([
    readGoods(
      context,
      row.lines.map(({ good_id }) => good_id),
    ),
    readPartner(context, row.counterparty_id),
  ])
  const lines = linesOf(row.lines, row.vat_rate, new Map(goods.map((good) => [good.id, good])))
  return {
    id: row.id,
    datetime: row.datetime,
    number: row.waybill_number ?? '',
    act_number: row.act_number ?? null,
    waybill_number: row.waybill_number,
    waybill_date: row.waybill_date,
    vat_rate: row.vat_rate,
    stock: row.stock,
    note: row.note,
    user: row.user,
    ...ownParty(context),
    partner: partner ? { ...partner, phone: null } : null,
    lines,
    totals: totalsOf(lines),
  }
}

export const paperRoutes: Route[] = (Object.keys(paperCalls) as PaperKind[]).map((kind) =>
  route(paperCalls[kind], ({ id }, context) => paperOf(kind, id, context)),
)
