/**
 * Requests that come while others like them are being answered wait for these, and are then answered together: what the database does
 * once for a transaction and a statement it does once for all of them. When anything goes wrong with one of them, all is taken back and
 * each is answered by itself, so that they have nothing to do with each other.
 */

const MOST = 16
/** What takes longer, or waits so long for a lock, holds up nobody. In ms. */
const PATIENCE = 50

interface Waiting<T, R> {
  one: T
  resolve(answer: R | Promise<R>): void
}

interface Line<T, R> {
  waiting: Waiting<T, R>[]
  /** transactions under way: since when each */
  underway: Set<{ since: number }>
  /** how many are worth waiting for: as many as went last, and half as many as went before */
  worth: number
  /** it is about to be looked at */
  due: boolean
  /** it is looked at again when patience is at an end */
  late: NodeJS.Timeout | undefined
}

const newLine = <T, R>(): Line<T, R> => ({ waiting: [], underway: new Set(), worth: 0, due: false, late: undefined })

/** One is in the database while the application is at the next, which goes when as many wait: of eight people four and four, not one by one. */
function mayGo({ waiting, underway, worth }: Line<unknown, unknown>): boolean {
  const now = performance.now()
  const quick = [...underway].filter(({ since }) => now - since < PATIENCE).length
  return waiting.length > 0 && (quick === 0 || (quick === 1 && waiting.length >= worth))
}

/** `together` answers some of one line, failing when it has to wait longer than `patience` ms; `alone` answers one. */
interface Ways<T, R> {
  together(some: T[], patience: number): Promise<R[]>
  alone(one: T): Promise<R>
}

async function answer<T, R>(some: Waiting<T, R>[], { together, alone }: Ways<T, R>): Promise<void> {
  const all = some.map(({ one }) => one)
  const answers = all.length > 1 ? await together(all, PATIENCE).catch(() => null) : null
  const own = all.map((one, index) => answers?.[index] ?? alone(one))
  some.forEach(({ resolve }, index) => resolve(own[index]!))
  await Promise.allSettled(own)
}

/** Answers what comes, in lines by name. */
export function gatherer<T, R>(ways: Ways<T, R>): (name: string, one: T) => Promise<R> {
  const lines = new Map<string, Line<T, R>>()

  async function begin(name: string, line: Line<T, R>): Promise<void> {
    const some = line.waiting.splice(0, MOST)
    const going = { since: performance.now() }
    line.underway.add(going)
    line.worth = Math.max(some.length, Math.floor(line.worth / 2))
    await answer(some, ways)
    line.underway.delete(going)
    look(name, line)
  }

  function go(name: string, line: Line<T, R>): void {
    line.due = false
    while (mayGo(line)) void begin(name, line)
    if (line.waiting.length > 0) line.late ??= setTimeout(() => again(name, line), PATIENCE)
    else if (line.underway.size === 0) {
      clearTimeout(line.late)
      lines.delete(name)
    }
  }

  function again(name: string, line: Line<T, R>): void {
    line.late = undefined
    go(name, line)
  }

  /** When all that has arrived is read and all that is answered is on its way, so that those who ask again come together. */
  function look(name: string, line: Line<T, R>): void {
    if (!line.due) setImmediate(() => go(name, line))
    line.due = true
  }

  return (name, one) =>
    new Promise((resolve) => {
      const line = lines.get(name) ?? newLine()
      lines.set(name, line)
      line.waiting.push({ one, resolve })
      look(name, line)
    })
}
