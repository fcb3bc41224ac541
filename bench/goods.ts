/**
 * The goods ledger: 200 goods in 20 warehouses with half a million entries of a year. Amounts now and at a date,
 * values, a page of movements, and receipts entered late.
 */
import { addDays, showDay, timeOf } from '../src/shared/dates'
import { connect, replay } from './bare'
import { ms, spread } from './figures'
import { BUSY, FIRST_GOOD, GOODS, type Left, makeGoods } from './goods-life'
import { compare } from './reads'
import type { Run } from './run'

const ENTRIES = 500_000
const pick = (most: number) => Math.floor(Math.random() * most)

/** Throws unless the answer's value is that of the receipts left. */
function compareValue(answer: string, left: Left): void {
  const { rows } = JSON.parse(answer) as { rows: { good_id: number; value: number; amount: number }[] }
  const told = new Map(rows.map((row) => [row.good_id, row]))
  for (const [good, receipts] of left) {
    const worth = receipts.reduce((sum, receipt) => sum + BigInt(receipt.left) * BigInt(receipt.price), 0n)
    const amount = receipts.reduce((sum, receipt) => sum + receipt.left, 0)
    const kopecks = Number((worth + 500_000n) / 1_000_000n)
    const row = told.get(good)
    if (amount > 0 && (row?.value !== kopecks / 100 || row.amount !== amount / 1e6))
      throw new Error(`good ${good}: the answer is not what its receipts say`)
  }
}

async function measureReadings(run: Run, left: Left): Promise<void> {
  const anyDay = () => addDays(run.lastDay, -pick(330))
  await compare(run, 'GET /all-goods-amounts, now', 15, () => '/all-goods-amounts')
  await compare(run, 'GET /all-goods-amounts, any day', 15, () => `/all-goods-amounts?date=${anyDay()}`)
  await compare(run, 'GET /crud/good, now', null, () => '/crud/good')
  await compare(run, 'movements of a good, a month', 5, () => {
    const start = anyDay()
    const good = FIRST_GOOD + 1 + pick(GOODS - 1)
    return `/transactions-data-for-good/${good}?start=${start}&end=${addDays(start, 29)}`
  })
  const value = await compare(run, 'FIFO value of all goods', 300, () => `/goods-value?date=${run.lastDay}`)
  compareValue(value, left)
  await compare(run, 'value by the yearly average', null, () => `/goods-value?method=avg&date=${run.lastDay}`)
}

/** Receipts of the busy good, entered before many later entries. */
async function measureLate(run: Run): Promise<void> {
  const { rows } = await run.admin.query<{ at: string }>(
    `select at from stock_entries where company_id = 1 and good_id = $1 and stock_id = $2
     order by at desc, operation_id desc`,
    [BUSY.good, BUSY.stock],
  )
  for (const wanted of [0, 100, 1000, 10_000, 90_000]) {
    const { at } = rows[wanted] ?? {}
    if (!at) continue
    const k = rows.filter((row) => row.at > at).length
    const lines = [{ good_id: BUSY.good, amount: 5, price: 90 }]
    const body = { date: showDay(at), time: timeOf(at), stock_id: BUSY.stock, lines }
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const answer = await run.app.send('POST', '/receipts', body)
      if (answer.status !== 200) throw new Error(`POST /receipts: ${answer.status} ${answer.text}`)
      times.push(answer.ms)
    }
    const script = await run.recorder.record('POST', '/receipts', body)
    const client = await connect(run.databaseUrl)
    const bare: number[] = []
    for (let turn = 0; turn < 20; turn++) bare.push(await replay(client, script))
    await client.end()
    run.add({
      what: `back-dated receipt, ${k} later entries`,
      figure: `p50 ${ms(spread(times).p50)}, max ${ms(spread(times).most)}`,
      gate: `<= ${ms(8 + 0.04 * k)}`,
      bare: ms(spread(bare).p50),
    })
  }
}

export async function measureGoods(run: Run): Promise<void> {
  const left = await makeGoods(run.admin, run.lastDay, { goods: GOODS, entries: run.small ? ENTRIES / 20 : ENTRIES })
  await measureReadings(run, left)
  await measureLate(run)
}
