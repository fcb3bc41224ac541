import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { openTreatedFarm, type TreatedFarm } from '../../testing/farm/treated-farm'
import { workshopCalls } from './workshop.contract'

let pond: TreatedFarm
beforeAll(async () => {
  pond = await openTreatedFarm()
})
afterAll(() => pond.farm.close())

test('a batch tells which of its fish were lifted before their withdrawal period was over, as it was then', async () => {
  const [treated, other] = [await pond.cage(), await pond.cage()]
  for (const { id } of [treated, other]) await pond.stock(id, 60, 100, 1)
  await pond.treat(treated.id, 30, await pond.medicine({ withdrawal_days: 20 }, 'Оксивет'))
  const send = (from_id: number, count: number, day: number, time = '10:00') =>
    pond.farm.call(kinds.withdrawal.create, {
      ...pond.on(day, time),
      from_id,
      ...pond.group,
      count,
      reason: 'sending_to_workshop',
      stock_id: pond.store,
    })
  await send(other.id, 10, 20)
  // all that were left: they are treated fish still, though the cage is empty now
  const { id, batch } = await send(treated.id, 100, 20, '11:00')
  const told = await pond.farm.call(workshopCalls.batchPeriods, { id: batch!.id })
  expect(told).toEqual([
    {
      withdrawal_id: id,
      cage: treated.number,
      medicine: 'Оксивет',
      treated_on: pond.dayAfter(-30),
      free_on: pond.dayAfter(-10),
    },
  ])
  const late = await send(other.id, 10, 5)
  expect(await pond.farm.call(workshopCalls.batchPeriods, { id: late.batch!.id })).toEqual([])
  await pond.farm.call(workshopCalls.batchPeriods, { id: 999_999 }, { expect: 404 })
})
