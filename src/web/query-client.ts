import { createContext, useContext, useRef } from 'react'
import { type Query, QueryClient, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, InputOf } from '../shared/contract'
import type { CacheTag } from '../shared/cache-tags'
import { sessionCalls } from '../shared/user'
import { call, isApiError, isUnreachable } from './api'

/** Reads are repeated once when the server was not reached or failed; a refusal is final. */
const mayRetry = (failures: number, error: unknown) =>
  failures < 1 && isApiError(error) && (error.status === 0 || error.status >= 500)

/** networkMode 'always': a call without a network fails with a text instead of waiting in silence. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, gcTime: 10 * 60_000, retry: mayRetry, retryDelay: 700, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** The key under which a call is cached: its path first. */
export const callKey = (endpoint: Endpoint, input: unknown): readonly [string, unknown] => [endpoint.path, input]

let restoreAnswer: (endpoint: Endpoint, input: unknown) => Promise<unknown> = () => Promise.resolve()
/** Says where answers are kept. */
export const restoreWith = (given: typeof restoreAnswer): void => void (restoreAnswer = given)

/** Asks the server; what the device kept is shown at once, and stays when the server cannot be reached. */
async function read<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const kept = restoreAnswer(endpoint, input)
  try {
    return await call(endpoint, input)
  } catch (error) {
    if (isUnreachable(error)) await kept
    throw error
  }
}

/** A cached read as data: for useQuery, useQueries, fetchQuery and ensureQueryData alike. */
export const callQuery = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => ({
  queryKey: callKey(endpoint, input),
  queryFn: () => read(endpoint, input),
  meta: { reads: endpoint.reads, kept: endpoint.kept !== false },
})

type ReadOptions<T> = Omit<UseQueryOptions<T, Error, T, readonly [string, unknown]>, 'queryKey' | 'queryFn' | 'meta'>

/**
 * While a form saves, and while its window goes, what it reads stays as it was: what is saved comes into the lists
 * meanwhile, and a balance would count it twice.
 */
export const Still = createContext(false)

/** The value, or inside of what is still the last one before that. */
export function useStill<T>(value: T): T {
  const still = useContext(Still)
  const last = useRef(value)
  if (!still) last.current = value
  return last.current
}

export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions<AnswerOf<E>> = {},
): UseQueryResult<AnswerOf<E>> {
  return useStill(useQuery({ ...callQuery(endpoint, input), ...options }))
}

const hasTexts = ({ queryKey }: Query) => queryKey[0] !== sessionCalls.user.path

/**
 * Marks cached answers as old; those on screen are asked for again. Done when they have come. A first answer that is on
 * its way may have been begun before the change, and the library does not cancel a first fetch: it is asked for again
 * when it has come.
 */
async function invalidate(changed: (query: Query) => boolean): Promise<void> {
  const coming = queryClient.getQueryCache().findAll({ predicate: changed, fetchStatus: 'fetching' })
  const first = coming.filter(({ state }) => state.data === undefined)
  const again = () => queryClient.invalidateQueries({ predicate: (query) => first.includes(query) })
  const rest = queryClient.invalidateQueries({ predicate: (query) => changed(query) && !first.includes(query) })
  await Promise.all([rest, first.length > 0 && again().then(again)])
}

/** The server tells the rest in another language now; who is here has nothing to say in it. */
export const invalidateTexts = (): Promise<void> => invalidate(hasTexts)

/**
 * Marks every cached answer that is made of these facts as old; the ones on screen are read again. Done when they have
 * come.
 * @param but paths of answers that the write itself has put in their place
 */
export const invalidateTags = (tags: readonly CacheTag[], but: readonly string[] = []): Promise<void> =>
  invalidate(
    ({ meta, queryKey }) =>
      (meta?.reads as readonly CacheTag[] | undefined)?.some((tag) => tags.includes(tag)) === true &&
      !but.includes(String(queryKey[0])),
  )
