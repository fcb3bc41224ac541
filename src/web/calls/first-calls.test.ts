import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstAnswer, forgetFirstAnswers } from './first-calls'

const begin = (answer?: Response) => (globalThis.firstCalls = new Map([['/api/cages', Promise.resolve(answer)]]))

const now = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms)

// the process of the tests began long ago
beforeEach(() => void now(500))
afterEach(() => {
  vi.restoreAllMocks()
  globalThis.firstCalls = undefined
})

test('what was begun with the page is handed over once, a refusal too', async () => {
  begin(new Response('[]'))
  expect(await (await firstAnswer('/api/cages'))?.text()).toBe('[]')
  expect(await firstAnswer('/api/cages')).toBeUndefined()
  begin(new Response('', { status: 401 }))
  expect((await firstAnswer('/api/cages'))?.status).toBe(401)
})

test('what was not begun, an answer of long ago and one before a write are asked for', async () => {
  begin()
  expect(await firstAnswer('/api/cages')).toBeUndefined()
  begin(new Response('[]'))
  expect(await firstAnswer('/api/locations')).toBeUndefined()
  now(60_000)
  expect(await firstAnswer('/api/cages')).toBeUndefined()
  now(500)
  begin(new Response('[]'))
  forgetFirstAnswers()
  expect(await firstAnswer('/api/cages')).toBeUndefined()
})
