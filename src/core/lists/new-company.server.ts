/** Creates a company with its first administrator and the standard lists, for registration and the demo farm. */
import { sql } from 'kysely'
import { ADMINISTRATOR_ROLE, type Ability, ROLE_ABILITIES } from '../../shared/abilities'
import { db, type Database, type Tx } from '../../server/db/client'
import { fieldErrors } from '../../server/errors'
import { hashPassword } from '../../server/passwords'
import { requireZone } from '../../server/time-zones'

export interface NewCompany {
  company_name: string
  name: string
  email: string
  /** null when an invitation is to come */
  password: string | { hash: string } | null
  /** IANA name */
  time_zone?: string
  /** also what most farms of this kind name the same */
  ready_lists?: boolean
  /** how long everything may be tried for nothing */
  trial_days?: number
}

const TRIAL_DAYS = 30
/** People who can open other accounts need a second factor, after so many days to get used to the farm. */
const SETTINGS = { 'second-factor': 'admins' }
const FACTOR_DAYS = 7
const TIME_ZONE = 'Europe/Moscow'
const AGE_CATEGORIES = ['Мальки', 'Подращивание', 'Двухлетки', 'Товарная', 'Производители']
const FISH_WORK: Ability[] = [
  'create feedings',
  'create treatments',
  'create retreats',
  'create weights',
  'create transfers',
  'create notes',
  'create measurements',
  'view tasks',
]
const LOOKS: Ability[] = ['view feed calcs', 'access reports', 'read stocks', 'view tasks']

/** The first roles, numbered from ADMINISTRATOR_ROLE on. */
const ROLES: { name: string; permissions: Ability[] }[] = [
  { name: 'Администратор', permissions: [...ROLE_ABILITIES] },
  { name: 'Рыбовод', permissions: [...FISH_WORK, 'delete own from journals', 'read stocks'] },
  {
    name: 'Технолог',
    permissions: [
      ...new Set<Ability>([...FISH_WORK, ...LOOKS]),
      'create withdrawals',
      'create stockings',
      'create corrections',
      'delete from journals',
      'create cages',
      'update cages',
      'create feed calcs',
      'update feed calcs',
      'delete feed calcs',
      'manage feedbrands',
      'write stocks',
      'access workshop',
      'access library',
      'create tasks',
      'update tasks',
      'delete tasks',
    ],
  },
  { name: 'Бухгалтер', permissions: [...LOOKS, 'access workshop', 'access spending', 'write spending', 'export data'] },
  { name: 'Наблюдатель', permissions: LOOKS },
]

/** Feed is not among them: the warehouse knows its cost. */
const SPENDING_CATEGORIES = [
  'Зарплата',
  'Электроэнергия',
  'Топливо',
  'Посадочный материал',
  'Ремонт',
  'Аренда',
  'Налоги',
  'Прочее',
]
const LOSS_CAUSES = ['Болезнь', 'Паразиты', 'Нехватка кислорода', 'Перегрев воды', 'Травма', 'Хищники', 'Прочее']
const WITHDRAWAL_REASONS = [
  { code: 'sale', name: 'Продажа' },
  { code: 'sending_to_workshop', name: 'Отправка в цех' },
  { code: 'culling', name: 'Выбраковка' },
  { code: 'research', name: 'Исследование' },
  { code: 'own_needs', name: 'Собственные нужды' },
  { code: 'other', name: 'Прочее' },
]

const SPECIES = ['Радужная форель', 'Сиг', 'Палия', 'Русский осётр', 'Сибирский осётр', 'Стерлядь']

const readyLists = (tx: Tx, company_id: number) => [
  tx.run(db.insertInto('species').values(SPECIES.map((name) => ({ company_id, name })))),
  tx.run(db.insertInto('stocks').values({ company_id, name: 'Основной склад' })),
  tx.run(db.insertInto('goods').values({ company_id, name: 'Корм продукционный', type: 'feed', measure: 'kg' })),
]

const standardLists = (tx: Tx, company_id: number) => [
  tx.run(db.insertInto('spending_categories').values(SPENDING_CATEGORIES.map((name) => ({ company_id, name })))),
  tx.run(db.insertInto('loss_causes').values(LOSS_CAUSES.map((name) => ({ company_id, name })))),
  tx.run(db.insertInto('age_categories').values(AGE_CATEGORIES.map((name) => ({ company_id, name })))),
  tx.run(
    db
      .insertInto('withdrawal_reasons')
      .values(WITHDRAWAL_REASONS.map((reason, position) => ({ company_id, ...reason, position }))),
  ),
]

async function addAdministrator(
  tx: Tx,
  company_id: number,
  input: NewCompany,
  password_hash: string | null,
): Promise<number> {
  const { name, email } = input
  const administrator = { company_id, name, email, password_hash, role_id: ADMINISTRATOR_ROLE, is_admin: true }
  const { id } = await tx.one(db.insertInto('users').values(administrator).returning('id'))
  const free = await tx.run(sql`insert into logins (email, company_id, user_id) values (${email}, ${company_id}, ${id})
    on conflict do nothing`)
  if (free === 0) throw fieldErrors({ email: 'Этот адрес уже занят: войдите или восстановите пароль' })
  return id
}

/**
 * Creates the company; refuses an e-mail that is used for signing in already. `then` runs in the same transaction, so
 * that what it adds exists with the company or not at all.
 */
export async function createCompany<T>(
  database: Database,
  input: NewCompany,
  then: (tx: Tx, company: number, user: number) => Promise<T>,
): Promise<T> {
  const { company_name, time_zone = TIME_ZONE, trial_days = TRIAL_DAYS } = input
  const [[next], password_hash] = await Promise.all([
    database.plain<{ id: number }>(sql`select nextval(pg_get_serial_sequence('companies', 'company_id')) as id`),
    typeof input.password === 'string' ? hashPassword(input.password) : (input.password?.hash ?? null),
  ])
  const company_id = next!.id
  return database.transaction(company_id, async (tx) => {
    if (time_zone !== TIME_ZONE) await requireZone(tx, time_zone, 'time_zone')
    await tx.run(sql`insert into companies (company_id, name, time_zone, settings, factor_from)
      values (${company_id}, ${company_name}, ${time_zone}, ${JSON.stringify(SETTINGS)}::jsonb,
        (now() at time zone ${time_zone})::date + ${FACTOR_DAYS}::int)`)
    const [user] = await Promise.all([
      tx
        .run(
          db
            .insertInto('roles')
            .values(ROLES.map(({ name, permissions }, index) => ({ company_id, id: index + 1, name, permissions }))),
        )
        .then(() => addAdministrator(tx, company_id, input, password_hash)),
      tx.run(sql`insert into subscriptions (company_id, type, start_date, end_date)
        select ${company_id}::int, 'trial', today, today + ${trial_days}::int
        from (select (now() at time zone ${time_zone})::date as today) as clock`),
      ...standardLists(tx, company_id),
      ...(input.ready_lists ? readyLists(tx, company_id) : []),
    ])
    return then(tx, company_id, user)
  })
}
