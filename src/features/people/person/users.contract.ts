/** People of the farm, their rights and limits. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { invitation, newPassword, SAME_PASSWORDS } from '../../../shared/user'
import { keptId, limitedTo } from './left-out.contract'
import { archiveCalls } from '../../../core/lists/kit/library-kit.contract'

const area = 'admin'

/** Whether a person can sign in. Russian texts, the i18n keys. */
export const ENTRY = {
  entered: 'Открыт',
  invited: 'Приглашён, ещё не вошёл',
  expired: 'Приглашение истекло',
  withdrawn: 'Приглашение отозвано',
  /** in the archive */
  closed: 'Закрыт',
} as const
export type Entry = keyof typeof ENTRY

const person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role_id: z.number().nullable(),
  role: z.string().nullable(),
  is_admin: z.boolean(),
  /** abilities of their role; an administrator has all */
  permissions: z.array(z.string()),
  /** modules the person is limited to, of those the user may see; null is all */
  location_id: z.array(z.number()).nullable(),
  location_names: z.array(z.string()).nullable(),
  /** warehouses, the same way */
  stock_id: z.array(z.number()).nullable(),
  stock_names: z.array(z.string()).nullable(),
  /** farm time of the latest operation they recorded, 'YYYY-MM-DDTHH:mm' */
  date_last_operation: z.string().nullable(),
  /** farm time; within the last year, for which security events are kept */
  last_sign_in: z.string().nullable(),
  second_factor: z.boolean(),
  entry: z.enum(Object.keys(ENTRY) as [Entry, ...Entry[]]),
  entry_name: z.string(),
  /** farm time until which the invitation holds */
  invited_until: z.string().nullable(),
  /** the one who asks */
  own: z.boolean(),
  archived: z.boolean(),
  edit_disabled: z.boolean(),
  edit_disabled_reason: z.string().nullable(),
  delete_disabled: z.boolean(),
  delete_disabled_reason: z.string().nullable(),
})
export type Person = z.infer<typeof person>

const fields = {
  name: f.name(200),
  email: f.email(),
  phone: f.optionalText(40),
  role_id: keptId(),
  is_admin: z.boolean().optional(),
  location_id: limitedTo(),
  stock_id: limitedTo(),
}
const id = { id: f.id() }
const answered = person.extend({ invitation: invitation.nullable() })

export const userCalls = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    reads: ['people', 'lists', 'places', 'fish', 'goods', 'spending'],
    ability: 'view users',
    area,
    summary: 'Пользователи',
    input: nothing,
    answer: z.array(person),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    ability: 'create users',
    area,
    secret: true,
    confirmed: true,
    summary: 'Создать пользователя; без пароля он получит приглашение',
    input: z
      .object({ ...fields, password: f.optional(f.password()), password_confirmation: f.optionalText(200) })
      .refine(...SAME_PASSWORDS),
    answer: answered,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/{id}',
    ability: 'update users',
    area,
    secret: true,
    summary: 'Изменить пользователя; чего в запросе нет, остаётся',
    details:
      'Другие адрес для входа, роль и права администратора спрашивают пароль того, кто меняет, если его не вводили 10 минут.',
    input: z.object({ ...id, ...fields }),
    answer: answered,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/{id}',
    ability: 'delete users',
    area,
    confirmed: true,
    summary: 'Удалить пользователя; кто оставил записи, уходит в архив',
    details: 'Id внешнего приложения удаляет это приложение: id людей и приложений не совпадают.',
    input: z.object(id),
    answer: ok.extend({ archived: z.boolean() }),
  }),
  archiving: archiveCalls(
    { model: 'user', title: 'Пользователи', ability: 'delete users', area, confirmed: true },
    person,
  ),
  changePassword: endpoint({
    method: 'PUT',
    path: '/change-user-password/{id}',
    ability: 'set passwords',
    area,
    secret: true,
    confirmed: true,
    summary: 'Задать пользователю новый пароль',
    input: z.object({ ...id, ...newPassword }).refine(...SAME_PASSWORDS),
    answer: ok,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/users/{id}/invitation',
    ability: 'create users',
    area,
    secret: true,
    confirmed: true,
    summary: 'Пригласить заново: прежняя ссылка больше не действует',
    input: z.object(id),
    answer: invitation,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/users/{id}/invitation',
    ability: 'create users',
    area,
    summary: 'Отозвать приглашение',
    input: z.object(id),
    answer: ok,
  }),
  roles: endpoint({
    method: 'GET',
    path: '/user-roles',
    reads: ['people'],
    ability: 'view users',
    area,
    summary: 'Роли, которые можно назначить',
    input: nothing,
    answer: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** it has a right that the one who asks has not */
        beyond: z.boolean(),
      }),
    ),
  }),
}

export const userColumns: Column[] = [
  { key: 'name', title: 'Имя', type: 'text', always: true },
  { key: 'email', title: 'E-mail', type: 'text' },
  { key: 'role_name', title: 'Роль', type: 'text', words: true },
  { key: 'entry_name', title: 'Доступ', type: 'text', words: true },
  { key: 'factor', title: 'Второй фактор', type: 'text', words: true },
  { key: 'last_sign_in', title: 'Последний вход', type: 'datetime' },
  { key: 'modules', title: 'Модули', type: 'list' },
  { key: 'stocks', title: 'Склады', type: 'list' },
  { key: 'date_last_operation', title: 'Последняя операция', type: 'datetime', optional: true },
  { key: 'phone', title: 'Телефон', type: 'text', optional: true },
]
