import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inThread, sheetLoad } from './thread'

/** Says that it has begun, and ends when it is told to. */
const PROGRAM = `export function work({ begun, ended, place }) {
  Atomics.store(begun, place, 1)
  Atomics.wait(ended, place, 0)
}`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sadok-thread-'))
  await writeFile(join(folder, 'program.mjs'), PROGRAM)
})
afterAll(() => rm(folder, { recursive: true }))

it('a farm with many spreadsheets has one thread while another waits', async () => {
  const farms = [1, 1, 1, 1, 2, 2, 3]
  const [begun, ended] = [0, 1].map(() => new Int32Array(new SharedArrayBuffer(4 * farms.length)))
  const program = { file: join(folder, 'program.mjs'), name: 'work' }
  const all = farms.map((farm, place) => inThread<void>(farm, program, { begun, ended, place }))
  expect(sheetLoad()).toEqual({ working: 2, waiting: 5 })
  /** Places in the order in which they were seen to begin. */
  const order: number[] = []
  const hasBegun = (count: number) =>
    expect
      .poll(() => {
        begun!.forEach((one, place) => void (one && !order.includes(place) && order.push(place)))
        return order.length
      })
      .toBeGreaterThanOrEqual(count)
  const end = (place: number) => {
    Atomics.store(ended!, place, 1)
    Atomics.notify(ended!, place)
  }
  await hasBegun(2)
  end(order[0]!)
  await hasBegun(3)
  expect(order.map((place) => farms[place])).toEqual([1, 1, 2])
  for (let next = 1; next < all.length; next++) {
    await hasBegun(next + 1)
    end(order[next]!)
  }
  await Promise.all(all)
  expect(sheetLoad()).toEqual({ working: 0, waiting: 0 })
})
