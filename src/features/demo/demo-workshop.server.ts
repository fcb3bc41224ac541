/** What the demo farm's workshop makes of the fish it gets, and who buys it. */
import { groupBy } from '../../shared/collections'
import { addDays, dayOf } from '../../shared/dates'
import { EMPTY } from '../../shared/ledger/document'
import { MILLIONTHS } from '../../shared/numbers'
import { goodsLine } from '../../core/documents/engine/goods-lines.contract'
import { receipt } from '../../core/documents/kinds/receipt/receipt.contract'
import { shipment } from '../../core/documents/kinds/shipment/shipment.contract'
import { batchTransform, goodsTransform } from '../../core/documents/kinds/transform/transform.contract'
import { WORKSHOP } from '../../core/documents/kinds/withdrawal/withdrawal.contract'
import { db, type Tx } from '../../server/db/client'
import type { Draft, Fields } from './demo-life.server'
import type { DemoFarm } from './demo-place.server'

const MADE = [
  { name: 'Форель потрошёная охлаждённая', type: 'chilled', code: 'ФП' },
  { name: 'Филе форели', type: 'fillet', code: 'ФФ' },
  { name: 'Форель холодного копчения', type: 'smoked', code: 'ФК' },
] as const
/** Millionths of the fish that come out as each, and what a kilogram of the last is made of. */
const [GUTTED, FILLET, SMOKED] = [400_000, 230_000, 780_000]
/** Roubles a kilogram. */
const PRICES = [820, 1480, 2350]
const SALT = { name: 'Соль пищевая', type: 'workshop', measure: 'kg', code: 'С-1' }
const SALT_SHARE = 30_000
const SALT_DELIVERY = 2000 * MILLIONTHS

interface Goods {
  salt: number
  gutted: number
  fillet: number
  smoked: number
}

export async function layWorkshop(tx: Tx, company_id: number): Promise<Goods> {
  const products = MADE.map((one) => ({ company_id, measure: 'kg', kind: 'workshop_good', ...one }))
  const rows = await tx.rows<{ id: number }>(
    db
      .insertInto('goods')
      .values([{ company_id, kind: 'good', ...SALT }, ...products])
      .returning('id'),
  )
  const [salt, gutted, fillet, smoked] = rows.map(({ id }) => id) as [number, number, number, number]
  return { salt, gutted, fillet, smoked }
}

/** Fish sent to the workshop on one day make a batch. */
export const batchesOf = <R extends Pick<Draft, 'reason' | 'at' | 'stock_id'>>(rows: readonly R[]): R[][] => [
  ...groupBy(
    rows.filter(({ reason }) => reason === WORKSHOP),
    ({ at, stock_id }) => `${dayOf(at)} ${stock_id}`,
  ).values(),
]

/** A tenth of a kilogram is as exact as the workshop's scale. */
const weighed = (mg: number, share: number) => Math.round((mg * share) / MILLIONTHS / 100_000) * 100_000

const actOf =
  ({ people, workshop: stock_id }: DemoFarm, came: string) =>
  (kind: string, days: number, time: string, fields: Fields): Draft => ({
    ...EMPTY,
    user_id: people.keeper,
    stock_id,
    ...fields,
    kind,
    at: `${addDays(came, days)}T${time}`,
    created: `${addDays(came, days)}T${time.slice(0, 2)}:58`,
  })

/** The acts on one batch: the day after it came, and until its products are gone. `batch`: its place among them. */
function actsOf(place: DemoFarm, goods: Goods, fish: Draft[], batch: number): Draft[] {
  const stock = place.workshop
  const came = dayOf(fish[0]!.at)
  const mass = fish.reduce((sum, { workshop_weight, weight }) => sum + (workshop_weight ?? weight ?? 0), 0)
  const act = actOf(place, came)
  const [gutted, fillet] = [weighed(mass, GUTTED), weighed(mass, FILLET)]
  const raw = weighed(fillet, 400_000)
  const line = (role: 'made' | 'consumed' | 'out', good_id: number, amount: number, price: number | null = null) =>
    goodsLine(role, stock, { good_id, amount, price: price && price * 100 })
  const sell = (days: number, good: number, index: number, amount: number) =>
    act(shipment.kind, days, `1${index}:20`, {
      counterparty_id: place.counterparties[(batch + index) % place.counterparties.length]!,
      lines: [line('out', good, amount, PRICES[index])],
      extra: { waybill_number: `${batch + 1}/${index + 1}`, waybill_date: addDays(came, days), vat_rate: '10' },
    })
  return [
    act(batchTransform.kind, 1, '09:30', {
      stock_id: null,
      batch_id: batch,
      lines: [
        line('consumed', goods.salt, weighed(mass, SALT_SHARE)),
        line('made', goods.gutted, gutted),
        line('made', goods.fillet, fillet),
      ],
    }),
    act(goodsTransform.kind, 2, '08:40', {
      stock_id: null,
      extra: { from_goods_count: 0 },
      lines: [line('consumed', goods.fillet, raw), line('made', goods.smoked, weighed(raw, SMOKED))],
    }),
    sell(3, goods.gutted, 0, gutted),
    sell(4, goods.fillet, 1, fillet - raw),
    sell(5, goods.smoked, 2, weighed(raw, SMOKED)),
  ]
}

/** Salt comes before it is needed. */
function saltFor({ workshop, people }: DemoFarm, { salt }: Goods, acts: readonly Draft[], start: string): Draft[] {
  const drafts: Draft[] = []
  let left = 0
  for (const { at, lines } of acts) {
    const used = (lines ?? []).reduce((sum, { good_id, amount }) => (good_id === salt ? sum + amount : sum), 0)
    left -= used
    if (left >= 0) continue
    left += SALT_DELIVERY
    const day = addDays(dayOf(at), -6) < start ? start : addDays(dayOf(at), -6)
    const number = drafts.length + 1
    const came = {
      good_id: salt,
      amount: SALT_DELIVERY,
      price: 2150,
      lot: `С-${number}`,
      best_before: addDays(day, 1095),
    }
    drafts.push({
      ...EMPTY,
      kind: receipt.kind,
      at: `${day}T11:20`,
      stock_id: workshop,
      lines: [goodsLine('in', workshop, came)],
      extra: { waybill_number: `СЛ-${number}`, vat_rate: '10' },
      user_id: people.keeper,
      created: `${day}T11:45`,
    })
  }
  return drafts
}

/** All that was done before now; a batch that came today waits. */
export function withWorkshop(
  place: DemoFarm,
  goods: Goods,
  rows: readonly Draft[],
  start: string,
  now: string,
): Draft[] {
  const acts = batchesOf(rows)
    .flatMap((fish, batch) => actsOf(place, goods, fish, batch))
    .filter(({ created }) => created <= now)
    .sort(byTime)
  return [...rows, ...acts, ...saltFor(place, goods, acts, start)].sort(byTime)
}

const byTime = (a: Draft, b: Draft) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
