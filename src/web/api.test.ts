import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { ANSWER_HEADER, endpoint, KEY_HEADER } from '../shared/contract'
import { call, isApiError, listenToCalls, type ApiError } from './api'

const common = { area: 'cages', summary: '', answer: z.unknown() }
const list = endpoint({
  ...common,
  method: 'GET',
  path: '/cages',
  ability: 'signed-in',
  input: z.object({ ids: z.unknown() }),
})
const update = endpoint({
  ...common,
  method: 'PATCH',
  path: '/cages/{id}',
  ability: 'update cages',
  input: z.object({ id: z.unknown(), number: z.unknown() }),
})
const remove = endpoint({
  ...common,
  method: 'DELETE',
  path: '/cages/{id}',
  ability: 'delete cages',
  input: z.object({ id: z.unknown() }),
})
const login = endpoint({ ...common, method: 'POST', path: '/login', ability: 'public', input: z.object({}) })

const ours = { [ANSWER_HEADER]: '1' }
const answering = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const fetched = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { ...ours, ...headers } })),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const failed = vi.fn()
const sessionLost = vi.fn()
listenToCalls({ failed, sessionLost })
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  globalThis.firstCalls = undefined
})
const caught = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.catch((thrown: unknown) => thrown)
  if (!isApiError(error)) throw new Error('expected an ApiError')
  return error
}

describe('a call', () => {
  it('puts arrays of a read into the query by repeating the name', async () => {
    const fetched = answering(200, [])
    await call(list, { ids: [1, 2] })
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/cages?ids=1&ids=2')
  })

  it('fills the path and sends the rest of a write as JSON with a key of its own', async () => {
    const fetched = answering(200, {})
    await call(update, { id: 7, number: '12а' })
    await call(update, { id: 7, number: '12а' })
    const [first, second] = fetched.mock.calls.map(([, init]) => init.headers as Record<string, string>)
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/cages/7')
    expect(fetched.mock.calls[0]?.[1].body).toBe('{"number":"12а"}')
    expect(first?.['Idempotency-Key']).not.toBe(second?.['Idempotency-Key'])
  })

  it('keeps the key it is given, so that a write can be repeated', async () => {
    const fetched = answering(200, {})
    await call(remove, { id: 7 }, { idempotencyKey: 'same' })
    expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'Idempotency-Key': 'same' })
    expect(fetched.mock.calls[0]?.[1].body).toBeUndefined()
  })

  it('asks anew while the same read is on its way: that one may have been begun before a change', async () => {
    const fetched = answering(200, [])
    await Promise.all([call(list, { ids: 1 }), call(list, { ids: 1 })])
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('takes what was begun with the page, but not after a write', async () => {
    const fetched = answering(200, 'later')
    vi.spyOn(performance, 'now').mockReturnValue(500)
    const begin = () => {
      const answer = new Response('"begun"', { headers: ours })
      globalThis.firstCalls = new Map([['/api/cages', Promise.resolve(answer)]])
    }
    begin()
    expect(await call(list, { ids: [] })).toBe('begun')
    expect(fetched).not.toHaveBeenCalled()
    begin()
    await call(remove, { id: 7 })
    expect(await call(list, { ids: [] })).toBe('later')
  })

  it('does not take an answer that somebody else gave in our name', async () => {
    answering(200, [])
    vi.spyOn(performance, 'now').mockReturnValue(500)
    globalThis.firstCalls = new Map([['/api/cages', Promise.resolve(new Response('[]'))]])
    expect(await caught(call(list, { ids: [] }))).toMatchObject({ status: 0 })
  })
})

describe('a failed call', () => {
  it('carries the texts of the fields and goes to the shared handler', async () => {
    answering(422, { message: 'Проверьте поля', errors: { number: ['Занят'] } })
    const error = await caught(call(update, { id: 7, number: '1' }))
    expect(error).toMatchObject({ status: 422, message: 'Проверьте поля', errors: { number: ['Занят'] } })
    expect(failed).toHaveBeenCalledWith(error, false)
  })

  it('is repeated once the person has typed their password, and fails when they would not', async () => {
    const passwordNeeded = vi.fn(() => Promise.resolve(true))
    listenToCalls({ passwordNeeded })
    const fetched = vi
      .fn()
      .mockResolvedValueOnce(
        new Response('{"message":"Подтвердите","passwordNeeded":true}', { status: 403, headers: ours }),
      )
      .mockResolvedValueOnce(new Response('{"ok":true}', { headers: ours }))
    vi.stubGlobal('fetch', fetched)
    expect(await call(remove, { id: 7 })).toEqual({ ok: true })
    expect(fetched.mock.calls.map(([url]) => url as string)).toEqual(['/api/cages/7', '/api/cages/7'])
    expect(failed).not.toHaveBeenCalled()
    answering(403, { message: 'Подтвердите', passwordNeeded: true })
    passwordNeeded.mockResolvedValue(false)
    expect((await caught(call(remove, { id: 7 }))).message).toBe('Подтвердите')
    expect(passwordNeeded).toHaveBeenCalledTimes(2)
  })

  it('is shown by the caller when it asks so', async () => {
    answering(500, { message: '' })
    const error = await caught(call(update, { id: 7, number: '1' }, { quiet: true }))
    expect(failed).toHaveBeenCalledWith(error, true)
  })

  it('says so when the server was not reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await caught(call(list, { ids: 1 }))).toMatchObject({
      status: 0,
      message: expect.stringContaining('Нет связи'),
    })
  })

  it('loses the session on a 401, but not on the login page', async () => {
    answering(401, { message: 'Войдите' })
    await caught(call(list, { ids: 1 }))
    expect(sessionLost).toHaveBeenCalledOnce()
    await caught(call(login, {}))
    expect(sessionLost).toHaveBeenCalledOnce()
  })

  it('knows how long to wait, and what stands under the key of a write', async () => {
    answering(429, {}, { 'Retry-After': '30' })
    expect((await caught(call(login, {}))).retryAfter).toBe(30)
    answering(422, { message: 'Нет' }, { [KEY_HEADER]: 'new' })
    expect((await caught(call(update, { id: 7, number: '1' }))).keyState).toBe('new')
  })

  it.each([200, 302, 401, 403, 404, 409, 422, 500])(
    'takes what something on the way answers with %i for no answer at all',
    async (status) => {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"message":"Вход в сеть"}', { status })))
      expect(await caught(call(list, { ids: status }))).toMatchObject({ status: 0 })
      expect(sessionLost).not.toHaveBeenCalled()
    },
  )

  it.each([200, 422])('takes half an answer of ours (%i) for none', async (status) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"mess', { status, headers: ours })))
    expect((await caught(call(list, { ids: status }))).status).toBe(0)
  })
})
