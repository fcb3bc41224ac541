/** The farms of an installation as its operator sees them: people and subscriptions, but none of a farm's data. */
import * as z from 'zod'
import { archiveCalls, rowFlags } from '../../core/lists/kit/library-kit.contract'
import type { Column } from '../../shared/columns'
import { endpoint, nothing, ok } from '../../shared/contract'
import * as f from '../../shared/fields'
import { invitation } from '../../shared/user'

const ability = 'manage companies'
const area = 'companies'
/** the operator's own subscription may be over */
const gated = false

export const SUBSCRIPTION_TYPES = { trial: 'Пробная', paid: 'Оплаченная' } as const
type SubscriptionType = keyof typeof SUBSCRIPTION_TYPES
const TYPES = Object.keys(SUBSCRIPTION_TYPES) as [SubscriptionType, ...SubscriptionType[]]

export const companyRow = z.object({
  id: z.number(),
  name: z.string(),
  time_zone: z.string(),
  created_at: z.string(),
  /** of the subscription; null when it never had one */
  type: z.string().nullable(),
  type_name: z.string().nullable(),
  end_date: z.string().nullable(),
  /** null without a subscription; negative when it has ended */
  days_left: z.number().nullable(),
  subscriptions: z.object({
    actual_subscription: z.object({ type: z.string(), start_date: z.string(), end_date: z.string() }).nullable(),
  }),
  /** people who can sign in */
  users: z.number(),
  /** its first administrator has not entered yet */
  awaited: z.boolean(),
  /** when something was last written */
  last_activity: z.string().nullable(),
  ...rowFlags,
})
export type CompanyRow = z.infer<typeof companyRow>

const subscription = { type: f.oneOf(TYPES), end_date: f.day() }

export const companyCalls = {
  list: endpoint({
    method: 'GET',
    path: '/companies',
    reads: ['people'],
    ability,
    area,
    summary: 'Хозяйства установки с подпиской, числом пользователей и последней записью',
    input: nothing,
    answer: z.array(companyRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/companies',
    ability,
    area,
    gated,
    summary: 'Создать хозяйство и пригласить первого администратора',
    secret: true,
    input: z.object({
      name: f.name(200),
      user_name: f.name(200),
      email: f.email(),
      time_zone: f.timeZone(),
      ...subscription,
    }),
    answer: companyRow.extend({ invitation }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/companies/{id}',
    ability,
    area,
    gated,
    summary: 'Изменить название и подписку хозяйства',
    input: z.object({ id: f.id(), name: f.name(200), ...subscription }),
    answer: companyRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/companies/{id}',
    ability,
    area,
    gated,
    confirmed: true,
    summary: 'Удалить хозяйство, в котором ничего не записано',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  archiving: archiveCalls({ model: 'company', title: 'Хозяйства', ability, area, gated, confirmed: true }, companyRow),
  invite: endpoint({
    method: 'POST',
    path: '/companies/{id}/invitation',
    ability,
    area,
    gated,
    secret: true,
    confirmed: true,
    summary: 'Пригласить первого администратора заново: прежняя ссылка больше не действует',
    input: z.object({ id: f.id() }),
    answer: invitation.extend({ name: z.string() }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/users-for-company/{id}',
    reads: ['people'],
    ability,
    area,
    summary: 'Кто входит в хозяйство',
    input: z.object({ id: f.id() }),
    answer: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        email: z.string(),
        role: z.string().nullable(),
        is_admin: z.boolean(),
        archived: z.boolean(),
      }),
    ),
  }),
}

export const companyColumns: Column[] = [
  { key: 'name', title: 'Хозяйство', type: 'text', always: true, fill: true },
  { key: 'type_name', title: 'Подписка', type: 'text', words: true },
  { key: 'end_date', title: 'Действует до', type: 'day' },
  { key: 'days_left', title: 'Осталось дней', type: 'number' },
  { key: 'users', title: 'Пользователей', type: 'number' },
  { key: 'awaited', title: 'Ещё не вошли', type: 'flag', yields: true },
  { key: 'last_activity', title: 'Последняя запись', type: 'datetime' },
  { key: 'created_at', title: 'Создано', type: 'datetime', yields: true },
  { key: 'time_zone', title: 'Часовой пояс', type: 'text', optional: true },
]
