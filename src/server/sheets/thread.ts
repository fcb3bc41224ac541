/**
 * Threads that read and write spreadsheets: two at a time, the others wait their turn, and no farm has both while another
 * waits for its next. What one takes of memory and time is bounded.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads'

const MAX_THREADS = 2
const MAX_SECONDS = 30
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

interface Waiting {
  farm: number
  begin(): void
}

/** The farms of the threads that work. */
const working: number[] = []
const waiting: Waiting[] = []

/** Spreadsheets that threads work on, and those that wait for one. */
export const sheetLoad = () => ({ working: working.length, waiting: waiting.length })

async function turn(farm: number): Promise<void> {
  if (working.length < MAX_THREADS) working.push(farm)
  else await new Promise<void>((resolve) => waiting.push({ farm, begin: resolve }))
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

/** Runs a program of ours in a thread for a farm; `take` is given each message and says by `done` what came of it. */
export async function inThread<T>(
  farm: number,
  program: string,
  options: WorkerOptions,
  take: (message: unknown, done: (result: T) => void) => void,
): Promise<T> {
  await turn(farm)
  const worker = new Worker(program, { ...options, resourceLimits: MEMORY, execArgv: [], stdout: true, stderr: true })
  const timer = setTimeout(() => void worker.terminate(), MAX_SECONDS * 1000)
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.on('message', (message: unknown) => take(message, resolve))
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the spreadsheet's thread ended with ${code}`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
    pass(farm)
  }
}
