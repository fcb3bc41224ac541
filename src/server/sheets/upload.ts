/** Reads the rows of an uploaded workbook, or refuses it. */
import { notice } from '../errors'
import type { Upload } from '../http/route'
import type { Phrase } from '../../shared/say'
import { type Cell, isWorkbook, readSheet } from './read-sheet'

export const NOT_XLSX = 'Это не файл Excel (.xlsx). Откройте его в Excel и сохраните как «Книга Excel (.xlsx)».'

export interface ReadFile {
  name: string
  rows: Cell[][]
}

/**
 * Takes at most so many rows below a header. `failed` is the refusal for an unreadable file, `long` the one for too
 * many rows.
 */
export async function readUpload(
  file: Upload | null,
  { farm, most, failed, long }: { farm: number; most: number; failed: Phrase; long: Phrase },
): Promise<ReadFile> {
  if (!file) throw notice(failed)
  if (!isWorkbook(file)) throw notice(NOT_XLSX)
  const rows = await readSheet(farm, file.bytes, most + 2).catch(() => {
    throw notice(failed)
  })
  if (rows.length > most + 1) throw notice(long)
  return { name: file.name, rows }
}
