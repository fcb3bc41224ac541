/**
 * How long the way of a write is, from its request to its answer: the server files that are entered (`src/server` and
 * `.server.ts`; contracts and `shared` are for both sides), the functions with a name that are called in them, and the
 * statements of the transaction. What is done once in a process is not counted, nor what tells others of it (one
 * function more is allowed, which sends the news of the write before). Each figure may fall, and none may rise but for
 * what a write has to do: asking whether a replica reads instead, and noting where in the log it ends.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enteredBy } from '../../../../testing/calls/entered'
import { openPond, type Pond } from '../../../../testing/farm/pond'
import { listenToStatements } from '../../../../testing/statements'
import { kinds } from '../../kinds/kinds.contract'

let pond: Pond
beforeAll(async () => void (pond = await openPond()))
afterAll(() => pond.farm.close())

/** Others are told of writes a moment later, all at once: that is no part of any of them. */
const OF_NEWS = { file: 'server/events.ts', statement: 'pg_notify' }

async function statementsOf(write: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const listening = listenToStatements((_, { text }) => void texts.push(text))
  await write().finally(listening.stop)
  return texts.filter((text) => !text.includes(OF_NEWS.statement))
}

async function lengthOf(write: () => Promise<unknown>) {
  const statements = await statementsOf(write)
  const entered = await enteredBy(write)
  entered.delete(OF_NEWS.file)
  return { files: entered.size, functions: [...entered.values()].flat().length, statements: statements.length }
}

/** Compares with the most that is allowed, so that a failure shows all three. */
async function expectWithin(most: Awaited<ReturnType<typeof lengthOf>>, write: () => Promise<unknown>) {
  const length = await lengthOf(write)
  const within = Object.entries(length).every(([what, count]) => count <= most[what as keyof typeof most])
  expect({ within, ...length }).toEqual({ within: true, ...length })
}

const key = () => ({ key: randomUUID() })

test('a loss', async () => {
  const cage = await pond.cage()
  await pond.stock(cage.id, 9)
  const lost = { ...pond.on(1), from_id: cage.id, ...pond.group, count: 10 }
  await expectWithin({ files: 30, functions: 177, statements: 12 }, () =>
    pond.farm.call(kinds.retreat.create, lost, key()),
  )
})

test('a feeding', async () => {
  const { farm } = pond
  const cage = await pond.cage()
  await pond.stock(cage.id, 9)
  const [good, stock] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(8) })
  const fed = { ...pond.on(1), cage_id: cage.id, feed_type_id: good.id, stock_id: stock.id, volume: 1 }
  await expectWithin({ files: 32, functions: 161, statements: 15 }, () => farm.call(kinds.feeding.create, fed, key()))
})

test('a receipt', async () => {
  const { farm } = pond
  const [good, stock] = [await farm.good(), await farm.stock()]
  const received = { ...pond.on(1), stock_id: stock.id, lines: [{ good_id: good.id, amount: 100, price: 60 }] }
  await expectWithin({ files: 30, functions: 149, statements: 14 }, () =>
    farm.call(kinds.receipt.create, received, key()),
  )
})
