import { db, type Tx } from './client'

type Query = Parameters<Tx['rows']>[0]

/**
 * Wraps a transaction so that equal queries run once, for many checks that mostly ask the same. Nothing may be written
 * meanwhile.
 */
export function readingOnce(tx: Tx): Tx {
  const answers = new Map<string, Promise<unknown>>()
  const once = (how: 'rows' | 'maybe' | 'one') => (query: Query) => {
    const { sql, parameters } = query.compile(db as never)
    const key = JSON.stringify([how, sql, parameters])
    const answer = answers.get(key) ?? tx[how](query)
    answers.set(key, answer)
    return answer as Promise<never>
  }
  return { ...tx, rows: once('rows'), maybe: once('maybe'), one: once('one') }
}
