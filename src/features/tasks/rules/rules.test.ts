/** Rules: where they put their task, when it moves, and whose hand they respect. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/client'
import type { InputOf } from '../../../shared/contract'
import { addDays } from '../../../shared/dates'
import { COMPLETED, NEW } from '../../../shared/task-statuses'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { feedOrders } from '../../feeding/supply/supply-notices.server'
import { auditCalls } from '../../audit/audit.contract'
import { taskCalls } from '../common/tasks.contract'
import { ruleCalls } from './rules.contract'
import { placeOf, taskRules } from './rules-job.server'

let farm: Farm
let database: Database
beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

const place = () => placeOf(database, farm.session.user.company.id, feedOrders)
type Fields = Partial<InputOf<typeof ruleCalls.create>>
const create = (title: string, fields: Fields) => farm.call(ruleCalls.create, { title, ...fields } as never)
const iso = (days: number) => farm.daysAgo(days).split('.').reverse().join('-')
const tasksOf = async (title: string) =>
  (await farm.call(taskCalls.list, { completed: true, start: iso(300), end: iso(-90) } as never)).filter(
    (task) => task.title === title,
  )
const complete = (id: number) => farm.call(taskCalls.update, { id, status_id: COMPLETED } as never)

test('every so many days: one open task, the next one follows when it is completed, whatever often the job runs', async () => {
  const rule = await create('Обход канатов', { kind: 'every', days: 10, starts_on: farm.daysAgo(13) })
  expect(rule.next).toBe(iso(-7))
  const [task] = await tasksOf('Обход канатов')
  expect(task).toMatchObject({ start: `${iso(-7)}T00:00`, end: `${iso(-7)}T23:59`, all_day: true })
  await farm.due(taskRules(feedOrders))
  expect(await place()).toBe(false)
  expect(await tasksOf('Обход канатов')).toHaveLength(1)
  await complete(task!.id)
  const all = await tasksOf('Обход канатов')
  expect(all.map(({ start }) => start).sort()).toEqual([`${iso(-7)}T00:00`, `${iso(-17)}T00:00`])
  expect([await place(), await place()]).toEqual([false, false])
  // taken back it is the open one again
  await farm.call(taskCalls.update, { id: task!.id, status_id: NEW } as never)
  expect((await tasksOf('Обход канатов')).map(({ id }) => id)).toEqual([task!.id])
  await complete(task!.id)
  expect(await tasksOf('Обход канатов')).toHaveLength(2)
})

test('what a rule does is told in the audit journal, as the doing of the rule', async () => {
  const fields = { kind: 'every', days: 20, starts_on: farm.daysAgo(-4) } as const
  const rule = await create('Ревизия понтонов', fields)
  const [task] = await tasksOf('Ревизия понтонов')
  await farm.call(ruleCalls.update, {
    ...fields,
    id: rule.id,
    title: 'Ревизия понтонов',
    starts_on: farm.daysAgo(-6),
  } as never)
  const { rows } = await farm.call(auditCalls.history, { entity: 'task', id: task!.id })
  expect(rows.map(({ user, action }) => [user, action])).toEqual([
    ['Правило', 'update'],
    ['Правило', 'create'],
  ])
  const day = rows[0]!.changes.find(({ field }) => field === 'start')
  expect(day).toMatchObject({ before: `${iso(-4)}T00:00`, after: `${iso(-6)}T00:00` })
})

test('a changed rule moves its task; one that a person has moved stays where they put it', async () => {
  const fields = { kind: 'every', days: 7, starts_on: farm.daysAgo(-3) } as const
  const rule = await create('Чистка', fields)
  const moved = await farm.call(ruleCalls.update, {
    ...fields,
    id: rule.id,
    title: 'Чистка',
    starts_on: farm.daysAgo(-5),
  } as never)
  expect(moved.next).toBe(iso(-5))
  const [task] = await tasksOf('Чистка')
  await farm.call(taskCalls.update, { id: task!.id, start: farm.daysAgo(-6), end: farm.daysAgo(-6) } as never)
  await farm.call(ruleCalls.update, { ...fields, id: rule.id, title: 'Чистка', starts_on: farm.daysAgo(-9) } as never)
  await place()
  expect((await tasksOf('Чистка')).map(({ start }) => start)).toEqual([`${iso(-6)}T00:00`])
})

test('what a person has written into the task of a rule stays there, until the rule itself is saved', async () => {
  const fields = { kind: 'every', days: 30, starts_on: farm.daysAgo(-8) } as const
  const rule = await create('Смазка лебёдки', { ...fields, note: 'Литол' })
  const [task] = await tasksOf('Смазка лебёдки')
  await farm.call(taskCalls.update, { id: task!.id, note: 'Взять у механика' } as never)
  await place()
  expect((await tasksOf('Смазка лебёдки'))[0]).toMatchObject({ note: 'Взять у механика', start: task!.start })
  await farm.call(ruleCalls.update, { ...fields, id: rule.id, title: 'Смазка лебёдки', note: 'Солидол' } as never)
  expect((await tasksOf('Смазка лебёдки'))[0]).toMatchObject({ note: 'Солидол' })
})

test('a net is changed so many days after it was hung, and anew after the next one', async () => {
  const module = await farm.module()
  const stock = await farm.stock('Сети')
  const net = await farm.item({ stock: stock.id, date: farm.daysAgo(30) })
  const cage = await farm.cage({ location: module.id, net: net.id })
  const rule = await create('Сменить дель', { kind: 'net', cage_id: cage.id, days: 40 })
  // it was hung today
  expect(rule.next).toBe(iso(-40))
  expect((await tasksOf('Сменить дель'))[0]).toMatchObject({ cage_id: cage.id })
})

test('degree-days gather in the water of the lake from a chosen day on', async () => {
  const module = await farm.module()
  const cage = await farm.cage({ location: module.id })
  await farm.sql(`update companies set settings = settings || '{"lake-temperatures": [5,5,5,5,5,5,5,5,5,5,5,5]}'`)
  const terms = { kind: 'degree_days', cage_id: cage.id, degree_days: 50, starts_on: farm.daysAgo(2) } as const
  // ten days of five degrees, the first of them two days ago
  const { day } = await farm.call(ruleCalls.preview, terms as never)
  expect(day).toBe(addDays(iso(2), 9))
})

test('what a rule needs is asked for under its field, and a day that nothing tells is said', async () => {
  const refused = await farm.call(ruleCalls.create, { title: 'Без дней', kind: 'every' } as never, { expect: 422 })
  expect(Object.keys(refused.errors!).sort()).toEqual(['days', 'starts_on'])
  const module = await farm.module()
  const cage = await farm.cage({ location: module.id })
  const empty = await farm.call(ruleCalls.preview, { kind: 'weight', cage_id: cage.id, weight: 1 } as never)
  expect(empty.day).toBeNull()
  const limited = await farm.user({ locations: [(await farm.module()).id], permissions: ['view tasks'] })
  const closed = { kind: 'net', cage_id: cage.id, days: 3 } as never
  const hidden = await farm.call(ruleCalls.preview, closed, { as: limited, expect: 422 })
  expect(hidden.errors).toEqual({ cage_id: ['Садок не найден'] })
})
