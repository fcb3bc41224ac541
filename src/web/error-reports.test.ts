import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { ANSWER_HEADER, endpoint } from '../shared/contract'
import { sessionCalls } from '../shared/user'
import { call, type CallOptions } from './api'
import { startErrorReports } from './error-reports'
import { currentNotices } from './notify'

const update = endpoint({
  method: 'PATCH',
  path: '/cages/{id}',
  ability: 'update cages',
  area: 'cages',
  summary: '',
  input: z.object({ id: z.unknown() }),
  answer: z.unknown(),
})

const ADDRESS = { href: 'http://farm/password/reset?token=1.secret&a=b' }

beforeAll(() => {
  vi.stubGlobal('window', { addEventListener: vi.fn() })
  vi.stubGlobal('location', ADDRESS)
  startErrorReports()
})
afterEach(() => void vi.clearAllMocks())
afterAll(() => void vi.unstubAllGlobals())

/** Makes the call, which fails so, and tells what was reported. */
async function reportsOf(id: number, status: number, answer: unknown, options: CallOptions) {
  const fetched = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(answer), { status, headers: { [ANSWER_HEADER]: '1' } })),
  )
  vi.stubGlobal('fetch', fetched)
  await call(update, { id }, options).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 10))
  return fetched.mock.calls
    .filter(([url]) => url === `/api${sessionCalls.debug.path}`)
    .map(([, init]) => JSON.parse(String(init.body)) as unknown)
}

it('what a letter carries behind the # of its link is never reported', async () => {
  vi.stubGlobal('location', { href: 'http://farm/invitation#token=1.secret' })
  const reports = await reportsOf(9, 500, { message: '' }, { quiet: true })
  expect(reports).toMatchObject([{ url: 'http://farm/invitation' }])
  vi.stubGlobal('location', ADDRESS)
})

describe('a call that failed', () => {
  it('is reported from 500 on, before signing in too, without the token of a letter, and the report itself only once', async () => {
    const reports = await reportsOf(1, 500, { message: '' }, { quiet: true })
    expect(reports).toEqual([
      {
        caption: 'Ошибка API',
        data: { status: 500, url: '/api/cages/1', params: '' },
        url: 'http://farm/password/reset?a=b',
      },
    ])
  })

  it('is not reported when the person was wrong', async () => {
    expect(await reportsOf(2, 422, { message: 'Проверьте поля' }, { quiet: true })).toEqual([])
  })

  it('is shown when the server says so, and left to the form when that is quiet', async () => {
    await reportsOf(3, 409, { message: 'Занято', msgShouldBeShown: true }, { quiet: true })
    expect(currentNotices()).toEqual([])
    await reportsOf(3, 409, { message: 'Занято', msgShouldBeShown: true }, {})
    expect(currentNotices()).toMatchObject([{ tone: 'danger', text: 'Занято' }])
  })
})
