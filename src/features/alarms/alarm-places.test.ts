/** Whose an alarm is when what it is of moves, and how many there are of a sensor that flaps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmRules } from '../../app.alarms.server'
import { type AlarmKind, initialTerms } from '../../shared/alarms/rules'
import { type Database, openDatabase } from '../../server/db/client'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { taskCalls } from '../tasks/common/tasks.contract'
import { alarmCalls } from './alarms.contract'
import { watchCompany } from './alarms-job.server'

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

const company = () => farm.session.user.company.id
const switchOn = (kind: AlarmKind) => farm.call(alarmCalls.save, { kind, on: true, terms: initialTerms(kind) } as never)
const watch = () => watchCompany({ database, secrets: openSecretBox(farm.dataDir) }, company(), alarmRules)

test('the alarm of a task goes with it to another module: whoever sees the task sees it', async () => {
  const [here, there] = [await farm.module('Откуда'), await farm.module('Куда')]
  const [from, to] = [
    await farm.cage({ location: here.id, number: '801' }),
    await farm.cage({ location: there.id, number: '802' }),
  ]
  const crew = (locations: number[]) => farm.user({ permissions: ['view tasks'], locations })
  const [before, after] = [await crew([here.id]), await crew([there.id])]
  const day = farm.daysAgo(5)
  const fields = {
    start: `${day} 09:00`,
    end: `${day} 10:00`,
    all_day: false,
    executor_id: null,
    note: null,
    status_id: null,
  }
  const task = await farm.call(taskCalls.create, { ...fields, title: 'Сетка', cage_id: from.id } as never)
  await switchOn('task')
  const seen = async (as: { cookie: string }) => {
    expect((await watch()).errors).toEqual([])
    return (await farm.call(alarmCalls.open, {}, { as })).map(({ location_name, cage_number }) => [
      location_name,
      cage_number,
    ])
  }
  expect([await seen(before), await seen(after)]).toEqual([[['Откуда', '801']], []])
  await farm.call(taskCalls.update, { id: task.id, ...fields, title: 'Мор', cage_id: to.id } as never)
  expect([await seen(before), await seen(after)]).toEqual([[], [['Куда', '802']]])
})

test('of a sensor that flaps all rings are counted, and the last of them told', async () => {
  const module = await farm.module('Дребезг')
  const parameter = await farm.parameter({ location: module.id, type: 'oxygen', name: 'Датчик' })
  await farm.sql(
    `insert into measurements (company_id, measure_parameter_id, location_id, depth, value, at)
     select $1, $2, $3, 2000000, case when n % 2 = 0 then 1000000 else 14000000 end,
       date_trunc('minute', now() at time zone 'Europe/Moscow') - make_interval(mins => n)
     from generate_series(1, 2000) n`,
    [company(), parameter.id, module.id],
  )
  const terms = { ...initialTerms('oxygen'), hold: 0, recover: 0, silence: 336 }
  const { count, episodes } = await farm.call(alarmCalls.history, { kind: 'oxygen', terms } as never)
  expect([count, episodes.length]).toEqual([1000, 200])
  const moments = episodes.map(({ started }) => started)
  expect(moments).toEqual(moments.toSorted().reverse())
})
