/** A grid of norms as lines of cells, each with its fault, its change and its warmth. */
import type { Fault, NormGrid, Place } from '../../../shared/feeding/norm-grid'
import { decimalMark } from '../../../web/format'
import { parseDecimal } from '../../../shared/numbers'
import type { Speak } from '../../../shared/say'
import { linesOf, placeAt, TEMPERATURES_LINE, textAt } from './norm-edit.web'

export interface LineCell {
  text: string
  error: string | undefined
  changed: boolean
  /** 0 to 1 between the least and the highest rate; null is no rate */
  heat: number | null
}

export interface Line {
  index: number
  kind: 'temperatures' | 'weights' | 'coefficients'
  /** by their number from the left */
  cells: (LineCell | null)[]
}

const keyOf = (place: Place) => JSON.stringify(place)
const rateOf = (text: string) => parseDecimal(text, 6)

/** The least and the highest rate of a grid. */
function span({ rows }: NormGrid): [least: number, most: number] {
  const rates = rows.flatMap((row) => row.rates.map(rateOf)).filter((rate) => rate !== null)
  return [Math.min(...rates), Math.max(...rates)]
}

function heatOf(text: string, [least, most]: [number, number]): number | null {
  const rate = rateOf(text)
  return rate === null || most <= least ? null : (rate - least) / (most - least)
}

const decimalsOf = (texts: readonly string[]) =>
  Math.max(0, ...texts.map((text) => (text.split(/[.,]/)[1] ?? '').length))

function padded(text: string, decimals: number): string {
  const [whole, fraction = ''] = text.split(/[.,]/)
  const mark = /[.,]/.exec(text)?.[0] ?? decimalMark()
  return decimals === 0 ? text : `${whole}${mark}${fraction.padEnd(decimals, '0')}`
}

/** Rates, conversion rates and coefficients, each with as many decimals as the longest of its kind. */
function evenTexts({ rows, coefficients }: NormGrid) {
  const decimals: Partial<Record<Place['in'], number>> = {
    rate: decimalsOf(rows.flatMap(({ rates }) => rates)),
    fcr: decimalsOf(rows.map(({ fcr }) => fcr)),
    coefficient: decimalsOf(coefficients),
  }
  return (place: Place, text: string) => padded(text, decimals[place.in] ?? 0)
}

interface Shown {
  faults: readonly Fault[]
  /** what is stored, to compare with */
  stored: NormGrid | undefined
  heat: boolean
  /** to look at: numbers of one kind have the same decimals */
  even: boolean
  speak: Speak
}

const isAlike = (one: NormGrid, other: NormGrid | undefined): other is NormGrid =>
  other !== undefined && other.rows.length === one.rows.length && other.temperatures.length === one.temperatures.length

export function shownLines(grid: NormGrid, { faults, stored, heat, even, speak }: Shown): Line[] {
  const told = new Map(faults.map(({ place, text }) => [keyOf(place), speak(text)]))
  const range = span(grid)
  const before = isAlike(grid, stored) ? stored : null
  const last = linesOf(grid) - 1
  const evened = even ? evenTexts(grid) : null
  const cells = grid.temperatures.length + 3
  return Array.from({ length: last + 1 }, (_, index) => ({
    index,
    kind: index === TEMPERATURES_LINE ? 'temperatures' : index === last ? 'coefficients' : 'weights',
    cells: Array.from({ length: cells }, (__, cell) => {
      const place = placeAt(grid, index, cell)
      if (!place) return null
      const text = textAt(grid, place)
      return {
        text: evened?.(place, text) ?? text,
        error: told.get(keyOf(place)),
        changed: before !== null && textAt(before, place) !== text,
        heat: heat && place.in === 'rate' ? heatOf(text, range) : null,
      }
    }),
  }))
}
