import { kindServer } from '../../engine/document.server'
import { note as contract } from './note.contract'

export const note = kindServer({
  contract,
  footer: 'document',
  reads: [],
  row: (row) => ({ cage_id: row.cage_id, cage_number: row.number, location_id: row.location_id, text: row.note }),
})
