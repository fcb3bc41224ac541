/**
 * The operationId of a call, by which generated clients name their functions. It is derived from method and path, which
 * are stable, as a verb and its object.
 */
import type { Endpoint, Method } from '../../shared/contract'

const VERBS: Record<Method, string> = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' }

/** Words that name an action when they begin a path, or end it. */
const DONE = new Set(
  'archive cancel check download get login logout preview refill register reset restore transact unarchive update upload'.split(
    ' ',
  ),
)

/** Prefixes that say where a call lives, not what it is about. */
const PLACES = ['crud', 'auth']

const wordsOf = (part: string): string[] =>
  part
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

const camel = (words: string[]): string =>
  words.map((word, place) => (place === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')

/** receipts → receipt, batches → batch, counterparties → counterparty. */
const single = (word: string): string => {
  if (word === 'species' || !/[^s]s$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ch|sh|x)es$|s$/, '')
}
/** The reverse: singular → plural. */
const several = (word: string): string => {
  if (word.endsWith('s')) return word
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}
const ofOne = (words: string[]): string[] => [...words.slice(0, -1), ...words.slice(-1).map(single)]

const isParameter = (part: string) => /^\{\w+\}$/.test(part)

/** «/feeding/{id}/preview»: the last word is an action, done to what stands before it. */
function lastSays(parts: string[]): string[] | null {
  const [last = [], ...before] = parts
    .filter((part) => !isParameter(part))
    .map(wordsOf)
    .reverse()
  const [verb = '', ...rest] = last
  if (!DONE.has(verb)) return null
  const object = ofOne(before.reverse().flat())
  const edit = verb === 'preview' && rest.length === 0 && parts.some(isParameter) ? ['update'] : []
  return [verb, ...object, ...edit, ...rest]
}

function derived(method: Method, path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !PLACES.includes(part))
  const done = lastSays(parts)
  if (done) return camel(done)
  const words = parts.filter((part) => !isParameter(part)).flatMap(wordsOf)
  if (method === 'GET' && path === `/crud/${parts[0]}`)
    return camel(['list', ...words.slice(0, -1), ...words.slice(-1).map(several)])
  if (DONE.has(words[0]!)) return camel(words)
  const one = method === 'POST' || (method !== 'GET' && parts.some(isParameter))
  const by = method === 'GET' && parts.at(-1) === '{id}' ? ['by', 'id'] : []
  return camel([VERBS[method], ...(one ? ofOne(words) : words), ...by])
}

/** The operationId: the name given by the contract, else derived from method and path. */
export const operationId = ({ name, method, path }: Pick<Endpoint, 'name' | 'method' | 'path'>): string =>
  name ?? derived(method, path)
