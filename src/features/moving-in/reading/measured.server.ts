/** A reading of water that a row has, or why it is none. Pure. */
import { depthFault, type Reading as Measured, valueFault } from '../../../core/cages/readings/readings.server'
import { quoted } from '../../../server/sheets/cell-values'
import { isEmpty } from '../../../server/sheets/cells'
import { parseDecimal } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import { type CellKey, placeOfKey } from '../calls/past-words.contract'
import { nameOf, readTaken } from './cells.server'
import { depthOf, parameterOfTitle } from './parameters.server'
import type { Part } from './parts.server'
import { type Reading, valueOf } from './row-values.server'
import type { Fault } from './rows.server'

export type PastReading = Measured & { source_row: string; external_input: boolean }

interface Place {
  source: string
  at: string | null
  module: number | null
  cage: number | string | undefined
}

/** What is measured, and how deep: by the title of the column, or by cells of the row. */
function measuredIn(reading: Reading, { measured }: Part): { name: string; depth: number | null } | null {
  const { plan, faults } = reading
  if (measured) return parameterOfTitle(plan.titles[placeOfKey(measured)!] ?? '')
  const [name, depth] = [valueOf(reading, 'parameter'), valueOf(reading, 'depth')]
  const metres = isEmpty(depth) ? null : depthOf(depth as string | number)
  if (isEmpty(depth) || metres !== null) return { name: isEmpty(name) ? '' : nameOf(name), depth: metres }
  faults.push({ field: 'depth', text: say('«{{text}}» — не глубина', { text: quoted(depth) }) })
  return null
}

function takenBy(reading: Reading) {
  const cell = valueOf(reading, 'taken')
  const taken = cell === null ? null : readTaken(cell)
  if (taken && 'fault' in taken) reading.faults.push({ field: 'taken', text: taken.fault })
  return taken && 'value' in taken ? taken.value : null
}

export function measuredBy(reading: Reading, part: Part, { source, at, module, cage }: Place) {
  const { names, faults } = reading
  const field: CellKey = part.measured ?? 'value'
  const cell = valueOf(reading, field)
  const fault = (text: Fault['text'], of = field): { skipped?: boolean } => {
    faults.push({ field: of, text })
    return {}
  }
  if (cell === null) return {}
  const value = typeof cell === 'boolean' ? null : parseDecimal(cell, 6)
  if (value === null) return fault(say('«{{text}}» — не число', { text: quoted(cell) }))
  const [title, taken] = [measuredIn(reading, part), takenBy(reading)]
  if (!title || module === null || at === null || faults.length > 0) return {}
  const found = names.find('parameter', title.name, {
    of: reading.of.cells,
    day: at.slice(0, 10),
    module,
    depth: title.depth,
  })
  if (found === 'skip') return { skipped: true }
  if (!found || !('id' in found)) return fault(say('«{{name}}»: скажите, что это', { name: title.name }))
  const parameter = names.parameterOf(found.id)
  const depth = title.depth ?? parameter.depth[0]!
  const wrong = depthFault(parameter, depth) ?? valueFault(parameter, value)
  if (wrong) return fault(wrong)
  return {
    reading: {
      measure_parameter_id: found.id,
      location_id: module,
      cage_id: typeof cage === 'number' ? cage : null,
      at,
      depth,
      value,
      external_input: taken === 'sensor',
      source_row: source,
    } satisfies PastReading,
  }
}
