/**
 * Packs an .xlsx file in a thread, as plain JavaScript, so that it runs the same from the sources, the tests and the
 * build.
 */
import write from 'write-excel-file/node'
import { withFilter } from '../../shared/sheets/with-filter.mjs'

const files = { transform: { 'xl/worksheets/sheet{id}.xml': { transform: withFilter } } }

export const packWorkbook = (sheets) => write(sheets, { features: [{ files }] }).toBuffer()
