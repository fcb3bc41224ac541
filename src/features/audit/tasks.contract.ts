/** Tasks, and what was loaded from workbooks, in the audit journal. */
import { ALARM_KINDS, ruleData } from '../../shared/alarms/rules'
import { CALENDAR_WHICH, RULE_KINDS, SINCE, STATUSES } from '../../shared/task-statuses'
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
    rule_id: amount('Правило, №'),
  }),
  shownBefore: true,
  always: ['title'],
  reading: 'view tasks',
}

const rule: LoggedEntity = {
  title: 'Правило задач',
  fields: fieldsOf({
    title: text('Что сделать'),
    kind: coded('Когда', RULE_KINDS),
    cage_id: named('Садок', 'cage'),
    good_id: named('Корм', 'good'),
    weight: amount('Навеска', 'кг', 'mg'),
    degree_days: amount('Градусо-дней', '°дней'),
    since: coded('После операции', SINCE),
    days: amount('Дней', 'дн'),
    starts_on: field('Первый день', 'day'),
    executor_id: named('Исполнитель', 'user'),
    note: text('Примечание'),
  }),
  shownBefore: true,
  always: ['title'],
  reading: 'view tasks',
}

const calendar: LoggedEntity = {
  title: 'Адрес календаря задач',
  fields: fieldsOf({ which: coded('Какие задачи', CALENDAR_WHICH), token_end: text('Конец секрета') }),
  shownBefore: true,
  reading: null,
}

const alarm: LoggedEntity = {
  title: 'Тревога',
  fields: fieldsOf({
    acknowledged: flag('Принята'),
    word: text('Что сделали'),
    snoozed_until: field('Отложена до', 'datetime'),
  }),
  reading: null,
}

const TERMS = new Map(ALARM_KINDS.flatMap((kind) => Object.entries(ruleData(kind).terms)))

const alarmRule: LoggedEntity = {
  title: 'Правило тревог',
  fields: fieldsOf({
    kind: coded('Правило', Object.fromEntries(ALARM_KINDS.map((kind) => [kind, ruleData(kind).title]))),
    on: flag('Включено'),
    letters: flag('Письмом'),
    push: flag('На устройство'),
    ...Object.fromEntries([...TERMS].map(([key, { title }]) => [key, amount(title)])),
  }),
  shownBefore: true,
  always: ['kind'],
  reading: null,
}

const hook: LoggedEntity = {
  title: 'Программа для тревог',
  fields: fieldsOf({
    name: text('Название'),
    host: text('Сервер'),
    on: flag('Включено'),
    danger_only: flag('Только опасные'),
    renewed: flag('Секрет сменён'),
  }),
  shownBefore: true,
  always: ['name'],
  reading: 'access settings',
}

const proposal: LoggedEntity = {
  title: 'Предложение помощника',
  fields: fieldsOf({
    state: coded('Решение', { open: 'Ждёт решения', confirmed: 'Подтверждено', rejected: 'Отклонено' }),
  }),
  reading: null,
}

export const taskEntities: readonly [string, LoggedEntity][] = [
  ['proposal', proposal],
  ['task', task],
  ['task_rule', rule],
  ['task_calendar', calendar],
  ['alarm', alarm],
  ['alarm_rule', alarmRule],
  ['alarm_hook', hook],
]

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
