import { afterEach, expect, test, vi } from 'vitest'
import { firstAnswer, forgetFirstAnswers } from './first-calls'

const begin = (answer?: Response) => (globalThis.firstCalls = new Map([['/api/cages', Promise.resolve(answer)]]))

afterEach(() => {
  vi.restoreAllMocks()
  globalThis.firstCalls = undefined
})

test('what was begun with the page is handed over once', async () => {
  begin(new Response('[]'))
  expect(await (await firstAnswer('/api/cages'))?.text()).toBe('[]')
  expect(await firstAnswer('/api/cages')).toBeUndefined()
})

test('a refusal, an answer that did not come, one of long ago and one before a write are asked for again', async () => {
  begin(new Response('', { status: 401 }))
  expect(await firstAnswer('/api/cages')).toBeUndefined()
  begin()
  expect(await firstAnswer('/api/cages')).toBeUndefined()
  begin(new Response('[]'))
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await firstAnswer('/api/cages')).toBeUndefined()
  vi.restoreAllMocks()
  begin(new Response('[]'))
  forgetFirstAnswers()
  expect(await firstAnswer('/api/cages')).toBeUndefined()
})
