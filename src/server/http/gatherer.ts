/**
 * Requests that come while others like them are being answered wait for these, and are then answered together: what the database does
 * once for a transaction and a statement it does once for all of them. When anything goes wrong with one of them, all is taken back and
 * each is answered by itself, so that they have nothing to do with each other.
 */
import { setTimeout } from 'node:timers/promises'

const MOST = 16
/** What takes longer, or waits so long for a lock, holds up nobody. In ms. */
const PATIENCE = 50

interface Waiting<T, R> {
  one: T
  resolve(answer: R | Promise<R>): void
}

interface Line<T, R> {
  waiting: Waiting<T, R>[]
  /** transactions */
  underway: number
  /** how many went with the last one */
  last: number
  /** it is to be looked at when all that has arrived is read */
  due: boolean
}

/** One is in the database while the application is at the next, which goes when as many wait: of eight people four and four, not one by one. */
const mayGo = ({ waiting, underway, last }: Line<unknown, unknown>) =>
  waiting.length > 0 && (underway === 0 || (underway === 1 && waiting.length >= last))

/** `together` answers some of one line, failing when it has to wait longer than `patience` ms; `alone` answers one. */
export function gatherer<T, R>(
  together: (some: T[], patience: number) => Promise<R[]>,
  alone: (one: T) => Promise<R>,
): (name: string, one: T) => Promise<R> {
  const lines = new Map<string, Line<T, R>>()

  async function answer(some: Waiting<T, R>[]): Promise<void> {
    const all = some.map(({ one }) => one)
    const answers = all.length > 1 ? await together(all, PATIENCE).catch(() => null) : null
    const own = all.map((one, index) => answers?.[index] ?? alone(one))
    some.forEach(({ resolve }, index) => resolve(own[index]!))
    await Promise.allSettled(own)
  }

  function go(name: string, line: Line<T, R>): void {
    while (mayGo(line)) {
      const some = line.waiting.splice(0, MOST)
      line.underway++
      line.last = some.length
      void Promise.race([answer(some), setTimeout(PATIENCE)]).then(() => {
        line.underway--
        go(name, line)
      })
    }
    if (line.underway === 0 && !line.due) lines.delete(name)
  }

  return (name, one) =>
    new Promise((resolve) => {
      const line = lines.get(name) ?? { waiting: [], underway: 0, last: 0, due: false }
      lines.set(name, line)
      line.waiting.push({ one, resolve })
      if (line.due) return
      line.due = true
      setImmediate(() => {
        line.due = false
        go(name, line)
      })
    })
}
