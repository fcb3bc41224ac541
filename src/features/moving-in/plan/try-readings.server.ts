/** Tries readings of water: of a parameter, depth, cage and minute there is one. */
import { findStored, keyOf } from '../../../core/cages/readings/readings.server'
import { toUnits } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import type { PastReading } from '../reading/measured.server'
import { isNew } from '../reading/matching.server'
import type { Fault, ReadRow } from '../reading/rows.server'
import type { Planner } from './plan.server'

export interface TriedReadings {
  readings: PastReading[]
  faults: Map<ReadRow, Fault>
}

const AT_ONCE = 2000

/** Values of what the farm has already, by key. */
async function storedValues({ tx, company }: Planner, readings: readonly PastReading[]): Promise<Map<string, number>> {
  const known = readings.filter(({ measure_parameter_id }) => !isNew(measure_parameter_id))
  const stored = new Map<string, number>()
  for (let from = 0; from < known.length; from += AT_ONCE) {
    const part = known.slice(from, from + AT_ONCE)
    for (const [place, value] of await findStored(tx, company.id, part)) stored.set(keyOf(part[place]!), value)
  }
  return stored
}

/** What the farm has with the same value is there; with another one the row is told. */
export async function tryReadings(
  planner: Planner,
  read: readonly ReadRow[],
  there: Set<ReadRow>,
): Promise<TriedReadings> {
  const fresh = read.filter((row) => row.reading && !row.skipped && !there.has(row))
  const values = await storedValues(
    planner,
    fresh.map(({ reading }) => reading!),
  )
  const [faults, readings, first] = [new Map<ReadRow, Fault>(), [] as PastReading[], new Map<string, ReadRow>()]
  for (const row of fresh) {
    const reading = row.reading!
    const key = keyOf(reading)
    const [value, before] = [values.get(key), first.get(key)]
    const known = value ?? before?.reading!.value
    if (known === undefined) {
      first.set(key, row)
      readings.push(reading)
    } else if (known === reading.value) there.add(row)
    else
      faults.set(row, {
        field: row.measured ?? 'value',
        text:
          before === undefined
            ? say('На это время такой замер уже есть: {{value}}', { value: toUnits(known) })
            : say('Повтор строки {{row}}', { row: before.of.row }),
      })
  }
  return { readings, faults }
}
