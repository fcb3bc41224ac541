/** Reads all sheets of an .xlsx file in a thread, with what is special of single cells. */
import { notice } from '../errors'
import type { Cell } from './read-sheet'
import { inThread } from './thread'

export interface SheetCells {
  /** of the tab */
  name: string
  rows: Cell[][]
  /** days that stand as plain numbers are counted from 1904 */
  from1904: boolean
  /** something stands below the rows that were read */
  more: boolean
  /** addresses of cells with a formula: 'B7' */
  formulas: string[]
  /** addresses of cells whose number is shown as per cent: 0.015 as 1,5 % */
  percents: string[]
  /** areas of joined cells: 'A1:B2' */
  joined: string[]
  /** row → its columns that such an area covers, from 0; the first cell of an area keeps its value */
  covered: Map<number, number[]>
}

const FAILED = 'Файл не прочитан: нужна книга Excel (.xlsx) до 10 МБ без макросов и защиты.'
const JOINED = 'Объединённых клеток в книге больше 10 000, или они перекрываются: разъедините их и загрузите её снова.'

/**
 * The first `most` rows of the first `sheets` visible sheets, for a farm. Throws a refusal unless the file is a sound
 * workbook without macros.
 */
export const readCells = (farm: number, bytes: Buffer, limits: { most: number; sheets: number }) =>
  inThread<SheetCells[]>(farm, { file: 'read-cells.mjs', name: 'readCells' }, { bytes, ...limits }).catch(
    (error: unknown) => {
      throw notice(error instanceof Error && error.message === 'joined too much' ? JOINED : FAILED)
    },
  )

/** 0 → 'A', 27 → 'AB' */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Row and column from 0 → 'B7' */
export const addressOf = (row: number, column: number): string => `${columnName(column)}${row + 1}`

/** 'B7' → row and column from 0; null for anything else. */
export function placeOfAddress(address: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? []
  if (!letters || !digits) return null
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, column }
}
