/**
 * Threads that read and write spreadsheets: two at a time, the others wait their turn. What one takes of memory and
 * time is bounded.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads'

const MAX_THREADS = 2
const MAX_SECONDS = 30
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

let working = 0
const waiting: (() => void)[] = []

/** Spreadsheets that threads work on, and those that wait for one. */
export const sheetLoad = () => ({ working, waiting: waiting.length })

async function turn(): Promise<void> {
  if (working < MAX_THREADS) working++
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

/** The place goes to whoever has waited longest. */
function pass(): void {
  const next = waiting.shift()
  if (next) next()
  else working--
}

/** Runs a program of ours in a thread; `take` is given each message and says by `done` what came of it. */
export async function inThread<T>(
  program: string,
  options: WorkerOptions,
  take: (message: unknown, done: (result: T) => void) => void,
): Promise<T> {
  await turn()
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
    pass()
  }
}
