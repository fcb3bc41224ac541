/** Who may make, change and end accounts, and what nobody can give: what they have not themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ability } from '../../shared/abilities'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { send, type Session, TEST_PASSWORD } from '../../testing/session'
import { accessCalls } from '../access/sign-in/access.contract'
import { userCalls } from './person/users.contract'
import { WRITTEN } from './users/users.server'
import { roleCalls } from './roles/roles.contract'

let farm: Farm
let north: { id: number }
let south: { id: number }
beforeAll(async () => {
  farm = await openFarm()
  north = await farm.module('Северный')
  south = await farm.module('Южный')
})
afterAll(() => farm.close())

let last = 0
const newEmail = () => `person${++last}@example.com`
const PASSWORD = { password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD }
const someone = (more: object = {}, as?: Session) =>
  farm.call(userCalls.create, { name: 'Олег Рыбин', email: newEmail(), ...PASSWORD, ...more }, { as })
const refusedOf = async (more: object, as?: Session) =>
  (await farm.call(userCalls.create, { name: 'Олег', email: newEmail(), ...PASSWORD, ...more }, { as, expect: 422 }))
    .errors
const signIn = (email: string, password = TEST_PASSWORD) =>
  send(farm.app, { method: 'POST', path: accessCalls.login.path, body: { email, password } })
const roleOf = async (name: string, permissions: Ability[]) => {
  const { id } = await farm.call(roleCalls.create, { name })
  const states = Object.fromEntries(permissions.map((ability) => [ability, 'write' as const]))
  await farm.call(roleCalls.save, { data: { [id]: states } })
  return id
}
const listed = async (id: number, as?: Session) =>
  (await farm.call(userCalls.list, {}, { as })).find((person) => person.id === id)

const CLERK: Ability[] = ['view users', 'create users', 'update users', 'delete users', 'set passwords', 'assign roles']

describe('creating', () => {
  test('with a password one can sign in at once, limited as was said', async () => {
    const made = await someone({ location_id: [south.id], stock_id: [], phone: '+7 900' })
    expect(made).toMatchObject({ location_names: ['Южный'], stock_names: [], entry: 'entered', invitation: null })
    expect((await signIn(made.email)).body).toMatchObject({ location_ids: [south.id], abilities: [] })
  })

  test('an address, a name and equal passwords are needed; nothing is stored of what is refused', async () => {
    const before = (await farm.call(userCalls.list, {})).length
    const mistakes = { name: '', email: 'нет', password: '12345678', password_confirmation: '87654321' }
    const refused = await farm.call(userCalls.create, mistakes, { expect: 422 })
    expect(Object.keys(refused.errors!).sort()).toEqual(['email', 'name', 'password_confirmation'])
    expect(await refusedOf({ email: farm.session.email })).toEqual({ email: ['Этот адрес уже занят'] })
    expect(await refusedOf({ password_confirmation: 'другой пароль' })).toEqual({
      password_confirmation: ['Пароли не совпадают'],
    })
    expect(await refusedOf({ location_id: [999_999] })).toEqual({ location_id: ['Модуль не найден'] })
    expect(await refusedOf({ role_id: 999_999 })).toEqual({ role_id: ['Роль не найдена'] })
    expect((await farm.call(userCalls.list, {})).length).toBe(before)
  })

  test('-1 and null stand for all, an empty list for none', async () => {
    expect(await someone({ location_id: ['-1'], stock_id: null })).toMatchObject({ location_id: null, stock_id: null })
    expect(await someone({ location_id: [] })).toMatchObject({ location_id: [] })
  })
})

describe('nobody gives what they have not', () => {
  let clerk: Session
  beforeAll(async () => void (clerk = await farm.user({ permissions: CLERK, locations: [south.id] })))

  test('a module beyond their own, all modules', async () => {
    const wider = { location_id: ['Здесь есть модули, которые вам недоступны.'] }
    expect(await refusedOf({ location_id: [north.id, south.id] }, clerk)).toEqual(wider)
    expect(await refusedOf({ location_id: null }, clerk)).toEqual(wider)
    // what is left out is as one's own
    expect(await someone({}, clerk)).toMatchObject({ location_id: [south.id] })
  })

  test('a role with more abilities, «Администратор», the rights of an administrator', async () => {
    const feeder = await roleOf('Кормит', ['create feedings'])
    const beyond = { role_id: ['В этой роли есть разрешения, которых нет у вас.'] }
    expect(await refusedOf({ role_id: feeder }, clerk)).toEqual(beyond)
    expect(await refusedOf({ role_id: 1 }, clerk)).toEqual(beyond)
    expect(await refusedOf({ is_admin: true }, clerk)).toEqual({
      is_admin: ['Администратором делает только администратор.'],
    })
    const offered = await farm.call(userCalls.roles, {}, { as: clerk })
    expect(offered.find(({ id }) => id === feeder)).toMatchObject({ beyond: true })
  })

  test('any role, without the right to assign them', async () => {
    const maker = await farm.user({ permissions: ['view users', 'create users'] })
    const empty = await roleOf('Пустая', [])
    expect(await refusedOf({ role_id: empty }, maker)).toEqual({ role_id: ['У вас нет разрешения назначать роли.'] })
    expect(await someone({}, maker)).toMatchObject({ role_id: null })
  })

  test('nor takes over the account of someone who has more', async () => {
    const wide = await farm.user({ permissions: ['create feedings'], locations: [south.id] })
    const { id, name } = wide.user
    const change = { id, name, email: 'taken-over@example.com' }
    expect((await farm.call(userCalls.update, change, { as: clerk, expect: 409 })).message).toMatch(/доступно больше/)
    for (const call of [userCalls.remove, userCalls.archiving.archive])
      await farm.call(call, { id }, { as: clerk, expect: 409 })
    await farm.call(userCalls.changePassword, { id, ...PASSWORD }, { as: clerk, expect: 409 })
    const owner = { id: farm.session.user.id, ...PASSWORD }
    expect((await farm.call(userCalls.changePassword, owner, { as: clerk, expect: 409 })).message).toMatch(
      /только администратор/,
    )
    expect(await listed(id, clerk)).toMatchObject({ edit_disabled: true, delete_disabled: true })
  })

  test('an administrator who is limited to a module makes no one who sees others', async () => {
    const limited = await farm.user({ is_admin: true, locations: [south.id] })
    expect(await refusedOf({ is_admin: true, location_id: null }, limited)).toHaveProperty('location_id')
    const other = await someone({ location_id: [north.id, south.id] })
    // and is not told of the other module
    expect(await listed(other.id, limited)).toMatchObject({ location_names: ['Южный'], location_id: [south.id] })
  })
})

describe('the own account', () => {
  test('is not deleted, archived, limited or degraded by oneself, and changes its password elsewhere', async () => {
    const { id, name } = farm.session.user
    const own = { id, name, email: farm.session.email }
    for (const call of [userCalls.remove, userCalls.archiving.archive])
      expect((await farm.call(call, { id }, { expect: 409 })).message).toBe('Свою учётную запись нельзя удалить.')
    const { errors } = await farm.call(
      userCalls.update,
      { ...own, is_admin: false, role_id: 2, location_id: [south.id] },
      { expect: 422 },
    )
    expect(Object.keys(errors!).sort()).toEqual(['is_admin', 'location_id', 'role_id'])
    await farm.call(userCalls.changePassword, { id, ...PASSWORD }, { expect: 409 })
    expect(await farm.call(userCalls.update, { ...own, phone: '+7 911' })).toMatchObject({ phone: '+7 911' })
  })

  test('of two administrators who degrade each other at once, one is left', async () => {
    const first = await farm.company('Двое')
    const second = await farm.user({ of: first, is_admin: true })
    const degrade = (of: Session, as: Session) => {
      const { id, name } = of.user
      return send(farm.app, {
        method: 'PUT',
        path: `/users/${id}`,
        body: { name, email: of.email, is_admin: false },
        cookie: as.cookie,
      })
    }
    const statuses = (await Promise.all([degrade(first, second), degrade(second, first)])).map(({ status }) => status)
    expect(statuses.sort()[0]).toBe(200)
    const [{ left }] = (await farm.sql<{ left: number }>(
      `select count(*)::int as left from users where company_id = $1 and is_admin`,
      [first.user.company.id],
    )) as [{ left: number }]
    expect(left).toBe(1)
  })
})

test('a list of people says who has a second factor, and when each came in last', async () => {
  const person = await farm.user({ permissions: ['create notes'] })
  expect(await listed(person.user.id)).toMatchObject({ second_factor: false })
  expect((await signIn(person.email)).status).toBe(200)
  await farm.sql(`insert into second_factors (company_id, user_id, secret, confirmed_at) values ($1, $2, '', now())`, [
    person.user.company.id,
    person.user.id,
  ])
  const shown = await listed(person.user.id)
  expect(shown?.second_factor).toBe(true)
  expect(shown?.last_sign_in?.slice(0, 10)).toBe(person.user.now.slice(0, 10))
})

describe('the end of an account', () => {
  const recordAs = async (as: Session) => {
    const species = await farm.species(`Вид ${++last}`)
    const cage = await farm.cage({ location: north.id })
    await farm.generation({ species: species.id })
    await farm.call(kinds.note.create, { ...at(), cage_id: cage.id, text: 'Заметка' }, { as })
  }
  const at = () => ({ date: farm.daysAgo(1), time: '10:00' })

  test('whoever recorded something goes into the archive: sessions end, the address is free, the name stays', async () => {
    const person = await farm.user({ permissions: ['create notes'], name: 'Степан Сетев' })
    await recordAs(person)
    expect(await listed(person.user.id)).toMatchObject({ date_last_operation: expect.stringContaining('T10:00') })
    expect(await farm.call(userCalls.remove, { id: person.user.id })).toEqual({ ok: true, archived: true })
    expect((await farm.get('/user', {}, { as: person })).status).toBe(401)
    expect((await signIn(person.email)).status).toBe(422)
    const notes = await farm.call(kinds.note.list, { start: farm.daysAgo(2), end: farm.today() })
    expect(notes).toContainEqual(expect.objectContaining({ user: 'Степан Сетев' }))
    // somebody else may have the address now, and then it is not given back
    const heir = await someone({ email: person.email })
    const taken = await farm.call(userCalls.archiving.unarchive, { id: person.user.id }, { expect: 409 })
    expect(taken.message).toMatch(/уже занят/)
    await farm.call(userCalls.remove, { id: heir.id })
    await farm.call(userCalls.archiving.unarchive, { id: person.user.id })
    expect((await signIn(person.email)).status).toBe(200)
  })

  test('whoever left nothing is gone', async () => {
    const made = await someone()
    expect(await farm.call(userCalls.remove, { id: made.id })).toEqual({ ok: true, archived: false })
    expect(await listed(made.id)).toBeUndefined()
  })

  test('every table that keeps a name is looked at', async () => {
    const rows = await farm.sql<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint
       where confrelid = 'users'::regclass and contype = 'f' and confdeltype = 'a'`,
    )
    expect(rows.map(({ name }) => name).filter((name) => !WRITTEN.includes(name as never))).toEqual([])
  })
})

test('a password that somebody else sets ends the sessions and opens the account', async () => {
  const person = await farm.user()
  const fresh = { password: 'новая уха', password_confirmation: 'новая уха' }
  await farm.call(userCalls.changePassword, { id: person.user.id, ...fresh })
  expect((await farm.get('/user', {}, { as: person })).status).toBe(401)
  expect((await signIn(person.email, fresh.password)).status).toBe(200)
})

test('a right that is taken away is gone with the next call; the journal of security says who took it', async () => {
  const role = await roleOf('Сменная', ['create notes'])
  const made = await someone({ role_id: role })
  const as = { cookie: (await signIn(made.email)).cookie! }
  expect((await farm.get('/user', {}, { as })).body).toMatchObject({ abilities: ['create notes'] })
  await farm.call(roleCalls.save, { data: { [role]: { 'create notes': 'none' } } })
  const refused = await farm.post('/note', {}, { as })
  expect(refused.status).toBe(403)
  const events = await farm.sql(
    `select kind, by_user_id, details from security_events where company_id = $1 and kind = 'role-changed' order by id desc limit 1`,
    [farm.session.user.company.id],
  )
  expect(events).toEqual([
    {
      kind: 'role-changed',
      by_user_id: farm.session.user.id,
      details: { role_id: role, role: 'Сменная', added: [], removed: ['create notes'] },
    },
  ])
})

test('people of another company are not there', async () => {
  const other = await farm.company()
  const id = other.user.id
  expect(await listed(id)).toBeUndefined()
  await farm.call(userCalls.update, { id, name: 'Чужой', email: newEmail() }, { expect: 404 })
  for (const call of [userCalls.remove, userCalls.archiving.archive, userCalls.invite, userCalls.withdraw])
    await farm.call(call, { id }, { expect: 404 })
})
