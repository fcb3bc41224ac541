/** People, their rights and the rules of the company, as the audit journal tells them. */
import { amount, fieldsOf, flag, named, text, told, type ToldEntity } from './entity.contract'
import type { ToldField } from '../../core/documents/told/told.contract'

/** A list of which only what came and what went is told. */
const set =
  (field: (key: string) => ToldField) =>
  (key: string): ToldField => ({ ...field(key), set: true })

const LIST = told('Права', 'list')

const user: ToldEntity = {
  title: 'Пользователь',
  fields: fieldsOf({
    name: text('Имя'),
    email: text('Почта'),
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

const role: ToldEntity = {
  title: 'Роль',
  fields: fieldsOf({ name: text('Название'), permissions: set(LIST) }),
  self: { to: 'role', key: 'name' },
  reading: 'update roles',
}

export const settings: ToldEntity = {
  title: 'Настройки компании',
  fields: fieldsOf({
    'time-zone': text('Часовой пояс фермы'),
    'retreat-weight-allowed': flag('Вводить вес отхода'),
    'minimal-operation-date-enabled': flag('Не принимать операции раньше даты'),
    'minimal-operation-date': told('Дата', 'day'),
    'age-categories-by-weight': flag('Возрастные категории по навеске'),
    'density-limit': amount('Предел плотности посадки', 'кг/м³'),
    'weighing-age-days': amount('Навеска устаревает через', 'дн'),
    'doubled-cages-area': flag('Карта двойной высоты'),
    'ask-loss-percent': amount('Отход за раз больше, чем доля группы', '%'),
    'ask-average-percent': amount('Навеска расходится с ожидаемой больше, чем на', '%'),
    'ask-ration-percent': amount('Кормление больше, чем доля биомассы', '%'),
    'ask-ration-times': amount('Кормление больше вчерашнего во столько раз', '×'),
    'legal-name': text('Полное название'),
    inn: text('ИНН'),
    kpp: text('КПП'),
    'legal-address': text('Адрес'),
    'legal-phone': text('Телефон'),
    director: text('Руководитель'),
  }),
  reading: 'access settings',
}

export const peopleEntities: [string, ToldEntity][] = [
  ['user', user],
  ['role', role],
  // that it was changed, never what it is
  ['password', { title: 'Пароль', fields: {}, self: { to: 'user', key: 'name' }, reading: null }],
  ['settings', settings],
  [
    'invitation',
    {
      title: 'Приглашение',
      fields: fieldsOf({ email: text('Почта') }),
      self: { to: 'user', key: 'name' },
      reading: null,
    },
  ],
  ['external_user', { title: 'Внешнее приложение', fields: fieldsOf({ name: text('Название') }), reading: null }],
  ['company', { title: 'Хозяйство', fields: fieldsOf({ name: text('Название') }), reading: null }],
]
