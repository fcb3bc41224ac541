/**
 * Threads that read and write spreadsheets: two at a time, the others wait their turn, and no farm has both while
 * another waits for its next. What one takes of memory and time is bounded.
 */
import { resolve } from 'node:path'
import { Piscina } from 'piscina'
import { projectRoot } from '../base/project-root'

const MAX_THREADS = 2
const MAX_MS = 30_000
const IDLE_MS = 10_000

const threads = new Piscina({
  maxThreads: MAX_THREADS,
  minThreads: 0,
  idleTimeout: IDLE_MS,
  atomics: 'disabled',
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
})

interface WaitingTask {
  farm: number
  begin(): void
}

/** The farms of the threads that work. */
const working: number[] = []
const waiting: WaitingTask[] = []

/** Spreadsheets that threads work on, and those that wait for one. */
export const sheetLoad = () => ({ working: working.length, waiting: waiting.length })

async function turn(farm: number): Promise<void> {
  if (working.length < MAX_THREADS) working.push(farm)
  else await new Promise<void>((begin) => waiting.push({ farm, begin }))
}

/** The place goes to whoever has waited longest, before farms that have a thread already. */
function pass(farm: number): void {
  working.splice(working.indexOf(farm), 1)
  const others = waiting.findIndex((one) => !working.includes(one.farm))
  const [next] = waiting.splice(Math.max(0, others), 1)
  if (!next) return
  working.push(next.farm)
  next.begin()
}

/** What runs in a thread: a file of this folder, in plain JavaScript, and the function that it exports. */
interface Program {
  file: string
  name: string
}

/** Runs a program in a thread for a farm; what it is given and what it answers is copied. */
export async function inThread<T>(farm: number, { file, name }: Program, given: unknown): Promise<T> {
  await turn(farm)
  try {
    const filename = resolve(projectRoot, 'src', 'server', 'sheets', file)
    return (await threads.run(given, { filename, name, signal: AbortSignal.timeout(MAX_MS) })) as T
  } finally {
    pass(farm)
  }
}
