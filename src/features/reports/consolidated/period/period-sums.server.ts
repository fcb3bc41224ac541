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
export type Period = Sums<(typeof KEYS)[number]>

/** With whether it is known what these fish ate. */
export interface Balance {
  sums: Period
  fedKnown: boolean
}

export const nothing = (): Balance => ({ sums: zeros(KEYS), fedKnown: true })

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
  const { sums } = nothing()
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
  return { sums, fedKnown: true }
}

export function sumOf(all: readonly Balance[]): Balance {
  const total = nothing()
  for (const { sums, fedKnown } of all) {
    addTo(total.sums, sums)
    total.fedKnown &&= fedKnown
  }
  return total
}

const moved = (sums: Period, move: Move): [number, number] => [Number(sums[`${move}Count`]), kg(sums[`${move}Mass`])]

/** @param inside pieces moved within: these did not come */
export function tell({ sums, fedKnown }: Balance, inside = 0n): PeriodFigures {
  const [stocking_count, stocking_weight] = moved(sums, 'stocked')
  const [income_count, income_weight] = moved(sums, 'came')
  const [outcome_count, outcome_weight] = moved(sums, 'went')
  const [withdrawal_count, withdrawal_weight] = moved(sums, 'caught')
  const [retreat_count, retreat_weight] = moved(sums, 'lost')
  const [correction_count, correction_weight] = moved(sums, 'corrected')
  const [recategorized_count, recategorized_weight] = moved(sums, 'recategorized')
  const { startMass, endMass, caughtMass, wentMass, stockedMass, cameMass } = sums
  const had = sums.startCount + sums.stockedCount + sums.cameCount - inside
  return {
    ...{ left_start_count: Number(sums.startCount), left_start_weight: kg(startMass) },
    avg_weight_start: average(startMass, sums.startCount),
    ...{ stocking_count, stocking_weight, income_count, income_weight, outcome_count, outcome_weight },
    ...{ withdrawal_count, withdrawal_weight, retreat_count, retreat_weight },
    retreat_percent: percent(sums.lostCount, had),
    ...{ correction_count, correction_weight, recategorized_count, recategorized_weight },
    growth: kg(sums.growth),
    ...{ left_end_count: Number(sums.endCount), left_end_weight: kg(endMass) },
    avg_weight_end: average(endMass, sums.endCount),
    feedings: fedKnown ? kg(sums.fed) : null,
    feed_coefficient: fedKnown ? quotient(sums.fed, sums.growth) : null,
    economic_coefficient: fedKnown
      ? quotient(sums.fed, endMass - startMass + caughtMass + wentMass - stockedMass - cameMass)
      : null,
  }
}
