/** Sums of the consolidated report for a period: of groups, cages, modules, generations, the farm. */
import type { Flow, Life } from '../parts/movements.server'
import type { PeriodFigures } from './period.contract'
import { addTo, average, kg, percent, quotient, type Sums, zeros } from '../parts/sums.server'

const MOVES = ['stocked', 'came', 'went', 'caught', 'lost', 'corrected', 'recategorized'] as const
type Move = (typeof MOVES)[number]
const KEYS = [
  ...['startCount', 'startMass', 'endCount', 'endMass', 'growth', 'fed'],
  ...MOVES.flatMap((move) => [`${move}Count`, `${move}Mass`]),
] as ('startCount' | 'startMass' | 'endCount' | 'endMass' | 'growth' | 'fed' | `${Move}${'Count' | 'Mass'}`)[]
export type Balance = Sums<(typeof KEYS)[number]>

/** Which move an entry belongs to, and whether its signs are turned. */
function moveOf({ kind, into }: Flow): [Move, bigint] | null {
  if (kind === 'stocking') return ['stocked', 1n]
  if (kind === 'transfer') return into ? ['came', 1n] : ['went', -1n]
  if (kind === 'withdrawal') return ['caught', -1n]
  if (kind === 'retreat') return ['lost', -1n]
  if (kind === 'correction') return ['corrected', 1n]
  return kind === 'category_change' ? ['recategorized', 1n] : null
}

/** Of a group: its growth is what the balance needs, and so closes to the milligram. */
export function balanceOf(life: Life, flows: readonly Flow[]): Balance {
  const sums = zeros(KEYS)
  sums.startCount = BigInt(life.count_before)
  sums.startMass = BigInt(life.mass_before)
  sums.endCount = BigInt(life.count_after)
  sums.endMass = BigInt(life.mass_after)
  sums.growth = sums.endMass - sums.startMass
  for (const flow of flows) {
    const move = moveOf(flow)
    if (!move) continue
    const [name, sign] = move
    sums[`${name}Count`] += sign * BigInt(flow.count)
    sums[`${name}Mass`] += sign * BigInt(flow.moved)
    sums.growth -= BigInt(flow.moved)
  }
  return sums
}

export function sumOf(all: readonly Balance[]): Balance {
  const total = zeros(KEYS)
  for (const one of all) addTo(total, one)
  return total
}

/**
 * Written out, because objects of many spreads cost ten times as much for a thousand rows.
 * @param inside pieces moved within: these did not come
 */
export function tell(sums: Balance, inside = 0n): PeriodFigures {
  const { startMass, endMass, caughtMass, wentMass, stockedMass, cameMass } = sums
  const had = sums.startCount + sums.stockedCount + sums.cameCount - inside
  const produced = endMass - startMass + caughtMass + wentMass - stockedMass - cameMass
  return {
    left_start_count: Number(sums.startCount),
    left_start_weight: kg(startMass),
    avg_weight_start: average(startMass, sums.startCount),
    stocking_count: Number(sums.stockedCount),
    stocking_weight: kg(stockedMass),
    income_count: Number(sums.cameCount),
    income_weight: kg(cameMass),
    outcome_count: Number(sums.wentCount),
    outcome_weight: kg(wentMass),
    withdrawal_count: Number(sums.caughtCount),
    withdrawal_weight: kg(caughtMass),
    retreat_count: Number(sums.lostCount),
    retreat_weight: kg(sums.lostMass),
    retreat_percent: percent(sums.lostCount, had),
    correction_count: Number(sums.correctedCount),
    correction_weight: kg(sums.correctedMass),
    recategorized_count: Number(sums.recategorizedCount),
    recategorized_weight: kg(sums.recategorizedMass),
    growth: kg(sums.growth),
    left_end_count: Number(sums.endCount),
    left_end_weight: kg(endMass),
    avg_weight_end: average(endMass, sums.endCount),
    feedings: kg(sums.fed),
    feed_coefficient: quotient(sums.fed, sums.growth),
    economic_coefficient: quotient(sums.fed, produced),
  }
}
