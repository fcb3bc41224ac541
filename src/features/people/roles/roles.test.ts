/** The matrix of roles: states, parts, what nobody may change or give. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLE_ABILITIES, type Ability } from '../../../shared/abilities'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import {
  LINES,
  linesOf,
  RIGHTS,
  rightOf,
  statesOf,
  statusesOf,
  statusOf,
  summaryOf,
  withStatus,
} from '../person/rights.contract'
import { outsideCalls } from '../../outside/outside.contract'
import { roleCalls } from './roles.contract'

const held = (...abilities: Ability[]) => new Set(abilities)

describe('a right', () => {
  const stocks = rightOf('stocks')!
  const users = rightOf('users')!
  test('of two halves is written, read or neither; writing includes reading', () => {
    expect(statusOf(stocks, held('read stocks'))).toBe('read')
    expect(statusOf(stocks, held('read stocks', 'write stocks'))).toBe('write')
    expect([...withStatus(stocks, held(), 'write')].sort()).toEqual(['read stocks', 'write stocks'])
    expect([...withStatus(stocks, held('read stocks', 'write stocks'), 'read')]).toEqual(['read stocks'])
    expect([...withStatus(stocks, held('read stocks', 'write stocks'), 'none')]).toEqual([])
  })

  test('may be held in part, and a part brings the reading with it', () => {
    const part = rightOf('create users')!
    const some = withStatus(part, held(), 'write')
    expect([...some].sort()).toEqual(['create users', 'view users'])
    expect(statusOf(users, some)).toBe('other')
    expect(statesOf([users], some)).toEqual({
      users: 'read',
      'create users': 'write',
      'update users': 'none',
      'delete users': 'none',
    })
  })

  test('a block is set at once when it has several lines of one kind', () => {
    expect(statusesOf(linesOf('Операции'))).toEqual(['write', 'none'])
    expect(statusesOf(linesOf('Пользователи'))).toEqual([])
    expect(statusesOf(linesOf('Склад'))).toEqual([])
    expect(summaryOf(linesOf('Операции'), held('create notes'))).toBe('other')
    expect(summaryOf(linesOf('Операции'), held())).toBe('none')
  })

  test('every ability that a role may hold is in the matrix once, those of administrators and the operator are not', () => {
    const shown = LINES.flatMap(({ read, write }) => (read ? [read, ...write] : write))
    expect([...shown].sort()).toEqual([...ROLE_ABILITIES].sort())
    expect(RIGHTS.map(({ key }) => key)).not.toContain('manage companies')
  })
})

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const statesIn = async (role: number, block: string) => {
  const { table_data } = await farm.call(roleCalls.matrix, {})
  return Object.fromEntries(Object.entries(table_data[block]!).map(([key, states]) => [key, states[role]]))
}

test('a farm begins with roles, and «Администратор» has everything', async () => {
  const { roles, table_data } = await farm.call(roleCalls.matrix, {})
  expect(roles.map(({ name }) => name)).toEqual(['Администратор', 'Рыбовод', 'Технолог', 'Бухгалтер', 'Наблюдатель'])
  for (const block of Object.values(table_data))
    for (const states of Object.values(block)) expect(states['1']).toBe('write')
})

test('states are saved together, those not named stay, a part after its whole', async () => {
  const { id } = await farm.call(roleCalls.create, { name: 'Кладовщик' })
  await farm.call(roleCalls.save, { data: { [id]: { stocks: 'read', 'create notes': 'write' } } })
  await farm.call(roleCalls.save, { data: { [id]: { 'create users': 'write', users: 'read' } } })
  expect(await statesIn(id, 'Склад')).toEqual({ stocks: 'read' })
  expect(await statesIn(id, 'Пользователи')).toMatchObject({
    users: 'other',
    'create users': 'write',
    'update users': 'none',
  })
})

test('what cannot be so changes nothing', async () => {
  const { id } = await farm.call(roleCalls.create, { name: 'Проба' })
  const save = (data: Record<string, Record<string, string>>) =>
    farm.call(roleCalls.save, { data } as never, { expect: 422 })
  expect((await save({ [id]: { 'create notes': 'write', нет: 'write' } })).errors).toEqual({
    data: ['Такого разрешения нет'],
  })
  await save({ [id]: { 'create notes': 'read' } })
  await save({ [id]: { 'manage companies': 'write' } })
  await save({ 1: { stocks: 'none' } })
  await save({ 999: { stocks: 'read' } })
  expect((await farm.call(roleCalls.matrix, {})).roles.find((role) => role.id === id)?.permissions).toEqual([])
})

test('nobody gives a role what they have not, nor copies it', async () => {
  const keeper = await farm.user({ permissions: ['update roles', 'create notes'] })
  const { id } = await farm.call(roleCalls.create, { name: 'Новая' }, { as: keeper })
  const refused = await farm.call(
    roleCalls.save,
    { data: { [id]: { 'create feedings': 'write' } } },
    { as: keeper, expect: 422 },
  )
  expect(refused.message).toBe('Нельзя дать разрешение, которого нет у вас: Кормления.')
  await farm.call(roleCalls.create, { name: 'Копия', copy_of: 1 }, { as: keeper, expect: 422 })
  await farm.call(roleCalls.save, { data: { [id]: { 'create notes': 'write' } } }, { as: keeper })
  // the own role is the nearest one to widen
  const own = (await farm.call(roleCalls.matrix, {}, { as: keeper })).roles.find((role) => role.own)!
  await farm.call(roleCalls.save, { data: { [own.id]: { stocks: 'write' } } }, { as: keeper, expect: 422 })
})

test('a role with more than one’s own is neither stripped nor deleted', async () => {
  const keeper = await farm.user({ permissions: ['update roles', 'create notes'] })
  const { id } = await farm.call(roleCalls.create, { name: 'Старшая' })
  await farm.call(roleCalls.save, { data: { [id]: { 'create feedings': 'write', 'create notes': 'write' } } })
  const strip = { data: { [id]: { 'create feedings': 'none' as const } } }
  for (const data of [strip.data, { [id]: { 'create notes': 'none' as const } }])
    expect((await farm.call(roleCalls.save, { data }, { as: keeper, expect: 409 })).message).toMatch(/нет у вас/)
  expect((await farm.call(roleCalls.remove, { id }, { as: keeper, expect: 409 })).message).toMatch(/нет у вас/)
  expect(await statesIn(id, 'Операции')).toMatchObject({ 'create feedings': 'write', 'create notes': 'write' })
  await farm.call(roleCalls.save, strip)
  await farm.call(roleCalls.remove, { id }, { as: keeper })
})

test('a role is copied, renamed, and deleted when nobody has it', async () => {
  const { id, permissions } = await farm.call(roleCalls.create, { name: 'Рыбовод 2', copy_of: 2 })
  expect(permissions).toContain('create feedings')
  expect((await farm.call(roleCalls.update, { id, name: 'рыбовод' }, { expect: 422 })).errors).toEqual({
    name: ['Такое название уже есть'],
  })
  await farm.call(roleCalls.update, { id, name: 'Старший рыбовод' })
  await farm.call(roleCalls.remove, { id })
  expect((await farm.call(roleCalls.matrix, {})).roles.map((role) => role.id)).not.toContain(id)
  for (const call of [roleCalls.remove, roleCalls.update])
    await farm.call(call as typeof roleCalls.update, { id: 1, name: 'Хозяин' }, { expect: 409 })
})

test('a role in use stays: the own one with the reason, another with the number of people', async () => {
  const keeper = await farm.user({ permissions: ['update roles'] })
  const own = (await farm.call(roleCalls.matrix, {}, { as: keeper })).roles.find((role) => role.own)!
  expect((await farm.call(roleCalls.remove, { id: own.id }, { as: keeper, expect: 409 })).message).toBe(
    'Данную роль нельзя удалить, т.к. она используется текущим пользователем.',
  )
  expect((await farm.call(roleCalls.remove, { id: own.id }, { expect: 409 })).message).toMatch(/вместе с архивом: 1\./)
})

test('a role with which an assistant reads stays until the assistant is gone', async () => {
  const { id } = await farm.call(roleCalls.create, { name: 'Для помощника', copy_of: 2 })
  const app = await farm.call(outsideCalls.create, { name: 'Разумник', assistant_role_id: id })
  expect((await farm.call(roleCalls.remove, { id }, { expect: 409 })).message).toMatch(/Помощников .*: 1\./)
  await farm.call(outsideCalls.remove, { id: app.id })
  await farm.call(roleCalls.remove, { id })
})

test('what one saves about the own role holds for oneself at once', async () => {
  const keeper = await farm.user({ permissions: ['update roles', 'create notes'] })
  const own = (await farm.call(roleCalls.matrix, {}, { as: keeper })).roles.find((role) => role.own)!
  const saved = await farm.call(roleCalls.save, { data: { [own.id]: { 'create notes': 'none' } } }, { as: keeper })
  expect(saved).toEqual({ permissions: ['update roles'], abilities: ['update roles'] })
})
