import * as z from 'zod'
import { library } from '../kit/library-kit.contract'
import { code, codeColumn, codeField, name, nameColumn, nameField } from '../kit/usual-fields.contract'

/** What fish died of; a loss without one is of a cause that nobody knows. */
export const lossCauseLibrary = library({
  model: 'loss_cause',
  table: 'loss_causes',
  archive: true,
  missing: 'Причина отхода не найдена.',
  uses: [['operations', 'loss_cause_id', 'Причину нельзя удалить: по ней есть отходы.']],
  reads: ['fish'],
  title: 'Причины отхода',
  singular: 'Причина отхода',
  one: 'причину отхода',
  route: 'loss-causes',
  fields: { ...name, ...code },
  row: { name: z.string(), code: z.string().nullable() },
  columns: [nameColumn('Причина'), codeColumn],
  form: [nameField, codeField],
})
