/** How cells of the table become changes: a new value is created, an emptied one deleted, a changed one updated. */
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { columnKey, type MeasurementRow } from '../../../core/cages/measurement.contract'
import type { Drafts } from '../../../web/offline/use-drafts'

export interface ReadingColumn {
  parameter: MeasureParameter
  depth: number
}
/** A parameter at each of its depths. */
export const columnsOf = (parameters: readonly MeasureParameter[]): ReadingColumn[] =>
  parameters.flatMap((parameter) => parameter.depth.map((depth) => ({ parameter, depth })))

/**
 * Cell → its reading: the cage's latest of the day, a manual one before one from a sensor. Readings without a cage are
 * excluded. `rows`: newest first.
 */
export function storedCells(
  rows: readonly MeasurementRow[],
  columns: readonly ReadingColumn[],
): ReadonlyMap<string, MeasurementRow> {
  const names = new Map(
    columns.map(({ parameter, depth }) => [`${parameter.id}:${depth}`, columnKey(parameter, depth)]),
  )
  const cells = new Map<string, MeasurementRow>()
  for (const row of rows) {
    const column = names.get(`${row.measure_parameter_id}:${row.depth}`)
    if (row.cage_id === null || column === undefined) continue
    const key = `${row.cage_id}.${column}`
    const known = cells.get(key)
    if (!known || (known.external_input && !row.external_input)) cells.set(key, row)
  }
  return cells
}

/** The call's input for the changed cells. Values are sent as typed: the server parses them. */
export function changesOf(
  typed: Drafts,
  cells: ReadonlyMap<string, MeasurementRow>,
  columns: readonly ReadingColumn[],
) {
  const known = new Map(columns.map((column) => [columnKey(column.parameter, column.depth), column]))
  const created: { cage_id: number; measure_parameter_id: number; depth: number; value: string }[] = []
  const updated: { id: number; value: string }[] = []
  const deleted: number[] = []
  for (const [key, text] of Object.entries(typed)) {
    const [cage = '', ...rest] = key.split('.')
    const column = known.get(rest.join('.'))
    const stored = cells.get(key)
    const value = text.trim()
    if (stored && value === '') deleted.push(stored.id)
    else if (stored) updated.push({ id: stored.id, value })
    else if (column && value !== '')
      created.push({ cage_id: Number(cage), measure_parameter_id: column.parameter.id, depth: column.depth, value })
  }
  return { created, updated, deleted }
}
