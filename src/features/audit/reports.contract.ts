/** What people did with reports, in the audit journal. */
import { PLANNED, PLANNED_NAMES } from '../../shared/report/farm-plan'
import { amount, field, fieldsOf, flag, type LoggedEntity, text } from './entity.contract'

export const reportEntities: readonly [string, LoggedEntity][] = [
  [
    'report_view',
    {
      title: 'Сохранённый отчёт',
      fields: fieldsOf({ name: text('Название'), shared: flag('Общий для всех') }),
      shownBefore: true,
      reading: null,
    },
  ],
  [
    'report_link',
    {
      title: 'Адрес отчёта для таблиц',
      fields: fieldsOf({ name: text('Отчёт'), token_end: text('Конец секрета') }),
      shownBefore: true,
      reading: null,
    },
  ],
  [
    'report_export',
    {
      title: 'Выгрузка отчёта',
      fields: fieldsOf({ title: text('Отчёт'), start: field('С', 'datetime'), end: field('По', 'datetime') }),
      reading: null,
    },
  ],
  [
    'closed_year',
    {
      title: 'Закрытый год',
      fields: fieldsOf({ year: text('Год'), digest: text('Отпечаток чисел') }),
      shownBefore: true,
      reading: null,
    },
  ],
  [
    'farm_plan',
    {
      title: 'План хозяйства',
      fields: fieldsOf({
        month: text('Месяц'),
        ...Object.fromEntries(PLANNED_NAMES.map((name) => [name, amount(PLANNED[name].title, PLANNED[name].unit)])),
      }),
      always: ['month'],
      reading: null,
    },
  ],
]
