/** Tasks, and what was loaded from workbooks, in the audit journal. */
import { STATUSES } from '../../shared/task-statuses'
import { amount, coded, field, fieldsOf, flag, type LoggedEntity, named, text } from './entity.contract'

const task: LoggedEntity = {
  title: 'Задача',
  fields: fieldsOf({
    title: text('Название'),
    start: field('Начало', 'datetime'),
    end: field('Окончание', 'datetime'),
    all_day: flag('Весь день'),
    status_id: coded('Статус', STATUSES),
    executor_id: named('Исполнитель', 'user'),
    cage_id: named('Садок', 'cage'),
    note: text('Примечание'),
  }),
  shownBefore: true,
  always: ['title'],
  reading: 'view tasks',
}

export const taskEntities: readonly [string, LoggedEntity][] = [['task', task]]

export const importEntities: readonly [string, LoggedEntity][] = [
  [
    'measurement_import',
    { title: 'Загрузка замеров', fields: fieldsOf({ file: text('Файл'), count: amount('Записей') }), reading: null },
  ],
  [
    'past_import',
    {
      title: 'Перенос прошлого',
      fields: fieldsOf({ file: text('Файл'), rows: amount('Операций') }),
      reading: 'bring past',
    },
  ],
]
