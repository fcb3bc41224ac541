/** Every permission of the product, in one place. A role holds a list of these; `can` is asked on both sides. */
export const ABILITY_BLOCKS = {
  Операции: [
    'create feedings',
    'create treatments',
    'create retreats',
    'create weights',
    'create transfers',
    'create withdrawals',
    'create notes',
    'create stockings',
    'create corrections',
  ],
  Журналы: ['delete from journals', 'delete own from journals'],
  Замеры: ['create measurements'],
  Садки: ['create cages', 'update cages', 'delete cages'],
  Кормление: ['view feed calcs', 'create feed calcs', 'update feed calcs', 'delete feed calcs', 'manage feedbrands'],
  Отчёты: ['access reports'],
  Склад: ['read stocks', 'write stocks'],
  Цех: ['access workshop'],
  Затраты: ['access spending', 'write spending'],
  Справочники: ['access library'],
  Задачи: ['view tasks', 'create tasks', 'update tasks', 'delete tasks'],
  Пользователи: [
    'view users',
    'create users',
    'update users',
    'delete users',
    'set passwords',
    'assign roles',
    'update roles',
  ],
  Управление: [
    'access settings',
    'access subscription',
    'access wizard',
    'export data',
    'bring past',
    'view audit',
    'manage external apps',
    'manage companies',
  ],
} as const

export type Ability = (typeof ABILITY_BLOCKS)[keyof typeof ABILITY_BLOCKS][number]
export const ABILITIES: readonly Ability[] = Object.values(ABILITY_BLOCKS).flat()

/**
 * Abilities of one thing in two halves: seeing it, and changing it, which includes seeing. In the matrix of roles each
 * is one line with three states.
 */
export const TRIPLETS = {
  'feed calcs': { read: 'view feed calcs', write: ['create feed calcs', 'update feed calcs', 'delete feed calcs'] },
  stocks: { read: 'read stocks', write: ['write stocks'] },
  spending: { read: 'access spending', write: ['write spending'] },
  tasks: { read: 'view tasks', write: ['create tasks', 'update tasks', 'delete tasks'] },
  users: { read: 'view users', write: ['create users', 'update users', 'delete users'] },
} as const satisfies Record<string, { read: Ability; write: readonly Ability[] }>

/** The role «Администратор» of each company: it holds every ability and cannot be changed. */
export const ADMINISTRATOR_ROLE = 1

/** Abilities of the installation's operator. Administrators of a company do not have them. */
const OPERATOR_ONLY: ReadonlySet<Ability> = new Set(['manage companies'])
/** Abilities that only administrators of a farm have: no role can give them. */
const ADMIN_ONLY: ReadonlySet<Ability> = new Set(['manage external apps'])

/** Abilities that a role may hold. */
export const ROLE_ABILITIES: readonly Ability[] = ABILITIES.filter(
  (one) => !OPERATOR_ONLY.has(one) && !ADMIN_ONLY.has(one),
)

/**
 * These are about the whole farm, so a user limited to modules or warehouses does not get them, not even an
 * administrator.
 */
const WHOLE_FARM: ReadonlySet<Ability> = new Set(['view audit', 'bring past'])

export interface Subject {
  is_admin: boolean
  is_operator?: boolean
  permissions: readonly string[]
  /** the user sees nothing outside of these; null is no limit */
  location_ids?: readonly number[] | null
  stock_ids?: readonly number[] | null
}

/** May this user do that? The one question behind every route, button and menu entry. */
export function can(user: Subject, ability: Ability): boolean {
  if (OPERATOR_ONLY.has(ability)) return user.is_operator === true
  if (WHOLE_FARM.has(ability) && (user.location_ids || user.stock_ids)) return false
  if (ADMIN_ONLY.has(ability)) return user.is_admin
  return user.is_admin || user.permissions.includes(ability)
}

export type HeldAbilities = ReadonlySet<Ability>

/** All abilities of a person, from their role or as administrator. */
export const heldBy = (person: Subject): Set<Ability> =>
  new Set(ROLE_ABILITIES.filter((ability) => can(person, ability)))

/** All abilities that a role gives. «Администратор» has every ability, including those added later. */
export const heldByRole = (permissions: readonly string[]): Set<Ability> =>
  new Set(ROLE_ABILITIES.filter((ability) => permissions.includes(ability)))

/** The abilities that a kind of document requires for its rows. */
export interface RowRights {
  /** required to read its journal */
  reading?: Ability
  /** required to change a row, instead of the abilities for journals */
  changing?: Ability
}

/**
 * Whether the user may edit or delete a journal row. Nobody changes what they may not read; one's own rows need less. A
 * row with `user_id` null was made by the system and is nobody's own.
 */
export const canChangeRow = (
  user: Subject & { id: number },
  row: { user_id: number | null },
  { reading, changing }: RowRights = {},
): boolean => {
  if (reading && !can(user, reading)) return false
  if (changing) return can(user, changing)
  return can(user, 'delete from journals') || (row.user_id === user.id && can(user, 'delete own from journals'))
}

export const NO_RIGHT = 'Вы не имеете прав для совершения данного действия.'
export const NO_SUBSCRIPTION = 'Вы не можете совершить данное действие. Необходимо оформить подписку.'
