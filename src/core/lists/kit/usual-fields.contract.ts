/** The fields, columns and inputs that most libraries have. */
import type { Column } from '../../../shared/columns'
import * as f from '../../../shared/fields'
import type { FormField } from './library-kit.contract'

export const name = { name: f.name(200) }
export const code = { code: f.optionalText(50) }
export const codeColumn: Column = { key: 'code', title: 'Код', type: 'text' }
export const nameColumn = (title: string): Column => ({ key: 'name', title, type: 'text' })
export const nameField: FormField = { key: 'name', title: 'Название', input: 'text', required: true }
export const codeField: FormField = { key: 'code', title: 'Код', input: 'text' }
