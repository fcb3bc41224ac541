import { db, type Tx } from './client'

type Query = Parameters<Tx['rows']>[0]

/**
 * A transaction that reads the same thing once, for many checks of which most ask alike. Nothing may be written while
 * it is used.
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
