import { operationKind } from '../../engine/operation.contract'
import { counted } from './counted.contract'

export const correction = operationKind({
  ...counted,
  kind: 'correction',
  path: 'correction',
  title: 'Коррекция',
  inSentence: 'коррекция',
  journal: 'Журнал коррекций',
  plural: 'Коррекции',
  icon: 'adj',
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
    { key: 'count_difference', title: 'Разница', type: 'count', unit: 'шт', footer: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
})
