/** Lots are read from sums of days: they are those of every document folded by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { cageWithFish } from '../../../testing/farm/goods'
import { addDays, parseDay } from '../../../shared/dates'
import { foldLots, type LotEntry } from '../../../shared/ledger/lots'
import { kinds } from '../kinds/kinds.contract'
import { lotCalls } from './lots.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
let stocks: number[]
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
  stocks = (await Promise.all([farm.stock(), farm.stock(), farm.stock()])).map(({ id }) => id)
})
afterAll(() => farm.close())

const dayFromToday = (days: number) => addDays(parseDay(farm.today())!, days)

const UNIT = 1_000_000
const DAYS = 24

/** A repeatable run of numbers from 0 to below `below`. */
function random(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Made {
  good: number
  entries: LotEntry[]
}

/** What the maker's dates are like: none, in the order of the receipts, or any. */
type Dates = 'none' | 'in order' | 'any'

/** A history of a good, entered in the order of time: several receipts, moves and issues on most days. */
async function history(seed: number, dates: Dates): Promise<Made> {
  const rnd = random(seed)
  const { id: good } = await farm.good()
  const entries: LotEntry[] = []
  const held = (stock: number) =>
    entries.reduce((sum, entry) => (entry.stock === stock ? sum + entry.amount / UNIT : sum), 0)
  for (let act = 0; act < 60; act++) {
    const daysAgo = DAYS - Math.floor((act * DAYS) / 60)
    const when = { date: farm.daysAgo(daysAgo), time: `08:${String(act).padStart(2, '0')}` }
    const at = `${dayFromToday(-daysAgo)}T${when.time}`
    const stock_id = stocks[rnd(10) < 7 ? 0 : 1 + rnd(2)]!
    const part = Math.ceil((held(stock_id) * (1 + rnd(6))) / 6)
    const choice = part === 0 ? 0 : rnd(10)
    const common = { line: 0, at, stock: stock_id }
    if (choice < 4) {
      const amount = 1 + rnd(30)
      const best_before =
        dates === 'none' || (dates === 'any' && rnd(3) === 0)
          ? null
          : dayFromToday(dates === 'any' ? rnd(40) - 30 : act - 20)
      const line = { good_id: good, amount, lot: `${act}`, price: 100, best_before }
      const { id } = await farm.call(kinds.receipt.create, { ...when, stock_id, lines: [line] })
      entries.push({ ...common, operation: id, amount: amount * UNIT, lot: `${act}`, best_before })
    } else if (choice < 7) {
      const fed = { ...when, cage_id: cage.id, feed_type_id: good, stock_id, volume: part }
      const { id } = await farm.call(kinds.feeding.create, fed)
      entries.push({ ...common, operation: id, amount: -part * UNIT })
    } else if (choice < 8) {
      const lines = [{ good_id: good, amount: part }]
      const { id } = await farm.call(kinds.writeOff.create, { ...when, stock_id, lines })
      entries.push({ ...common, operation: id, amount: -part * UNIT, expiredFirst: true })
    } else if (choice < 9 || rnd(3) === 0) {
      const to_stock_id = stocks.find((one) => one !== stock_id)!
      const lines = [{ good_id: good, amount: part }]
      const { id } = await farm.call(kinds.move.create, { ...when, stock_id, to_stock_id, lines })
      entries.push({ ...common, operation: id, amount: -part * UNIT, carried: 0, expiredFirst: true })
      entries.push({ ...common, operation: id, line: 1, stock: to_stock_id, amount: part * UNIT, carried: 0 })
    }
  }
  return { good, entries }
}

const inOrder = (a: LotEntry, b: LotEntry) =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.operation - b.operation || a.line - b.line

const folded = (entries: LotEntry[]) =>
  [...foldLots(entries.toSorted(inOrder)).held].flatMap(([stock, parts]) =>
    parts.map(({ lot, amount }) => [stock, lot.operation, amount / UNIT]),
  )

test.each<[Dates, number[]]>([
  ['none', [1, 2, 3, 4]],
  ['in order', [5, 6, 7, 8]],
  ['any', [9, 10, 11, 12]],
])('whatever happened, with dates «%s», on any day and in its midst', async (dates, seeds) => {
  for (const seed of seeds) {
    const { good, entries } = await history(seed, dates)
    for (const daysAgo of [18, 12, 6, 1])
      for (const time of [`08:${Math.ceil(((DAYS - daysAgo) * 60) / DAYS)}`, '23:59']) {
        const until = `${dayFromToday(-daysAgo)}T${time}`
        const rows = await farm.call(lotCalls.ofGood, { id: good, date: until })
        const told = rows.map(({ stock_id, operation_id, amount }) => [stock_id, operation_id, amount])
        const expected = folded(entries.filter(({ at }) => at <= until))
        expect(told.sort(), `seed ${seed}, ${until}`).toEqual(expected.sort())
      }
  }
})
