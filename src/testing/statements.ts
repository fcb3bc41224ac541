/** Listens to what connections send. */
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  answer: Promise<pg.QueryResult<Record<string, unknown>>>
}

/** Tells of every prepared statement, with its connection, until `stop` is called. */
export function listenToStatements(note: (connection: unknown, statement: Statement) => void): { stop(): void } {
  const prototype = pg.Client.prototype as unknown as { query(config: unknown): Statement['answer'] }
  const original = prototype.query
  prototype.query = function (this: unknown, config) {
    const answer = original.call(this, config)
    const { text, values } = config as Partial<Statement>
    if (text !== undefined && values) note(this, { text, values, answer })
    return answer
  }
  return { stop: () => void (prototype.query = original) }
}
