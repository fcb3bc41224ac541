/**
 * Threads that read and write spreadsheets: two at a time, others queue. No farm gets both while another waits for its
 * next. Memory and time of a thread are limited.
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

/** The farms whose work is running. */
const working: number[] = []
const waiting: WaitingTask[] = []

/** How many spreadsheets are in work and how many wait. */
export const sheetLoad = () => ({ working: working.length, waiting: waiting.length })

async function turn(farm: number): Promise<void> {
  if (working.length < MAX_THREADS) working.push(farm)
  else await new Promise<void>((begin) => waiting.push({ farm, begin }))
}

/** Passes a free thread to whoever has waited longest, first to farms that have none. */
function pass(farm: number): void {
  working.splice(working.indexOf(farm), 1)
  const others = waiting.findIndex((one) => !working.includes(one.farm))
  const [next] = waiting.splice(Math.max(0, others), 1)
  if (!next) return
  working.push(next.farm)
  next.begin()
}

/** A program of a thread: a file of this folder in plain JavaScript, and the function that it exports. */
interface Program {
  file: string
  name: string
}

/** Runs a program in a thread for a farm; input and result are copied. */
export async function inThread<T>(farm: number, { file, name }: Program, given: unknown): Promise<T> {
  await turn(farm)
  try {
    const filename = resolve(projectRoot, 'src', 'server', 'sheets', file)
    return (await threads.run(given, { filename, name, signal: AbortSignal.timeout(MAX_MS) })) as T
  } finally {
    pass(farm)
  }
}
