import * as z from 'zod'
import * as f from '../../../shared/fields'
import { library } from '../kit/library-kit.contract'
import {} from '../kit/usual-fields.contract'

export const employeeLibrary = library({
  model: 'employee',
  table: 'employees',
  archive: true,
  named: 'fio',
  missing: 'Сотрудник не найден.',
  uses: [['operations', 'employee_id', 'Сотрудника нельзя удалить: он указан в подъёмах рыбы.']],
  reads: ['fish'],
  title: 'Сотрудники',
  singular: 'Сотрудник',
  one: 'сотрудника',
  route: 'employees',
  fields: { fio: f.name(200) },
  row: { fio: z.string() },
  columns: [{ key: 'fio', title: 'ФИО', type: 'text' }],
  form: [{ key: 'fio', title: 'ФИО', input: 'text', required: true }],
})
