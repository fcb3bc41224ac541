import { expect, it, vi } from 'vitest'
import { inThread, sheetLoad } from './thread'

const PROGRAM = `require('node:worker_threads').parentPort.postMessage('begun'); setInterval(() => 0, 1000)`

it('a farm with many spreadsheets has one thread while another waits', async () => {
  const begun: number[] = []
  const endings: (() => void)[] = []
  const work = (farm: number) =>
    inThread<void>(farm, PROGRAM, { eval: true }, (_, done) => {
      begun.push(farm)
      endings.push(done)
    })
  const all = [1, 1, 1, 1, 2, 2, 3].map(work)
  expect(sheetLoad()).toEqual({ working: 2, waiting: 5 })
  const hasBegun = (count: number) => vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(count), 20_000)
  await hasBegun(2)
  endings[0]!()
  await hasBegun(3)
  expect(begun).toEqual([1, 1, 2])
  for (let ended = 1; ended < all.length; ended++) {
    await hasBegun(ended + 1)
    endings[ended]!()
  }
  await Promise.all(all)
  expect(begun.filter((farm) => farm === 1)).toHaveLength(4)
  expect(sheetLoad()).toEqual({ working: 0, waiting: 0 })
})
