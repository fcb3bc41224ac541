/**
 * The close-out of a group whose cage was harvested: what the book still had, or lacked, is an unexplained difference,
 * neither losses nor a mistake in a count.
 */
import { operationKind } from '../../engine/operation.contract'
import { counted } from '../correction/counted.contract'

export const closeOut = operationKind({
  ...counted,
  kind: 'close_out',
  path: 'close-out',
  title: 'Сверка при облове',
  inSentence: 'сверка при облове',
  journal: 'Журнал сверок при облове',
  plural: 'Сверки при облове',
  icon: 'check',
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'age_category_name', title: 'Категория', type: 'text', optional: true },
    { key: 'count', title: 'Осталось на деле', type: 'count', unit: 'шт' },
    { key: 'count_difference', title: 'Разница', type: 'count', unit: 'шт', footer: true },
    { key: 'weight_difference', title: 'Разница', type: 'kg', unit: 'кг' },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  example: { cage_id: 12, date: '24.11.2026', time: '16:00', count: 0, note: 'облов закончен' },
})
