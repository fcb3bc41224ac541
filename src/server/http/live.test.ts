/** What pages hear of each other's writes. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { speciesLibrary } from '../../core/lists/libraries/species.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())

/** What a page of this session hears on a process; a connection of its own, which nothing keeps open after `stop`. */
async function listen(address: string, cookie: string) {
  const request = get(`${address}/api/events`, { agent: false, headers: { cookie: `sadok_session=${cookie}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const heard: string[] = []
  response.setEncoding('utf8').on('data', (part: string) => heard.push(part))
  response.on('error', () => undefined)
  return { response, heard, stop: () => request.destroy() }
}

describe('an event', () => {
  it('reaches the company’s pages on another process within a second, and nobody else’s', async () => {
    const address = await (await farm.process()).listen({ port: 0, host: '127.0.0.1' })
    const stranger = await listen(address, 'nobody')
    expect(stranger.response.statusCode).toBe(401)
    stranger.stop()
    const second = await farm.company()
    const [own, foreign] = await Promise.all([listen(address, farm.session.cookie), listen(address, second.cookie)])
    expect(own.response.headers['content-type']).toBe('text/event-stream')
    await farm.call(speciesLibrary.create, { name: 'Сиг' })
    await vi.waitFor(() => expect(own.heard.join('')).toContain('"lists"'), { timeout: 1000, interval: 10 })
    await farm.call(speciesLibrary.create, { name: 'Сиг' }, { as: second })
    await vi.waitFor(() => expect(foreign.heard.join('')).toContain('data: '), { timeout: 1000, interval: 10 })
    expect(foreign.heard.join('').match(/data: /g)).toHaveLength(1)
    own.stop()
    foreign.stop()
  })
})

describe('an event is not heard before what it tells of can be read', () => {
  /** A write that waits at its commit for as long as `lock` is held elsewhere. */
  const waitAtCommit = (lock: number) =>
    farm.sql(`create function wait_at_commit() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(${lock}); return null; end $$;
      create constraint trigger wait_at_commit after insert on species deferrable initially deferred
        for each row execute function wait_at_commit();`)

  it('by a page that reads as soon as it hears', async () => {
    const address = await (await farm.process()).listen({ port: 0, host: '127.0.0.1' })
    const page = await listen(address, farm.session.cookie)
    const heard = () => page.heard.join('')
    await waitAtCommit(77)
    await farm.sql('select pg_advisory_lock(77)')
    const writing = farm.call(speciesLibrary.create, { name: 'Хариус' })
    await vi.waitFor(async () =>
      expect(await farm.sql(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).toHaveLength(1),
    )
    // what is published later is heard later: were the first told of already, it would be heard by now
    await farm.call(accessCalls.companySettings, { 'weighing-age-days': 29 })
    await vi.waitFor(() => expect(heard()).toContain('"people"'), { timeout: 3000, interval: 10 })
    expect(heard()).not.toContain('"lists"')
    await farm.sql('select pg_advisory_unlock(77)')
    await vi.waitFor(() => expect(heard()).toContain('"lists"'), { timeout: 3000, interval: 1 })
    const names = (await farm.get('/crud/species')).body as { name: string }[]
    expect(names.map(({ name }) => name)).toContain('Хариус')
    await writing
    page.stop()
    await farm.sql('drop function wait_at_commit cascade')
  })
})

it('goes to five pages of one person: the oldest gives way to a new one, and to nobody else', async () => {
  const person = await farm.user()
  const address = await (await farm.process()).listen({ port: 0, host: '127.0.0.1' })
  const open = (as: { cookie: string }) => listen(address, as.cookie)
  const colleague = await open(farm.session)
  const pages = []
  for (let turn = 0; turn < 6; turn++) pages.push(await open(person))
  expect(pages.map(({ response }) => response.statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  const [oldest, ...others] = pages
  await vi.waitFor(() => expect(oldest!.response.complete).toBe(true), { timeout: 10_000 })
  expect(oldest!.heard.join('')).toContain('retry: 60000')
  await farm.call(speciesLibrary.create, { name: 'Корюшка' })
  for (const { heard, stop } of [...others, colleague]) {
    await vi.waitFor(() => expect(heard.join('')).toContain('"lists"'), { timeout: 3000, interval: 10 })
    stop()
  }
  expect(oldest!.heard.join('')).not.toContain('"lists"')
  expect((await open(person)).response.statusCode).toBe(200)
})

it('what was missed while the database was away is told when it is heard again', async () => {
  const address = await (await farm.process()).listen({ port: 0, host: '127.0.0.1' })
  const page = await listen(address, farm.session.cookie)
  await farm.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'sadok listener' and datname = current_database()`)
  await vi.waitFor(() => expect(page.heard.join('')).toContain('"places"'), { timeout: 20_000, interval: 50 })
  expect(page.heard.join('')).toContain('"goods"')
  // and each change from then on
  const before = page.heard.length
  await farm.call(speciesLibrary.create, { name: 'Пелядь' })
  await vi.waitFor(() => expect(page.heard.slice(before).join('')).toContain('"lists"'), { timeout: 20_000 })
  page.stop()
})
