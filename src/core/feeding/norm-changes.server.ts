/** What a new version of norms changed, for the audit log: seasons that came and went, and single cells. */
import type { Season } from '../../shared/feeding/norm'
import { showRange } from '../../shared/feeding/year'
import { toUnits } from '../../shared/numbers'

/** How many cells of each kind are told one by one. */
const MOST = 20

const KINDS = ['rates', 'conversion', 'coefficients'] as const
type Cells = Record<(typeof KINDS)[number], Map<string, number>>

/** Place of a cell, in words that need no language, → its value in millionths. */
function cellsOf(seasons: readonly Season[]): Cells {
  const cells: Cells = { rates: new Map(), conversion: new Map(), coefficients: new Map() }
  for (const season of seasons) {
    const range = showRange(season)
    season.temperatures.forEach((degrees, column) =>
      cells.coefficients.set(`${range} · ${degrees}°`, season.coefficients[column]!),
    )
    for (const { min, max, fcr, rates } of season.rows) {
      const row = `${range} · ${shown(min / 1000)}–${shown(max / 1000)}`
      cells.conversion.set(row, fcr)
      season.temperatures.forEach((degrees, column) => cells.rates.set(`${row} · ${degrees}°`, rates[column]!))
    }
  }
  return cells
}

const shown = (value: number) => String(value).replace('.', ',')

/** «01.06–30.09 · 50–100 · 6° = 1,5» for each cell that differs. */
function differing(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const places = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
  const told = (cells: ReadonlyMap<string, number>) =>
    places.slice(0, MOST).flatMap((place) => {
      const value = cells.get(place)
      return value === undefined ? [] : [`${place} = ${shown(toUnits(value))}`]
    })
  return { before: told(before), after: told(after), more: Math.max(0, places.length - MOST) }
}

/** Action, before and after of the line. Cells are told of seasons that stayed. */
export function auditedNorms(before: readonly Season[], after: readonly Season[], from: object = {}) {
  const [was, is] = [before.map(showRange), after.map(showRange)]
  if (is.length === 0) return { action: 'delete' as const, before: { seasons: was } }
  if (was.length === 0) return { action: 'create' as const, after: { seasons: is, ...from } }
  const [old, fresh] = [
    cellsOf(before.filter((season) => is.includes(showRange(season)))),
    cellsOf(after.filter((season) => was.includes(showRange(season)))),
  ]
  const parts = KINDS.map((kind) => ({ kind, ...differing(old[kind], fresh[kind]) }))
  const side = (name: 'before' | 'after') => Object.fromEntries(parts.map((part) => [part.kind, part[name]]))
  const more = parts.reduce((sum, part) => sum + part.more, 0)
  return {
    action: 'update' as const,
    before: { seasons: was, ...side('before') },
    after: { seasons: is, ...side('after'), ...(more > 0 && { more }), ...from },
  }
}
