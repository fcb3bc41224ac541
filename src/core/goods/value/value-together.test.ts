/** What a list tells of many goods, added up by the database, is what each tells of itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { goodCalls } from '../good-calls.contract'
import { valueCalls } from './value.contract'

const { all, one } = valueCalls.good

let farm: Farm
let barn: { id: number }
let shed: { id: number }
beforeAll(async () => {
  farm = await openFarm()
  ;[barn, shed] = [await farm.stock(), await farm.stock()]
})
afterAll(() => farm.close())

describe('many goods together', () => {
  let state = 7
  const chance = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const upTo = (most: number) => 1 + Math.floor(chance() * most)

  /** Two winters of receipts, one or another without a price, and a March of issues and moves. */
  async function live({ id }: { id: number }, unsure: boolean) {
    const transact = (date: string, input: object) =>
      farm.call(goodCalls.transact, { id, date, time: '10:00', ...input } as never)
    const held = new Map([barn, shed].map((stock) => [stock.id, 0]))
    const put = (stock: { id: number }, count: number) => held.set(stock.id, held.get(stock.id)! + count)
    for (let day = 1; day <= 10; day++) {
      const [stock, count] = [chance() < 0.5 ? barn : shed, upTo(9)]
      const price = unsure && chance() < 0.5 ? null : String(upTo(500) / 100)
      const date = `${10 + day}.${day < 6 ? '12.2023' : '02.2024'}`
      await transact(date, { stock: stock.id, count, ...(price !== null && { price }) })
      put(stock, count)
    }
    for (let day = 1; day <= 6; day++) {
      const [from, to] = chance() < 0.5 ? [barn, shed] : [shed, barn]
      const count = Math.min(upTo(5), held.get(from.id)!)
      if (count === 0) continue
      const moves = chance() < 0.4
      await transact(`0${day}.03.2024`, { stock_from: from.id, ...(moves && { stock: to.id }), count })
      put(from, -count)
      if (moves) put(to, count)
    }
  }

  it('are worth what each is by itself, by either method and on any day', async () => {
    const goods = await Promise.all(Array.from({ length: 12 }, () => farm.good()))
    for (const [index, good] of goods.entries()) await live(good, index < 3)
    const own = new Set(goods.map(({ id }) => id))
    for (const method of ['fifo', 'avg'] as const)
      for (const date of ['31.12.2023', '18.02.2024', '04.03.2024', '31.03.2024']) {
        const together = (await farm.call(all, { method, date })).rows.filter(({ good_id }) => own.has(good_id))
        expect(together.length, date).toBeGreaterThan(9)
        for (const row of together)
          expect(await farm.call(one, { id: row.good_id, method, date }), `${method} ${date}`).toMatchObject(row)
      }
  })
})
