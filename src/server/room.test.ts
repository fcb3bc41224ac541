/** A disk that is full: what people and watchers are told, and that all goes on once there is room. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Farm, openFarm } from '../testing/farm/farm'
import { query, withDatabase } from '../testing/server'

const TOLD = 'На сервере кончилось место'

describe.each(['53100', '53200'])('a write that the database refuses with %s', (code) => {
  let farm: Farm
  beforeAll(async () => void (farm = await openFarm()))
  afterAll(() => farm.close())

  it('is told as what it is, and may be sent again', async () => {
    await farm.sql(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)
    await farm.sql('create trigger no_room before insert on roles execute function no_room()')
    const name = { name: 'Северный' }
    const refused = await farm.post('/role', name, { key: 'once' })
    expect(refused).toMatchObject({ status: 503, body: { msgShouldBeShown: true } })
    expect(refused.text).toContain(TOLD)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await farm.sql('drop trigger no_room on roles')
    expect(await farm.post('/role', name, { key: 'once' })).toMatchObject({ status: 200 })
    expect((await farm.get('/health')).status).toBe(200)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'sadok-small-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'sadok-small', folder]).status === 0

/** A database whose files lie in a folder of this machine, owned as the server's own are. */
async function databaseIn(place: string, name: string) {
  const { adminUrl, ownerUrl, webUrl, template } = inject('testServer')
  await query(adminUrl, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const { uid, gid } = statSync(rows[0]!.data_directory)
    mkdirSync(place)
    chownSync(place, uid, gid)
    await client.query(`create tablespace ${name} location '${place}'`)
    const owner = client.escapeIdentifier(new URL(ownerUrl).username)
    await client.query(`create database ${name} owner ${owner} template ${template} tablespace ${name}`)
  })
  const drop = () =>
    query(adminUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop tablespace if exists ${name}`)
    })
  return { url: withDatabase(webUrl, name), drop }
}

function fill(path: string): void {
  for (const size of [1_000_000, 4096])
    for (let more = true; more;)
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
      } catch {
        more = false
      }
}

describe.skipIf(!mounted || !!process.env['TEST_DATABASE_URL'])('on a disk that is full', () => {
  let farm: Farm
  let database: Awaited<ReturnType<typeof databaseIn>>
  const dataDir = join(folder, 'data')
  const filler = join(folder, 'filler')
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    mkdirSync(dataDir)
    database = await databaseIn(join(folder, 'db'), `small_${process.pid}`)
    farm = await openFarm({ databaseUrl: database.url, dataDir })
  })
  afterAll(async () => {
    await farm?.close()
    await database?.drop()
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })

  it('nothing that was acknowledged is lost, what is not is told, and all goes on when there is room', async () => {
    fill(filler)
    const kept: string[] = []
    let refused
    // what is left in pages that are there already still takes something
    for (let n = 0; n < 400 && !refused; n++) {
      const answer = await farm.post('/role', { name: `Роль ${n} ${'а'.repeat(20)}` })
      if (answer.status === 200) kept.push((answer.body as { name: string }).name)
      else refused = answer
    }
    expect(refused).toMatchObject({ status: 503 })
    expect(refused!.text).toContain(TOLD)
    expect(refused!.headers['retry-after']).toBeDefined()
    expect(await farm.get('/health')).toMatchObject({ status: 503, body: { status: 'no room' } })
    expect((await farm.get('/permissions-by-roles')).status).toBe(200)

    const letter = await farm.post('/password/email', { email: farm.session.email }, { as: null })
    expect(letter.status).toBe(503)

    rmSync(filler)
    expect((await farm.post('/role', { name: 'Есть место' })).status).toBe(200)
    await expect.poll(async () => (await farm.get('/health')).status, { timeout: 10_000 }).toBe(200)
    const names = (await farm.get('/permissions-by-roles')).text
    for (const name of kept) expect(names).toContain(name)
  })
})
