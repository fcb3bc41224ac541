/** Who takes the fish of the demo farm, and on what terms. */
import { daysBetween } from '../../shared/dates'
import { totalRoubles } from '../../shared/fish/sale'
import { SALE, WORKSHOP } from '../../core/documents/kinds/withdrawal/withdrawal.contract'
import type { Catch, Life } from './demo-life.server'

/** Roubles a kilogram two years ago, and what more fish from 1.5 kg fetches. */
const [PRICE, LARGE] = [560, 45]
const LARGE_FROM = 1500
const RISE_A_MONTH = 0.008
/** So many days a buyer may take to pay. */
const DELAY = 45
/** The workshop weighs without the water that ran off. */
const DRY = 0.985
const HUNDRED_GRAMS = 100_000
/** Share of the lorries that go there. */
const TO_WORKSHOP = 0.2

/** The terms of a lorry of fish of so many grams each: mostly a sale, now and then the farm's own workshop. */
export function buyerFor(life: Life, grams: number): Pick<Catch, 'reason' | 'terms'> {
  const { trade, place, calendar, day } = life
  if (trade.happens(TO_WORKSHOP)) {
    const weighed = (weight: number) => Math.round((weight * DRY) / HUNDRED_GRAMS) * HUNDRED_GRAMS
    const terms = (weight: number) => ({ stock_id: place.workshop, workshop_weight: weighed(weight) })
    return { reason: WORKSHOP, terms }
  }
  const months = daysBetween(calendar.start, day) / 30
  const base = (PRICE + (grams >= LARGE_FROM ? LARGE : 0)) * (1 + RISE_A_MONTH * months)
  const price = Math.round(base * trade.between(0.96, 1.04)) * 100
  const names = { counterparty_id: trade.pick(place.counterparties), employee_id: trade.pick(place.employees) }
  const paid = daysBetween(day, calendar.today) > DELAY || trade.happens(0.4) ? 1 : trade.pick([0, 0.5])
  const terms = (weight: number) => ({ ...names, price, payment: Math.round(totalRoubles(weight, price) * paid) * 100 })
  return { reason: SALE, terms }
}
