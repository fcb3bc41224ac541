/** The cells of an .xlsx file, read in a worker thread, one file at a time: whatever is in it, requests meanwhile stay fast. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../project-root'

/** A date is 'YYYY-MM-DDTHH:mm', a time of day 'HH:mm'. */
export type Cell = string | number | boolean | null

const WORKER = join(projectRoot, 'src', 'server', 'sheets', 'sheet-worker.mjs')
const MOST_SECONDS = 30
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

function read(bytes: Buffer, most: number): Promise<Cell[][]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: { bytes, most },
      resourceLimits: MEMORY,
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const rows: Cell[][] = []
    const timer = setTimeout(() => void worker.terminate(), MOST_SECONDS * 1000)
    worker.on('message', (batch: Cell[][] | 'end') => {
      if (batch === 'end') resolve(rows)
      else rows.push(...batch)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('the sheet was not read to its end'))
    })
  })
}

let last: Promise<unknown> = Promise.resolve()

/** The first `most` rows of the first sheet. Throws for anything but a sound workbook without formulas. */
export function readSheet(bytes: Buffer, most: number): Promise<Cell[][]> {
  const turn = last.then(() => read(bytes, most))
  last = turn.catch(() => undefined)
  return turn
}
