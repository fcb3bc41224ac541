/** Whatever comes to the address of assistants is answered: batches, depths, wrong ids, names of what is no tool. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { speaker } from '../../testing/assistants/speaker'
import { outsideCalls } from '../outside/outside.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

describe('hostile requests', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const call = (text: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`
  const BODIES = [
    '',
    'null',
    '[]',
    '1',
    '"ping"',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"нет такого"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":{"a":1}}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"-1"}}',
    '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    `[${Array.from({ length: 500 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`).join(',')}]`,
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    deep(50_000),
    nested(50_000),
    call(nested(50_000)),
    call(`{"name":"get_cages","arguments":${nested(50_000)}}`),
    call('{"name":"get_cages","arguments":[]}'),
    call('{"name":"__proto__"}'),
    call('{"name":"constructor","arguments":{}}'),
    call('{"name":"call_reading","arguments":{"name":"call_reading","input":{}}}'),
    call('{"name":"call_reading","arguments":{"name":"get_user"}}'),
    call('{"name":"call_reading","arguments":{"name":"preview_retreat","input":{}}}'),
    call('{"name":"find_calls","arguments":{"words":"(((["}}'),
    call('{"name":"get_retreat_journal","arguments":{"start":"\\u0000","end":"1","sort":"__proto__"}}'),
    call('{"name":"preview_retreat","arguments":{"from_id":"1; drop table","count":-1,"why":{"a":1}}}'),
    call(`{"name":"find_calls","arguments":{"words":"${'я'.repeat(5000)}"}}`),
    'не JSON',
  ]

  it('are answered, never as a fault of ours', { timeout: 60_000 }, async () => {
    const { token } = await farm.call(outsideCalls.create, { name: 'Помощник', assistant_role_id: 1 })
    const { raw } = speaker(farm, token)
    const before = await farm.sql('select count(*) from proposals')
    for (const version of [undefined, '2025-06-18', '2026-07-28', 'завтра'])
      for (const body of BODIES) {
        await farm.sql(`delete from guesses where key like 'outside %'`)
        const { status, text } = await raw(
          body,
          version === undefined ? {} : { 'mcp-protocol-version': encodeURI(version) },
        )
        expect(status, `${version} ${body.slice(0, 120)}: ${text.slice(0, 200)}`).toBeLessThan(500)
        expect(text, body.slice(0, 120)).not.toMatch(/Internal|Внутренняя|at \w+ \(|node_modules/)
      }
    expect(await farm.sql('select count(*) from proposals')).toEqual(before)
    expect((await speaker(farm, token).call('get_cages', {})).isError).toBeUndefined()
  })
})
