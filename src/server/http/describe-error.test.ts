/** What a caller is told when the database is lost, at whatever point of a call that is. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '../db/client'
import { describeError } from './describe-error'

const toldOf = (error: unknown) => {
  const { status, message } = describeError(error as never)
  return [status, message]
}
const AGAIN = [503, 'Сервер не успел ответить. Повторите через минуту.']

it.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('a statement that met the loss of its connection, or came behind it, may be tried again: %s', (text) => {
  expect(toldOf(new Error(text))).toEqual(AGAIN)
})

it('so may a call while nothing behind the address is the primary, or nothing is there', async () => {
  const proxy = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const database = openDatabase(`postgres://nobody@127.0.0.1:${port}/sadok`, 1)
  const ask = () => database.plain(sql`select 1`).then(() => null, toldOf)
  expect(await ask()).toEqual(AGAIN)
  proxy.close()
  await once(proxy, 'close')
  expect(await ask()).toEqual(AGAIN)
  await database.close()
})
