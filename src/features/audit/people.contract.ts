/** Users, their rights and the company's rules in the audit journal. */
import { RIGHT_TEXTS } from '../../core/lists/right-texts.contract'
import { amount, coded, fieldsOf, flag, named, text, field, type LoggedEntity } from './entity.contract'
import type { LoggedField } from '../../core/documents/change-log/change-log.contract'

/** A list of which only additions and removals are shown. */
const set =
  (field: (key: string) => LoggedField) =>
  (key: string): LoggedField => ({ ...field(key), set: true })

/** By the names that the matrix of roles gives them. */
const RIGHTS = (key: string): LoggedField => ({
  ...field('Права', 'list', { words: true })(key),
  words: Object.fromEntries(Object.entries(RIGHT_TEXTS).map(([right, { name }]) => [right, name])),
})

const user: LoggedEntity = {
  title: 'Пользователь',
  fields: fieldsOf({
    name: text('Имя'),
    email: text('E-mail'),
    phone: text('Телефон'),
    role_id: named('Роль', 'role'),
    is_admin: flag('Администратор'),
    location_ids: set(named('Модули', 'location')),
    stock_ids: set(named('Склады', 'stock')),
    archived: flag('В архиве'),
  }),
  self: { to: 'user', key: 'name' },
  reading: 'view users',
}

const role: LoggedEntity = {
  title: 'Роль',
  fields: fieldsOf({ name: text('Название'), permissions: set(RIGHTS) }),
  self: { to: 'role', key: 'name' },
  reading: 'update roles',
}

export const settings: LoggedEntity = {
  title: 'Настройки хозяйства',
  fields: fieldsOf({
    'time-zone': text('Часовой пояс хозяйства'),
    'retreat-weight-allowed': flag('Вводить вес отхода'),
    'minimal-operation-date-enabled': flag('Не принимать операции раньше даты'),
    'minimal-operation-date': field('Дата', 'day'),
    'age-categories-by-weight': flag('Возрастные категории по навеске'),
    'auto-growth': flag('Прирост по кормлениям'),
    'feeding-rates': (key) => ({
      ...coded('Температура между столбцами норм', {
        nearest: 'Ближайшая',
        round_up: 'К большей',
        round_down: 'К меньшей',
      })(key),
      within: 'temperature-matching',
    }),
    'lake-temperatures': field('Обычная температура озера в середине месяца', 'list', { unit: '°C' }),
    'oxygen-cold-percent': amount('Кислорода хватает при 7 °C от', '%'),
    'oxygen-warm-percent': amount('Кислорода хватает при 19 °C от', '%'),
    'oxygen-attention-points': amount('Уменьшать корм, если запас кислорода меньше', '%'),
    'oxygen-danger-mg': amount('Не кормить, если кислорода меньше', 'мг/л'),
    'feeding-temperature-min': amount('Кормить полностью в воде не холоднее', '°C'),
    'feeding-temperature-max': amount('Кормить полностью в воде не теплее', '°C'),
    'density-limit': amount('Предел плотности посадки', 'кг/м³'),
    'weighing-age-days': amount('Навеска устаревает через', 'дн'),
    'weighing-doubt-percent': amount('Напоминать взвесить, если навеска известна хуже, чем ±', '%'),
    'doubled-cages-area': flag('Карта двойной высоты'),
    'ask-loss-percent': amount('Отход за раз больше, чем доля группы', '%'),
    'ask-average-percent': amount('Навеска расходится с ожидаемой больше, чем на', '%'),
    'ask-ration-percent': amount('Кормление больше, чем доля биомассы', '%'),
    'feeding-check-hour': amount('Напоминать о некормленых по плану с', 'ч'),
    'feed-lead-days': amount('Срок поставки корма', 'дн'),
    'feed-safety-days': amount('Корм приходит раньше, чем кончится, на', 'дн'),
    'cost-method': coded('Чем оценивать корм и препараты', { fifo: 'ФИФО', avg: 'Средняя за год' }),
    'cost-share': coded('Как делить общие затраты', {
      biomass: 'По биомассе и дням',
      pieces: 'По штукам и дням',
      fed: 'По корму',
    }),
    'ask-band-percent': amount('Навеска вне полосы, в которую попадает', '% навесок'),
    'ask-ration-times': amount('Кормление больше вчерашнего во столько раз', '×'),
    'second-factor': coded('Второй фактор обязателен', {
      off: 'Ни для кого',
      admins: 'Для администраторов',
      all: 'Для всех',
    }),
    'session-idle-hours': amount('Завершать сеанс без дела через', 'ч'),
    'wizard-completed': flag('Мастер настройки пройден'),
    'legal-name': text('Полное название'),
    inn: text('ИНН'),
    kpp: text('КПП'),
    'legal-address': text('Адрес'),
    'legal-phone': text('Телефон'),
    director: text('Руководитель'),
    'stocking-head': text('Ответственный за зарыбление'),
    'stocking-commission': text('Комиссия по зарыблению'),
  }),
  reading: 'access settings',
}

const application: LoggedEntity = {
  title: 'Внешнее приложение',
  fields: fieldsOf({
    name: text('Название'),
    token: text('Токен'),
    expires: field('Действует до', 'day'),
    parameter_ids: set(named('Параметры замеров', 'measure_parameter')),
    location_ids: set(named('Модули', 'location')),
    stock_ids: set(named('Склады', 'stock')),
    token_in_address: flag('Токен можно передавать в адресе'),
    assistant_role_id: named('Помощник (MCP) с ролью', 'role'),
  }),
  self: { to: 'external_user', key: 'name' },
  reading: null,
}

const company: LoggedEntity = {
  title: 'Хозяйство',
  fields: fieldsOf({
    name: text('Название'),
    type: coded('Подписка', { trial: 'Пробная', paid: 'Оплаченная' }),
    end_date: field('Действует до', 'day'),
    archived: flag('В архиве'),
  }),
  self: { to: 'company', key: 'name' },
  shownBefore: true,
  reading: null,
}

export const peopleEntities: [string, LoggedEntity][] = [
  ['user', user],
  ['role', role],
  // that it was changed, never what it is
  ['password', { title: 'Пароль', fields: {}, self: { to: 'user', key: 'name' }, reading: null }],
  [
    'second_factor',
    {
      title: 'Второй фактор',
      fields: fieldsOf({ on: flag('Включён') }),
      self: { to: 'user', key: 'name' },
      reading: null,
    },
  ],
  ['recovery_codes', { title: 'Коды восстановления', fields: {}, self: { to: 'user', key: 'name' }, reading: null }],
  ['settings', settings],
  [
    'subscription_request',
    {
      title: 'Заявка на подписку',
      fields: fieldsOf({
        name: text('Имя'),
        months_count: amount('Месяцев'),
        email: text('E-mail'),
        phone: text('Телефон'),
      }),
      reading: null,
    },
  ],
  [
    'invitation',
    {
      title: 'Приглашение',
      fields: fieldsOf({ email: text('E-mail') }),
      self: { to: 'user', key: 'name' },
      reading: null,
    },
  ],
  ['external_user', application],
  [
    'job',
    {
      title: 'Фоновое задание',
      fields: fieldsOf({
        job: field('Задание', 'text', { words: true }),
        asked: coded('Что сделано', { retry: 'Повторено', run: 'Выполнено сейчас' }),
      }),
      always: ['job'],
      reading: null,
    },
  ],
  ['company', company],
]
