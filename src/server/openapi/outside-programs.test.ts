/** The programs of docs/outside.md, as they stand there, on a running application. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes } from '../../app.server'
import { addressOf } from '../../shared/contract'
import { calendarCalls } from '../../features/tasks/calendar/calendar.contract'
import { hookCalls } from '../../features/alarms/hooks/hooks.contract'
import { freePort } from '../db/embedded/free-port'
import { projectRoot } from '../base/project-root'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { outsideCalls } from '../../features/outside/outside.contract'
import { linkCalls } from '../../features/views/links/link.contract'
import { viewCalls } from '../../features/views/kept/views.contract'
import type { ToolAnswer } from '../../testing/assistants/speaker'
import { openPond, type Pond } from '../../testing/farm/pond'
import { pngOf } from '../../testing/pictures/photo'
import { TEST_PASSWORD } from '../../testing/session'

const text = readFileSync(join(projectRoot, 'docs', 'outside.md'), 'utf8')
const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, code]) => ({
  language,
  code: code!,
}))
const block = (language: string, word: string) =>
  blocks.find((one) => one.language === language && one.code.includes(word))!.code

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const noCurl = runs('curl', '--help') ? false : 'there is no curl here'
const noPython = runs('python3', '-c', 'import requests') ? false : 'there is no python3 with requests here'

let farm: Pond['farm']
let env: Record<string, string>
/** inside the project, so that the packages of the generated client are found */
let folder: string

beforeAll(async () => {
  const pond = await openPond()
  farm = pond.farm
  const SADOK = await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const cage = await pond.cage()
  await pond.stock(cage.id, 30, 1000)
  env = { SADOK, EMAIL: farm.session.email, PASSWORD: TEST_PASSWORD, CAGE: String(cage.id), DAY: farm.daysAgo(1) }
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  folder = mkdtempSync(join(projectRoot, 'dist', 'outside-'))
})
afterAll(async () => {
  await farm.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(program: string, args: string[], more: Record<string, string> = {}) {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...process.env, ...env, ...more },
    timeout: 110_000,
  })
  return stdout.trim()
}

it.skipIf(noCurl)(`curl sends a reading once, however often it runs${noCurl ? `: ${noCurl}` : ''}`, async () => {
  const module = await farm.module()
  const parameter = await farm.parameter({ location: module.id, depth: [0.5] })
  const given = { TOKEN: await farm.outsider(), PARAMETER: String(parameter.id) }
  const code = block('sh', 'external/input')
  expect(await run('sh', ['-c', code], given)).toBe('{"created":1,"ignored":0}')
  expect(await run('sh', ['-c', code], given)).toBe('{"created":0,"ignored":1}')
  await expect(run('sh', ['-c', code], { ...given, TOKEN: '1.wrong' })).rejects.toThrow('401')
})

it.skipIf(noCurl)(`curl asks as an assistant${noCurl ? `: ${noCurl}` : ''}`, async () => {
  const { token } = await farm.call(outsideCalls.create, { name: 'Помощник', assistant_role_id: 1 })
  const code = block('sh', '$SADOK/mcp')
  const { result } = JSON.parse(await run('sh', ['-c', code], { TOKEN: token })) as { result: ToolAnswer }
  expect(result.structuredContent['rows']).toContainEqual(expect.objectContaining({ id: Number(env['CAGE']) }))
  await expect(run('sh', ['-c', code], { TOKEN: await farm.outsider() })).rejects.toThrow('403')
})

it.skipIf(noPython)(`Python reads and writes${noPython ? `: ${noPython}` : ''}`, async () => {
  const code = block('python', 'requests')
  const lines = (await run('python3', ['-c', code])).split('\n')
  expect(lines[0]).toMatch(/^recorded \d+$/)
  expect(lines.slice(1).map((line) => line.split('\t')[3])).toEqual(['3'])
  await expect(run('python3', ['-c', code], { DAY: 'вчера' })).rejects.toThrow('422: ')
  await expect(run('python3', ['-c', code], { PASSWORD: 'guessed' })).rejects.toThrow(/422|401/)
})

it.skipIf(noCurl)(`curl adds a photograph${noCurl ? `: ${noCurl}` : ''}`, async () => {
  const lost = { from_id: Number(env['CAGE']), count: 1, date: env['DAY']!, time: '07:00' }
  const { id } = await farm.call(kinds.retreat.create, lost)
  const PHOTO = join(folder, 'photo.png')
  writeFileSync(PHOTO, pngOf(6, 4))
  const code = block('sh', '/photos')
  const told = async () => JSON.parse(await run('sh', ['-c', code], { LOSS: String(id), PHOTO })) as { id: number }
  const first = await told()
  expect(first).toMatchObject({ width: 6, height: 4 })
  expect((await told()).id).toBe(first.id)
})

it.skipIf(noCurl)(`curl reads a saved report, until its address is revoked${noCurl ? `: ${noCurl}` : ''}`, async () => {
  const fields = { page: 'retreatReports', name: 'Отход', query: { period: 'last-30' } } as const
  const { id } = await farm.call(viewCalls.create, fields)
  const made = await farm.call(linkCalls.create, { id })
  const code = block('sh', 'external/report')
  expect(JSON.parse(await run('sh', ['-c', code], { SECRET: made.token }))).toEqual(expect.any(Array))
  await farm.call(linkCalls.remove, { id: made.links[0]!.id })
  await expect(run('sh', ['-c', code], { SECRET: made.token })).rejects.toThrow('401')
})

