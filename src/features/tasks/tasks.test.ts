/** Tasks: who sees and changes them, when they are, and what two people do to one at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import type { InputOf } from '../../shared/contract'
import { COMPLETED } from '../../shared/task-statuses'
import { taskCalls } from './common/tasks.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

type Fields = Partial<InputOf<typeof taskCalls.create>>
const create = (title: string, more: Fields = {}) => {
  const day = farm.daysAgo(-2)
  return farm.call(taskCalls.create, { title, start: `${day} 09:00`, end: `${day} 11:00`, ...more } as never)
}
const titles = async (asked: InputOf<typeof taskCalls.list> = {}, as?: Parameters<Farm['call']>[2]) =>
  (await farm.call(taskCalls.list, asked, as)).map(({ title }) => title)
const iso = (days: number) => farm.daysAgo(days).split('.').reverse().join('-')

test('a task is new until somebody says otherwise, and a completed one is shown only when asked for', async () => {
  const task = await create('Сменить сетку')
  expect(task).toMatchObject({
    start: `${iso(-2)}T09:00`,
    end: `${iso(-2)}T11:00`,
    all_day: false,
    status_id: 1,
    completed: false,
    overdue: false,
    executor_id: null,
    executor_type: null,
  })
  expect(await farm.call(taskCalls.update, { id: task.id, status_id: COMPLETED } as never)).toMatchObject({
    status_id: COMPLETED,
    completed: true,
    title: 'Сменить сетку',
    start: `${iso(-2)}T09:00`,
  })
  const week = { start: farm.daysAgo(4), end: farm.daysAgo(-4) }
  expect(await titles({ ...week, completed: false })).not.toContain('Сменить сетку')
  expect(await titles({ ...week, completed: true })).toContain('Сменить сетку')
  // a program asks for all of them
  expect(await titles()).toContain('Сменить сетку')
  const statuses = await farm.call(taskCalls.statuses, {})
  expect(statuses.find(({ id }) => id === COMPLETED)).toEqual({ id: COMPLETED, name: 'Выполнена' })
})

test('a task of whole days runs from 00:00 to 23:59, also after it was dragged', async () => {
  const [first, last] = [farm.daysAgo(-3), farm.daysAgo(-4)]
  const task = await create('Субботник', { all_day: true, start: `${first} 10:00`, end: `${last} 10:00` })
  expect(task).toMatchObject({ start: `${iso(-3)}T00:00`, end: `${iso(-4)}T23:59`, all_day: true })
  const moved = { id: task.id, start: farm.daysAgo(-5), end: farm.daysAgo(-6) }
  expect(await farm.call(taskCalls.update, moved as never)).toMatchObject({
    start: `${iso(-5)}T00:00`,
    end: `${iso(-6)}T23:59`,
  })
})

test('what is late and not completed is seen whatever period is looked at, until it is done', async () => {
  const day = farm.daysAgo(60)
  const task = await create('Забыто', { start: `${day} 09:00`, end: `${day} 10:00` })
  expect(task.overdue).toBe(true)
  const week = { start: farm.daysAgo(3), end: farm.daysAgo(-3) }
  expect(await titles(week)).toContain('Забыто')
  // a calendar counts it instead
  expect(await titles({ ...week, late: false })).not.toContain('Забыто')
  const due = await farm.call(taskCalls.due, {})
  expect((await titles({ late: false })).length).toBe((await titles()).length)
  await farm.call(taskCalls.update, { id: task.id, status_id: COMPLETED } as never)
  expect(await titles({ ...week, completed: true })).not.toContain('Забыто')
  expect(await farm.call(taskCalls.due, {})).toEqual({ ...due, overdue: due.overdue - 1 })
  expect(await titles({ start: farm.daysAgo(61), end: farm.daysAgo(59), completed: true })).toContain('Забыто')
})

test('of two people who drag it at once the second is told', async () => {
  const task = await create('Осмотр')
  const at = (days: number) => ({ start: `${farm.daysAgo(-days)} 09:00`, end: `${farm.daysAgo(-days)} 10:00` })
  await farm.call(taskCalls.update, { id: task.id, ...at(4), version: task.version } as never)
  const refused = await farm.call(taskCalls.update, { id: task.id, ...at(5), version: task.version } as never, {
    expect: 409,
  })
  expect(refused.message).toContain('изменил кто-то другой')
})

test('whoever may not see people gives tasks to nobody but themselves', async () => {
  const other = await farm.user({ permissions: ['view tasks'] })
  const alone = await farm.user({ permissions: ['view tasks', 'create tasks', 'update tasks'] })
  const executors = await farm.call(taskCalls.executors, {}, { as: alone })
  expect(executors.map(({ id }) => id)).toEqual([alone.user.id])
  const day = farm.daysAgo(-2)
  const task = { title: 'Чужая', start: `${day} 09:00`, end: `${day} 10:00` }
  const given = { ...task, executor_id: other.user.id } as never
  const refused = await farm.call(taskCalls.create, given, { as: alone, expect: 422 })
  expect(refused.errors).toEqual({ executor_id: ['Исполнитель не найден'] })
  const own = await farm.call(taskCalls.create, { ...task, executor_id: alone.user.id } as never, { as: alone })
  expect(own).toMatchObject({ executor_id: alone.user.id, executor_type: 'user' })
  // what another gave to somebody stays his when its time is changed
  const theirs = await create('Общая', { executor_id: other.user.id })
  const moved = { id: theirs.id, title: 'Общая!' } as never
  expect((await farm.call(taskCalls.update, moved, { as: alone })).executor_id).toBe(other.user.id)
})

test('a task in a closed module is seen by whoever is to do it, and by nobody else there', async () => {
  const [here, there] = [await farm.module(), await farm.module()]
  const cage = await farm.cage({ location: there.id })
  const limited = await farm.user({ locations: [here.id], permissions: ['view tasks', 'create tasks'] })
  await create('В том модуле', { cage_id: cage.id })
  await create('Поручено мне', { cage_id: cage.id, executor_id: limited.user.id })
  const seen = await titles({}, { as: limited })
  expect(seen).toContain('Поручено мне')
  expect(seen).not.toContain('В том модуле')
  const day = farm.daysAgo(-2)
  const wanted = { title: 'Туда', start: `${day} 09:00`, end: `${day} 10:00`, cage_id: cage.id } as never
  const refused = await farm.call(taskCalls.create, wanted, { as: limited, expect: 422 })
  expect(refused.errors).toEqual({ cage_id: ['Садок не найден'] })
})

test('nonsense is refused by a sentence under its field, and changes nothing', async () => {
  const day = farm.daysAgo(-2)
  const refuse = async (more: Fields) =>
    (
      await farm.call(
        taskCalls.create,
        { title: 'Нет', start: `${day} 09:00`, end: `${day} 10:00`, ...more } as never,
        { expect: 422 },
      )
    ).errors
  expect(await refuse({ end: `${day} 08:00` })).toEqual({ end: ['Конец раньше начала'] })
  expect(await refuse({ end: farm.daysAgo(-500) })).toEqual({ end: ['Задача не длиннее 400 дней'] })
  expect(await refuse({ status_id: 9 })).toEqual({ status_id: ['Выберите статус'] })
  expect(await refuse({ title: '' })).toHaveProperty('title')
  expect(await titles()).not.toContain('Нет')
  const wide = await farm.call(taskCalls.list, { start: '01.01.2020', end: '01.01.2026' }, { expect: 422 })
  expect(wide.errors).toEqual({ end: ['Не больше 400 дней за раз'] })
})
