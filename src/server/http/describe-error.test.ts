/** What a caller is told when the database is lost, at whatever point of a call that is. */
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../db/client'
import { describeError } from './describe-error'

const toldOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => new Error('it went well'),
    (fault: Error) => fault,
  )
  return describeError(error as never)
}

/** Ends the connections of this database, as a server does that is killed. */
async function endOthers(application: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').adminUrl })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    application,
  ])
  await client.end()
}

it('a statement behind the loss of its connection may be tried again, like the one that met it', async () => {
  const url = new URL(inject('testServer').webUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href, application_name: 'lost' })
  client.on('error', () => undefined)
  await client.connect()
  const ended = once(client, 'end')
  const first = toldOf(client.query('select pg_sleep(60)'))
  await endOthers('lost')
  await ended
  const told = [await first, await toldOf(client.query('select 1'))]
  expect(told.map(({ status }) => status)).toEqual([503, 503])
  expect(told[1]!.message).toBe('Сервер не успел ответить. Повторите через минуту.')
})

it('so may a call while nothing behind the address is the primary', async () => {
  const proxy = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const database = openDatabase(`postgres://nobody@127.0.0.1:${port}/sadok`, 1)
  expect((await toldOf(database.plain(sql`select 1`))).status).toBe(503)
  await database.close()
  proxy.close()
  await once(proxy, 'close')
  const gone = openDatabase(`postgres://nobody@127.0.0.1:${port}/sadok`, 1)
  expect((await toldOf(gone.plain(sql`select 1`))).status).toBe(503)
  await gone.close()
})
