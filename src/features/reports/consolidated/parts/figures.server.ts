/** What both reports of a period tell of the balance of a group, a cage, a module, a generation or the farm. */
import type { Balance } from './balances.server'
import { average, kg, quotient } from './sums.server'

/** Written out, because objects of many spreads cost ten times as much for a thousand rows. */
export function figuresOf(sums: Balance) {
  return {
    left_start_count: Number(sums.startCount),
    left_start_weight: kg(sums.startMass),
    avg_weight_start: average(sums.startMass, sums.startCount),
    stocking_count: Number(sums.stockedCount),
    stocking_weight: kg(sums.stockedMass),
    income_count: Number(sums.cameCount),
    income_weight: kg(sums.cameMass),
    outcome_count: Number(sums.wentCount),
    outcome_weight: kg(sums.wentMass),
    withdrawal_count: Number(sums.caughtCount),
    withdrawal_weight: kg(sums.caughtMass),
    retreat_count: Number(sums.lostCount),
    retreat_weight: kg(sums.lostMass),
    correction_count: Number(sums.correctedCount),
    correction_weight: kg(sums.correctedMass),
    close_out_count: Number(sums.closedCount),
    close_out_weight: kg(sums.closedMass),
    growth: kg(sums.growth),
    left_end_count: Number(sums.endCount),
    left_end_weight: kg(sums.endMass),
    avg_weight_end: average(sums.endMass, sums.endCount),
    feedings: kg(sums.fed),
    feed_coefficient: quotient(sums.fed, sums.growth),
  }
}

/** Pieces or milligrams that there were to lose; `inside` moved within, and did not come. */
export const hadOf = (of: 'Count' | 'Mass', sums: Balance, inside: bigint): bigint =>
  sums[`start${of}`] + sums[`stocked${of}`] + sums[`came${of}`] - inside

/** Feed by what was produced: left, caught and moved out, less what was there and came. */
export const economicOf = ({ startMass, endMass, caughtMass, wentMass, stockedMass, cameMass, fed }: Balance) =>
  quotient(fed, endMass - startMass + caughtMass + wentMass - stockedMass - cameMass)