it.skipIf(noCurl)(`curl reads the calendar of tasks${noCurl ? `: ${noCurl}` : ''}`, async () => {
  const { token } = await farm.call(calendarCalls.create, { which: 'all' })
  expect(await run('sh', ['-c', block('sh', 'calendar.ics')], { TOKEN: token })).toMatch(/^BEGIN:VCALENDAR\r?\n/)
})

/** A program that waits for alarms: what it was told, and whether it took a trial. */
async function tried(program: string, file: string, code: string, more: Record<string, string> = {}) {
  const port = await freePort()
  const kept = process.env['HOOK_ORIGINS']
  process.env['HOOK_ORIGINS'] = `http://127.0.0.1:${port}`
  const { hook, secret } = await farm.call(hookCalls.create, {
    ...{ name: 'Бот', address: `http://127.0.0.1:${port}/`, on: true, danger_only: false, kinds: null },
  } as never)
  writeFileSync(join(folder, file), code)
  const runWith = async (SECRET: string) => {
    const listening = spawn(program, [file], {
      cwd: folder,
      env: { ...process.env, ...more, PORT: String(port), SECRET },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    listening.stdout.on('data', (part: Buffer) => void (said += String(part)))
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/`).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    const { code: answer } = await farm.call(hookCalls.test, { id: hook.id })
    listening.kill()
    await once(listening, 'close')
    return { answer, said }
  }
  const outcome = { signed: await runWith(secret), forged: await runWith('guessed') }
  await farm.call(hookCalls.remove, { id: hook.id })
  if (kept === undefined) delete process.env['HOOK_ORIGINS']
  else process.env['HOOK_ORIGINS'] = kept
  return outcome
}
const TRIAL = 'Проверка связи: тревоги хозяйства приходят сюда'

it('a program in Node takes what the farm signed, and nothing else', async () => {
  const { signed, forged } = await tried(process.execPath, 'receiver.mjs', block('js', 'timingSafeEqual'))
  expect([signed.answer, forged.answer]).toEqual([204, 401])
  expect(signed.said.trim()).toBe(TRIAL)
  expect(forged.said.trim()).not.toContain(TRIAL)
})

const noPlainPython = runs('python3', '--version') ? false : 'there is no python3 here'
it.skipIf(noPlainPython)(`a Telegram bot passes alarms on${noPlainPython ? `: ${noPlainPython}` : ''}`, async () => {
  const sent: { url: string; body: unknown }[] = []
  const telegram = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      sent.push({ url: request.url!, body: JSON.parse(Buffer.concat(parts).toString()) })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => telegram.listen(0, '127.0.0.1', resolve))
  const TELEGRAM = `http://127.0.0.1:${(telegram.address() as AddressInfo).port}`
  const given = { TELEGRAM, BOT: '12:abc', CHAT: '-100' }
  const { signed, forged } = await tried('python3', 'bot.py', block('python', 'sendMessage'), given)
  await new Promise((resolve) => telegram.close(resolve))
  expect([signed.answer, forged.answer]).toEqual([204, 401])
  expect(sent).toEqual([
    {
      url: '/bot12:abc/sendMessage',
      body: { chat_id: '-100', text: expect.stringMatching(`${TRIAL}\n.*\nhttp.*/alarms`) },
    },
  ])
})

it('a generated client compiles, writes, reads, and is refused in words', { timeout: 120_000 }, async () => {
  const bin = (name: string) => join(projectRoot, 'node_modules', '.bin', name)
  const generating = block('sh', 'openapi-typescript').replace('npx openapi-typescript', bin('openapi-typescript'))
  await run('sh', ['-c', generating])
  writeFileSync(join(folder, 'client.ts'), block('ts', 'createClient'))
  const strict =
    '--ignoreConfig --strict --noEmit --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck'.split(' ')
  const modules = '--module esnext --moduleResolution bundler --target esnext --types node'.split(' ')
  await run(bin('tsc'), [...strict, ...modules, 'client.ts'])
  const [stored, refused, journal] = (await run(bin('tsx'), ['client.ts'])).split('\n').map((line) => JSON.parse(line))
  expect(stored).toEqual({ id: expect.any(Number), left: expect.any(Number) })
  expect(refused).toEqual({ refused: ['Введите целое число больше нуля'] })
  expect(journal).toContain(2)
})

it('names only calls that there are', () => {
  const known = allRoutes.map(({ endpoint }) => addressOf(endpoint).replace(/\{\w+\}/g, '*'))
  const named = [
    ...text.matchAll(/(?:\$SADOK|GET |POST |SADOK\}|PATH = "|RelativePath = ")"?(\/?(?:api|external)\/[\w/$.-]+)/g),
  ]
    .map(([, path]) => `/${path!.replace(/^\//, '')}`.replace(/\$\w+/g, '*'))
    .filter((path) => !['/api/openapi.json', '/external/'].includes(path))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !known.includes(path))).toEqual([])
})
