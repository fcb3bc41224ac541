/** Deliveries that keep the demo farm's warehouses a little ahead of what is used. */
import { groupBy } from '../../shared/collections'
import { addDays, dayOf } from '../../shared/dates'
import { MILLIONTHS } from '../../shared/numbers'
import { goodsLine } from '../../core/documents/engine/goods-lines.contract'
import { receipt } from '../../core/documents/kinds/receipt/receipt.contract'
import { EMPTY } from '../../shared/ledger/document'
import type { Milestones } from './demo-calendar.server'
import type { Draft } from './demo-life.server'
import type { DemoFarm } from './demo-place.server'

/** Roubles a kilogram two years ago, by feed; then by medicine and by fuel a unit. */
const FEED_PRICES = [232, 214, 196, 187]
const MEDICINE_PRICES = [6400, 145]
const FUEL_PRICES = [56]
const RISE_A_MONTH = 0.006
/** Share of a month's use that stays as a reserve, and what is delivered at least. */
const RESERVE = 0.35

interface Need {
  good: number
  stock: number
  /** millionths of the unit, by month 'YYYY-MM' */
  months: Map<string, number>
}

function needsOf(rows: Draft[]): Need[] {
  const used = rows.filter((row) => row.volume !== null)
  return [...groupBy(used, ({ good_id, stock_id }) => `${good_id}:${stock_id}`).values()].map((own) => {
    const months = new Map<string, number>()
    for (const { at, volume } of own) {
      const month = at.slice(0, 7)
      months.set(month, (months.get(month) ?? 0) + volume!)
    }
    return { good: own[0]!.good_id!, stock: own[0]!.stock_id!, months }
  })
}

/** The afternoon before the month in which it is needed; the first delivery comes with the first fish. */
const deliveryAt = (month: string, start: string, index: number) => {
  const day = addDays(`${month}-01`, -1)
  return day < start ? `${start}T07:${10 + index}` : `${day}T14:${10 + 3 * index}`
}

/** A month that is not over needs as much as its days so far say. */
function wholeMonth(month: string, used: number, today: string): number {
  if (month !== today.slice(0, 7)) return used
  return Math.round((used * 31) / Math.max(Number(today.slice(8)), 3))
}

/** Feed keeps a year, medicines three; the maker's lot tells the month it was made in. */
const lotOf = ({ good }: Need, at: string, isFeed: boolean) => ({
  lot: `${isFeed ? 'Ф' : 'Л'}${at.slice(2, 4)}${at.slice(5, 7)}-${good}`,
  best_before: addDays(dayOf(at), isFeed ? 365 : 1095),
})

function delivery(place: DemoFarm, need: Need, amount: number, at: string, monthsPassed: number): Draft {
  const goods = [...place.feeds, ...place.medicines, ...place.fuels]
  const base = [...FEED_PRICES, ...MEDICINE_PRICES, ...FUEL_PRICES][goods.indexOf(need.good)]!
  const perUnit = Math.round(base * (1 + RISE_A_MONTH * monthsPassed) * 100)
  const fuel = place.fuels.includes(need.good)
  const lot = fuel ? {} : lotOf(need, at, place.feeds.includes(need.good))
  return {
    ...EMPTY,
    kind: receipt.kind,
    at,
    stock_id: need.stock,
    counterparty_id: place.supplier,
    lines: [goodsLine('in', need.stock, { good_id: need.good, amount, price: perUnit, ...lot })],
    extra: {
      vat_rate: fuel ? '22' : '10',
      waybill_date: dayOf(at),
      waybill_number: `${at.slice(2, 4)}${at.slice(5, 7)}-${need.good}${need.stock}`,
    },
    user_id: place.people.keeper,
    created: `${dayOf(at)}T${at.slice(11, 13)}:55`,
  }
}

const byTime = (a: Draft, b: Draft) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

/** All that was fed and treated, with what had to come for it, in the order of their time. */
export function withDeliveries(place: DemoFarm, rows: Draft[], { start, today }: Milestones): Draft[] {
  const added: Draft[] = []
  for (const [index, need] of needsOf(rows).entries()) {
    const pack = (place.feeds.includes(need.good) ? 500 : 5) * MILLIONTHS
    let left = 0
    const months = [...need.months].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [order, [month, used]] of months.entries()) {
      const last = order === months.length - 1 && month < today.slice(0, 7)
      const wanted = wholeMonth(month, used, today) * (last ? 1 : 1 + RESERVE)
      const amount = Math.ceil(Math.max(0, wanted - left) / pack) * pack
      left += amount - used
      if (amount > 0) added.push(delivery(place, need, amount, deliveryAt(month, start, index), order))
    }
  }
  return [...added, ...rows].sort(byTime)
}
