/** Several people invited at once: one role and the same limits, an outcome for each address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import type { Ability } from '../../../shared/abilities'
import { userCalls } from '../person/users.contract'
import { roleCalls } from '../roles/roles.contract'
import { inviteCalls, inviteesOf, MAX_INVITED } from './invitations.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const people = async () => (await farm.call(userCalls.list, {})).map(({ email }) => email)

test('each address is told of by itself: invited, here already, somebody else’s, none at all', async () => {
  const module = await farm.module('Северный')
  const stock = await farm.stock()
  const other = await farm.company()
  const waiting = await farm.call(userCalls.create, { name: 'Пётр Сомов', email: 'waits@example.com' })
  const answer = await farm.call(inviteCalls.several, {
    people: [
      { email: 'Anna@Example.com', name: 'Анна Карпова' },
      { email: 'boris@example.com' },
      { email: farm.session.email },
      { email: waiting.email, name: 'Другое имя' },
      { email: other.email },
      { email: 'никто' },
      { email: 'boris@example.com', name: 'Ещё раз' },
    ],
    location_id: [module.id],
    stock_id: [stock.id],
  })
  expect(answer.people.map(({ email, name, outcome, reason }) => [email, name, outcome, reason])).toEqual([
    ['anna@example.com', 'Анна Карпова', 'invited', null],
    ['boris@example.com', 'boris', 'invited', null],
    [farm.session.email, farm.session.user.name, 'present', null],
    ['waits@example.com', 'Пётр Сомов', 'waiting', null],
    [other.email, other.email.split('@')[0], 'refused', 'Этот адрес уже занят'],
    ['никто', 'никто', 'refused', 'Это не адрес электронной почты'],
  ])
  const links = answer.people.flatMap(({ invitation }) => (invitation ? [invitation.link] : []))
  expect(new Set(links).size).toBe(2)
  const limits = { entry: 'invited', location_id: [module.id], stock_id: [stock.id] }
  const stored = await farm.call(userCalls.list, {})
  for (const email of ['anna@example.com', 'boris@example.com'])
    expect(stored.find((person) => person.email === email)).toMatchObject(limits)
  // whoever has the address elsewhere is not made here
  expect(await people()).not.toContain(other.email)
  await expect.poll(async () => (await farm.letters()).filter((one) => one.includes('anna@example.com')).length).toBe(1)
  const told = await farm.sql(`select kind from security_events where kind = 'user-invited' and user_id = $1`, [
    stored.find(({ email }) => email === 'anna@example.com')!.id,
  ])
  expect(told).toHaveLength(1)
})

test('a role or limits that one may not give refuse the whole list, and nobody is made', async () => {
  const before = await people()
  const south = await farm.module('Южный')
  const north = await farm.module('Восточный')
  const { id } = await farm.call(roleCalls.create, { name: 'Кормит' })
  await farm.call(roleCalls.save, { data: { [id]: { 'create feedings': 'write' } } })
  const rights: Ability[] = ['view users', 'create users', 'assign roles']
  const clerk = await farm.user({ permissions: rights, locations: [south.id] })
  const invite = (more: object) =>
    farm.call(inviteCalls.several, { people: [{ email: 'late@example.com' }], ...more }, { as: clerk, expect: 422 })
  expect((await invite({ role_id: id })).errors).toHaveProperty('role_id')
  expect((await invite({ location_id: [north.id] })).errors).toHaveProperty('location_id')
  const many = Array.from({ length: MAX_INVITED + 1 }, (_, n) => ({ email: `n${n}@example.com` }))
  expect((await invite({ people: many })).errors).toEqual({ people: ['Не более 50 адресов за раз'] })
  expect((await people()).filter((email) => email !== clerk.email)).toEqual(before)
})

test('a list is read as mail programs, tables and people write it', () => {
  expect(
    inviteesOf('Иван Петров <ivan@example.com>; "Анна К." anna@example.com\nОлег Рыбин\toleg@example.com\n'),
  ).toEqual([
    { email: 'ivan@example.com', name: 'Иван Петров' },
    { email: 'anna@example.com', name: 'Анна К.' },
    { email: 'oleg@example.com', name: 'Олег Рыбин' },
  ])
  expect(inviteesOf('a@example.com, b@example.com c@example.com\n\nне адрес')).toEqual([
    { email: 'a@example.com' },
    { email: 'b@example.com' },
    { email: 'c@example.com' },
    { email: 'не адрес' },
  ])
})

test('whoever tries addresses of other farms is told of twenty a day, then of no new address at all', async () => {
  const curious = await farm.company()
  const others = await Promise.all(Array.from({ length: 5 }, () => farm.company()))
  const worker = await farm.user({ of: curious })
  const taken = others.map(({ email }) => ({ email }))
  for (let turn = 0; turn < 4; turn++) {
    const { people } = await farm.call(inviteCalls.several, { people: taken }, { as: curious })
    expect(people.map(({ reason }) => reason)).toEqual(taken.map(() => 'Этот адрес уже занят'))
  }
  const person = { name: 'Игорь Судаков', email: 'free@example.com' }
  const asked = [
    await farm.post('/users', person, { as: curious }),
    await farm.post('/users', { ...person, email: others[0]!.email }, { as: curious }),
    await farm.post('/users/invitations', { people: [person] }, { as: curious }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([429, 429, 429])
  const { id, name } = worker.user
  await farm.call(userCalls.update, { id, name, email: person.email }, { as: curious, expect: 429 })
  // other farms go on
  expect((await farm.post('/users', person)).status).toBe(200)
})
