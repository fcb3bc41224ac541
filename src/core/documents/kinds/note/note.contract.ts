import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { moment, operationKind } from '../../engine/operation.contract'

export const note = operationKind({
  kind: 'note',
  path: 'note',
  title: 'Примечание',
  inSentence: 'примечание',
  journal: 'Журнал примечаний',
  plural: 'Примечания',
  icon: 'note',
  section: 'moves',
  ability: 'create notes',
  fields: { ...moment, cage_id: f.id(), text: f.text(2000) },
  row: z.object({ cage_id: z.number(), cage_number: z.string(), location_id: z.number(), text: z.string() }),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'cage_number', title: 'Садок', type: 'cage' },
    { key: 'text', title: 'Текст', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  document: ({ cage_id, text }) => ({ cage_id, note: text }),
})
