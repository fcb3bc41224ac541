/** An assistant speaks to the real application by the protocol's own client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import type { Session } from '../../testing/session'
import { outsideCalls } from '../outside/outside.contract'

let pond: Pond
let farm: Pond['farm']
let address: string

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  address = await farm.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => farm.close())
beforeEach(() => farm.sql(`delete from guesses where key like 'outside %'`))

it('lists', async () => {
  const app = await farm.call(outsideCalls.create, { name: 'Помощник', assistant_role_id: 1 })
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers: { authorization: `Bearer ${app.token}` } } })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  console.log(client.getServerVersion(), client.getInstructions(), client.getNegotiatedProtocolVersion?.())
  const { tools, nextCursor } = await client.listTools()
  console.log(tools.length, nextCursor, JSON.stringify(tools).length, tools.map(({ name }) => name).join(' '))
  console.log(JSON.stringify(tools.find(({ name }) => name === 'preview_retreat'), null, 1))
  console.log(JSON.stringify(await client.callTool({ name: 'get_cages', arguments: {} })).slice(0, 500))
  console.log(JSON.stringify(await client.callTool({ name: 'find_calls', arguments: { words: 'себестоимость рыбы' } })).slice(0, 800))
  console.log(JSON.stringify(await client.callTool({ name: 'call_reading', arguments: { name: 'get_fish_cost', input: {} } })).slice(0, 800))
  await client.close()
  void ({} as Session)
  void describe
})
